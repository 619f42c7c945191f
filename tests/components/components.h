// What a test and the components that it loads tell each other.
#pragma once

#include <atomic>

/// Its address is given as the parameter "gate".
struct Gate {
  std::atomic<bool> entered{false};  ///< the callback runs
  std::atomic<bool> open{false};     ///< it may end
  std::atomic<bool> destroyed{false};
};
