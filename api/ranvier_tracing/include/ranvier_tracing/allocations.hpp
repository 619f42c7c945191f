// What the callbacks of a recorded process took from the heap, for tests.
//
// With GoogleTest: EXPECT_EQ(ranvier_tracing::allocations_in_state(folder, "active", "/planner"), "");
#ifndef RANVIER_TRACING__ALLOCATIONS_HPP_
#define RANVIER_TRACING__ALLOCATIONS_HPP_

#include <string>

#include "ranvier_tracing/visibility_control.h"

namespace ranvier_tracing
{

/// What callbacks took while their node was in a lifecycle state, with call stacks, as
/// `ranvier-trace allocations` prints it.
///
/// The process must have been started with the library that `ranvier-trace heap-library` names in
/// LD_PRELOAD, and its recording must have ended.
/// @param folder  of the traces.
/// @param state   "active", ...; empty: any, also of nodes that have none.
/// @param node    with its namespace; empty: all nodes.
/// @return empty if they took nothing. If nobody told or events were lost, why nothing is known.
/// @throws RecordingError if `ranvier-trace` is neither in the prefix of this library nor on PATH.
/// Threads: any. Blocks until the traces are read.
RANVIER_TRACING_PUBLIC std::string allocations_in_state(
  const std::string & folder, const std::string & state = "active", const std::string & node = "");

}  // namespace ranvier_tracing

#endif  // RANVIER_TRACING__ALLOCATIONS_HPP_
