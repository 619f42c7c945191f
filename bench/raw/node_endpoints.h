// The endpoints that a default ROS 2 node puts on the wire, without the node.
#pragma once

#include <string>
#include <vector>

#include "bench/raw/dds.h"

namespace ranvier::bench {

/// Creates the 7 services (each a request and a reply endpoint) and 3 topic
/// endpoints of default node `name` (no leading slash), with their names, types
/// and QoS; they stay until the participant goes. Idle: nobody reads them.
void add_node_endpoints(RawParticipant& participant, const std::string& name);

/// Creates the writer and the reader of ros_discovery_info that each ROS 2
/// participant has.
void add_participant_endpoints(RawParticipant& participant);

}  // namespace ranvier::bench
