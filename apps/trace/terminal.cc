#include "terminal.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <iterator>

namespace ranvier::apps {
namespace {

constexpr const char* kTake = "\x1b[?1049h\x1b[?25l";      // another screen, no cursor
constexpr const char* kGiveBack = "\x1b[?25h\x1b[?1049l";  // the cursor, the screen before
constexpr int kLeaving[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

bool is_told_to_leave() {
  sigset_t pending;
  ::sigpending(&pending);
  return std::any_of(std::begin(kLeaving), std::end(kLeaving),
                     [&](int one) { return ::sigismember(&pending, one) == 1; });
}

}  // namespace

Commands::Commands() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int one : kLeaving) ::sigaddset(&set, one);
  ::sigaddset(&set, SIGWINCH);
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is seen where we write
  signals_ = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

Commands::~Commands() { ::close(signals_); }

Commands::Said Commands::wait(std::chrono::steady_clock::time_point until, bool keys) {
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    pollfd from[] = {{signals_, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    const int ready = ::poll(from, keys && has_keys_ ? 2 : 1,
                             static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000)));
    if (ready < 0 && errno != EINTR) return Said::kLeave;
    signalfd_siginfo signal{};
    if (::read(signals_, &signal, sizeof signal) == sizeof signal) {
      return signal.ssi_signo == SIGWINCH ? Said::kResized : Said::kLeave;
    }
    if (ready > 0 && from[1].revents != 0 && keys) {
      char key = 0;
      // The other end of the terminal may be gone: then a signal comes, or nothing more.
      if (::read(STDIN_FILENO, &key, 1) != 1) has_keys_ = false;
      if (key == 'q' || key == 'Q' || key == 3) return Said::kLeave;
    }
    if (std::chrono::steady_clock::now() >= until) return Said::kNothing;
  }
}

Terminal::Terminal() {
  has_keys_ = ::isatty(STDIN_FILENO) == 1 && ::tcgetattr(STDIN_FILENO, &before_) == 0;
  if (has_keys_) {
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_iflag &= ~static_cast<tcflag_t>(IXON);  // Ctrl-S would hold us where we write
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;  // who stops us would be left with our screen
    ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  put_out(kTake);
}

Terminal::~Terminal() {
  put_out(kGiveBack);
  if (has_keys_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

Terminal::Size Terminal::size() const {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return {80, 24};
  }
  return {size.ws_col, size.ws_row};
}

bool Terminal::show(const std::vector<std::string>& lines) {
  std::string all = "\x1b[H";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    all += (i == 0 ? "" : "\r\n") + lines[i] + "\x1b[K";
  }
  return put_out(all + "\x1b[J");
}

bool put_out(const std::string& text) {
  constexpr std::size_t kAtOnce = PIPE_BUF;  // a pipe that is ready takes so much
  std::size_t done = 0;
  while (done < text.size()) {
    pollfd to{STDOUT_FILENO, POLLOUT, 0};
    if (::poll(&to, 1, 100) == 0) {
      if (is_told_to_leave()) return false;
      continue;
    }
    const ssize_t wrote =
        ::write(STDOUT_FILENO, text.data() + done, std::min(text.size() - done, kAtOnce));
    if (wrote < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (wrote <= 0) return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

}  // namespace ranvier::apps
