// Whether another thread of the process sleeps, as the kernel says.
#pragma once

#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <string>

#include "eventually.h"

namespace ranvier::support {

/// One thread, which names itself; asked about by another.
class SleepingThread {
 public:
  void is_this() { id_ = ::gettid(); }
  /// Waits until it sleeps; false if it has not within a minute: it runs, or wants to.
  bool sleeps() const {
    return eventually([this] { return id_ != 0 && state() == 'S'; });
  }

 private:
  // proc(5): behind the name, which is in parentheses.
  char state() const {
    std::ifstream file("/proc/self/task/" + std::to_string(id_) + "/stat");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const std::size_t end = text.rfind(") ");
    return end == std::string::npos ? '?' : text[end + 2];
  }

  std::atomic<pid_t> id_{0};
};

}  // namespace ranvier::support
