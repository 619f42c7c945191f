// Waiting until what is known of the graph is all there is.
#pragma once

#include <chrono>

#include "ranvier/route/graph.h"

namespace ranvier {

/// How long who asks about the graph waits for it to settle.
struct Settling {
  /// Nothing new for so long, where participants may be that nobody knows of.
  std::chrono::nanoseconds quiet = std::chrono::milliseconds(75);
  /// Not longer than this in all.
  std::chrono::nanoseconds limit = std::chrono::seconds(4);
};

/// Waits until every process of this host was heard of, every endpoint that was announced is
/// there, and nothing new came for a moment.
/// @return false if the limit passed before.
/// Contract: any thread, one at a time; for that time the graph's watch() is taken.
bool wait_until_settled(Graph& graph, const Settling& settling);

}  // namespace ranvier
