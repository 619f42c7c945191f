#include "bench/runner/launched.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "bench/common/clock.h"
#include "bench/runner/python_side.h"

namespace ranvier::bench {
namespace {

constexpr double kLaunchPatience = 60;

std::string name_of(pid_t process) {
  std::string name;
  std::ifstream file("/proc/" + std::to_string(process) + "/comm");
  std::getline(file, name);
  return name;
}

std::int64_t sum_cpu_ns(const std::vector<pid_t>& processes) {
  std::int64_t sum = 0;
  for (const pid_t process : processes) sum += cpu_ns_of(process);
  return sum;
}

}  // namespace

SpinningSocket::SpinningSocket() : file_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  std::strncpy(at.sun_path, path().c_str(), sizeof at.sun_path - 1);
  if (bind(file_, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0) return;
  close(file_);
  throw std::runtime_error("cannot listen at " + path());
}

SpinningSocket::~SpinningSocket() { close(file_); }

std::int64_t SpinningSocket::last_of(int count) const {
  const std::int64_t deadline = now_ns() + static_cast<std::int64_t>(kLaunchPatience * 1e9);
  std::int64_t last = 0;
  for (int i = 0; i < count; ++i) {
    pollfd ready{file_, POLLIN, 0};
    const auto left_ms = std::max<std::int64_t>(0, (deadline - now_ns()) / 1'000'000);
    std::int64_t time = 0;
    if (poll(&ready, 1, static_cast<int>(left_ms)) <= 0 ||
        recv(file_, &time, sizeof time, 0) != sizeof time) {
      throw std::runtime_error("only " + std::to_string(i) + " of " + std::to_string(count) +
                               " nodes were under way in time");
    }
    last = std::max(last, time);
  }
  return last;
}

Launched::Launched(const std::vector<std::string>& words, int nodes, const Environment& more)
    : begin_(now_ns()),
      starter_(words.front(), {words.begin() + 1, words.end()}, environment(more)) {
  try {
    start_ms_ = static_cast<double>(spinning_.last_of(nodes) - begin_) / 1e6;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(error.what()) + "; " + starter_.last_words());
  }
}

Environment Launched::environment(const Environment& more) const {
  Environment environment = more;
  environment.merge(loopback_environment());
  environment.merge(python_environment());
  environment["RANVIER_BENCH_SPINNING"] = spinning_.path();
  environment["ROS_LOG_DIR"] = spinning_.folder() + "/log";
  return environment;
}

std::vector<pid_t> Launched::children(bool guard) const {
  const std::string launch = std::to_string(starter_.pid());
  std::ifstream file("/proc/" + launch + "/task/" + launch + "/children");
  std::vector<pid_t> those;
  for (pid_t child = 0; file >> child;) {
    if ((name_of(child) == "launch_guard") == guard) those.push_back(child);
  }
  if (those.empty()) throw std::runtime_error("ros2 launch has no processes that it should have");
  return those;
}

std::vector<pid_t> Launched::started() const { return children(false); }

std::vector<pid_t> Launched::launch_and_guard() const {
  std::vector<pid_t> those = children(true);
  those.push_back(starter_.pid());
  return those;
}

void Launched::end() {
  const int status = starter_.end(SIGINT, kLaunchPatience);
  if (status == 0) return;
  throw std::runtime_error("ros2 launch ended with status " + std::to_string(status) + "; " +
                           starter_.last_words());
}

void measure_processes(const std::vector<pid_t>& processes, double seconds, Outcome& to) {
  const std::int64_t cpu = sum_cpu_ns(processes), wall = now_ns();
  sleep_until_ns(wall + static_cast<std::int64_t>(seconds * 1e9));
  const auto used = static_cast<double>(sum_cpu_ns(processes) - cpu);
  to["cpu_percent"] = 100 * used / static_cast<double>(now_ns() - wall);
  for (const pid_t process : processes) {
    const Memory memory = memory_of(process);
    to["pss_kb"] += memory.pss;
    to["private_kb"] += memory.own;
  }
}

}  // namespace ranvier::bench
