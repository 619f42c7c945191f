#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace ranvier {

/// What rounds go by.
struct RoundRules {
  /// Asked with ready[i]: whether a work of place i + 1 is ready.
  /// Contract: called on the spinning thread, never with none ready.
  using Trigger = std::function<bool(const std::vector<bool>& ready)>;

  static Trigger any();                ///< one is enough
  static Trigger all();                ///< each place is ready
  static Trigger one(std::size_t at);  ///< ready[at]

  std::size_t places = 0;
  Trigger trigger = any();
  /// All messages of a round are read before its first callback runs (logical execution
  /// time). Else each before its own callback.
  bool reads_first = false;
};

}  // namespace ranvier
