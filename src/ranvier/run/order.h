#pragma once

#include <cstdint>

namespace ranvier {

/// Which of the ready works runs next.
enum class Order : std::uint8_t {
  kArrival,   ///< the one that became ready first, but timers as the engine says above
  kPriority,  ///< the one with the highest Work::order_value()
  kDeadline,  ///< the one with the earliest deadline, that is order_value() ns after it became
              ///< ready, or a timer after it was due; without a value it comes last
  kSequence,  ///< in rounds, by places (rounds.h)
};

}  // namespace ranvier
