// Counts what a stretch of the hot path asks of the heap and of the system.
#pragma once

#include <cstddef>
#include <string>

#include "count_calls.h"
#include "count_heap.h"

namespace hot_path {

/// What a window of the hot path cost on one thread.
struct Cost {
  std::size_t allocations = 0;
  std::size_t calls = 0;
  std::string which;
};

inline void open_window() {
  start_counting_heap();
  start_counting_calls();
}

inline Cost close_window() {
  Cost cost;
  cost.allocations = stop_counting_heap();
  cost.calls = stop_counting_calls();
  cost.which = calls_counted();
  return cost;
}

constexpr int kMostWindows = 10;

/// The steady cost on one thread.
// Other threads work beside the tests: after a new
// endpoint one of them announces the node, and where a message goes to DDS, both
// take the lock of DDS's table of handles. A window in which they met holds futex
// calls of that lock. So there may be a next one, and what every message or every
// window costs is still seen in the last.
class Windows final {
 public:
  /// @param calls  more futex calls than these make a window a disturbed one.
  explicit Windows(std::size_t calls = 0) noexcept : calls_(calls) {}

  void open() {
    ++count_;
    open_window();
  }
  /// @return whether cost() is what counts: this window was not disturbed, or it
  /// was the last.
  bool close() {
    cost_ = close_window();
    const bool disturbed = cost_.calls > calls_ && only_futexes_counted();
    return !disturbed || count_ == kMostWindows;
  }
  bool opened() const noexcept { return count_ > 0; }
  const Cost& cost() const noexcept { return cost_; }

 private:
  const std::size_t calls_;
  int count_ = 0;
  Cost cost_;
};

}  // namespace hot_path
