#include "keyboard.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <utility>

#include "ranvier/os/thread.h"

namespace rosbag2_transport
{

// Standard input, key by key and without echo; Ctrl-C is a signal as ever.
struct Keyboard::Terminal
{
  Terminal()
  {
    if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp()) {return;}
    if (tcgetattr(STDIN_FILENO, &before) != 0) {return;}
    termios keys = before;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    end = eventfd(0, EFD_CLOEXEC);
    is_open = end >= 0 && tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
  }
  ~Terminal()
  {
    if (is_open) {tcsetattr(STDIN_FILENO, TCSANOW, &before);}
    if (end >= 0) {close(end);}
  }

  termios before{};
  int end = -1;  // readable: the thread is to end
  bool is_open = false;
};

std::unique_ptr<Keyboard> Keyboard::open(Keys keys)
{
  auto terminal = std::make_unique<Terminal>();
  if (!terminal->is_open) {return nullptr;}
  std::unique_ptr<Keyboard> made(new Keyboard(std::move(keys), std::move(terminal)));
  auto thread = ranvier::start_thread("ranvier_keys", "Keys", [keyboard = made.get()] {keyboard->run();});
  if (!thread) {return nullptr;}
  made->thread_ = std::move(*thread);
  return made;
}

Keyboard::Keyboard(Keys keys, std::unique_ptr<Terminal> terminal)
: keys_(std::move(keys)), terminal_(std::move(terminal)) {}

Keyboard::~Keyboard()
{
  if (!thread_.joinable()) {return;}
  const uint64_t one = 1;
  (void)!write(terminal_->end, &one, sizeof(one));
  thread_.join();
}

void Keyboard::run()
{
  std::array<pollfd, 2> watched{{{STDIN_FILENO, POLLIN, 0}, {terminal_->end, POLLIN, 0}}};
  std::array<char, 64> typed{};
  for (;;) {
    if (poll(watched.data(), watched.size(), -1) < 0) {continue;}
    if (watched[1].revents != 0) {return;}
    const ssize_t count = read(STDIN_FILENO, typed.data(), typed.size());
    if (count <= 0) {return;}
    press({typed.data(), static_cast<size_t>(count)});
  }
}

// Several keys may come at once; what is none is skipped.
void Keyboard::press(const std::string & typed)
{
  for (size_t at = 0; at < typed.size(); ) {
    size_t length = 1;
    for (const auto & [key, function] : keys_) {
      if (typed.compare(at, key.size(), key) != 0) {continue;}
      function();
      length = key.size();
      break;
    }
    at += length;
  }
}

}  // namespace rosbag2_transport
