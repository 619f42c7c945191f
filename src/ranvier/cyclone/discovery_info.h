// Which node has which endpoints, as participants announce it.
#pragma once

#include <vector>

#include "ranvier/msg/message.h"
#include "ranvier/route/route.h"

namespace ranvier::cyclone {

/// A node and its endpoints (rmw_dds_common/msg/NodeEntitiesInfo).
struct NodeEntities {
  NodeName node;
  std::vector<Gid> readers;
  std::vector<Gid> writers;
};

/// A participant and its nodes (rmw_dds_common/msg/ParticipantEntitiesInfo).
struct ParticipantEntities {
  Gid gid;
  std::vector<NodeEntities> nodes;
};

/// The type of the topic "ros_discovery_info"; objects are ParticipantEntities.
/// Hand-written, because the core stands below the message packages.
const TypeInfo& participant_entities_type();

/// The topic, with the QoS of its writer; its reader keeps all.
Endpoint discovery_info_endpoint();

}  // namespace ranvier::cyclone
