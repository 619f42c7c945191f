// What was taken from the heap, by node, lifecycle state, callback and place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// Allocations of one place, by one callback, in one state of its node.
struct AllocationTraffic {
  Index node = kNone;  ///< kNone: outside of callbacks, or of a callback without a node
  /// Of a managed node then, as its last transition says; else empty. What a callback does after it
  /// has brought the node into a state is still of the transition.
  std::string state = {};
  Index callback = kNone;  ///< kNone: outside of callbacks
  Index process = 0;
  Index place = kNone;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  Nanoseconds first = 0;
};

/// In the order of nodes' names, states, callbacks and the times of the first.
[[nodiscard]] std::vector<AllocationTraffic> allocation_traffic(const Model& model);

}  // namespace ranvier::trace_model
