// Whether a graph can run: what its nodes say of each other.
#pragma once

#include <string>

#include "bench/runner/topology.h"

namespace ranvier::bench {

/// Names are unique, topics have one type each and somebody who publishes them, services are
/// served, policies match, and what is published after messages begins somewhere. Gives publishers
/// with `after` their periods.
/// Throws std::invalid_argument: `path`, the node, the value, and what to do.
void check_topology(Topology& topology, const std::string& path);

}  // namespace ranvier::bench
