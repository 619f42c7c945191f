// A route over a network that exists in this process alone, and that loses,
// delays, reorders and doubles packets as a seed says: for tests of what must
// hold over any transport.
#pragma once

#include <memory>

#include "ranvier/route/route.h"

namespace ranvier::conformance {

/// What the network does to packets. Reliable traffic is sent again until it
/// arrives; best effort is not.
struct LoopbackFaults {
  unsigned seed = 1;
  unsigned drop_percent = 0;
  unsigned double_percent = 0;
  unsigned most_delay = 1;  ///< in steps of the network's own time, which no clock drives
};

/// Opens a context whose endpoints meet over such a network. The same seed and
/// the same writes of one thread give the same faults.
/// Threads: as Route says; messages arrive on a thread of the network.
std::unique_ptr<Route> open_loopback_route(const LoopbackFaults& faults);

}  // namespace ranvier::conformance
