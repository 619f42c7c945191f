#include "micro/agent/loop.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>

namespace ranvier::micro {
namespace {

// As epoll_wait() takes it: none left is 0, and -1 is for ever.
int ms_until(std::int64_t when) {
  if (when == kNever) return -1;
  return static_cast<int>(std::clamp<std::int64_t>(when - steady_ms(), 0, INT_MAX));
}

}  // namespace

std::int64_t steady_ms() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

Result<std::unique_ptr<Loop>> Loop::open() {
  const int poll = epoll_create1(EPOLL_CLOEXEC);
  const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  std::unique_ptr<Loop> loop(new Loop(poll, event));
  epoll_event wanted{};
  wanted.events = EPOLLIN;
  wanted.data.fd = event;
  if (poll < 0 || event < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, event, &wanted) != 0) {
    return Error{Code::kWorld, std::string("The agent cannot wait for its sockets: ") +
                                   std::strerror(errno) + ". Close files, or raise ulimit -n."};
  }
  return loop;
}

Loop::~Loop() {
  if (poll_ >= 0) ::close(poll_);
  if (event_ >= 0) ::close(event_);
}

int Loop::add(int file, std::function<void()> readable) {
  epoll_event wanted{};
  wanted.events = EPOLLIN;
  wanted.data.fd = file;
  if (epoll_ctl(poll_, EPOLL_CTL_ADD, file, &wanted) != 0) return errno;
  files_[file] = std::make_shared<std::function<void()>>(std::move(readable));
  return 0;
}

void Loop::watch_room(int file, bool wanted) {
  epoll_event changed{};
  changed.events = EPOLLIN;
  if (wanted) changed.events |= EPOLLOUT;
  changed.data.fd = file;
  epoll_ctl(poll_, EPOLL_CTL_MOD, file, &changed);
}

void Loop::remove(int file) {
  epoll_ctl(poll_, EPOLL_CTL_DEL, file, nullptr);
  files_.erase(file);
}

void Loop::wait(std::int64_t until, const std::function<void()>& woken) {
  epoll_event events[64];
  const int count = epoll_wait(poll_, events, 64, ms_until(until));
  for (int i = 0; i < count; ++i) {
    const int file = events[i].data.fd;
    if (file == event_) {
      std::uint64_t drained = 0;
      if (::read(event_, &drained, sizeof drained) > 0) woken();
      continue;
    }
    const auto found = files_.find(file);
    if (found == files_.end()) continue;  // removed by an earlier one of these
    const auto held = found->second;
    (*held)();
  }
}

std::int64_t Loop::first_timer() const {
  std::int64_t first = kNever;
  for (const Timer* timer : timers_) first = std::min(first, timer->when_);
  return first;
}

void Loop::run_timers(std::int64_t now) {
  for (Timer* timer : timers_) {
    if (now < timer->when_) continue;
    timer->when_ = kNever;
    timer->then_();
  }
}

void Loop::run(const std::function<void()>& tick, const std::function<void()>& woken,
               const std::function<std::int64_t()>& due) {
  std::int64_t soonest = steady_ms();
  while (!stopped_.load(std::memory_order_acquire)) {
    const std::int64_t next = std::max(due(), soonest);
    wait(std::min(next, first_timer()), woken);
    const std::int64_t now = steady_ms();
    run_timers(now);
    if (now < std::max(due(), soonest)) continue;
    tick();
    soonest = now + kTickMs;
  }
}

void Loop::wake() noexcept {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(event_, &one, sizeof one);
}

void Loop::stop() noexcept {
  stopped_.store(true, std::memory_order_release);
  wake();
}

}  // namespace ranvier::micro
