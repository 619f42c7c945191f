// Cyclone's statuses as events of an endpoint.
#pragma once

#include "ranvier/cyclone/endpoints/qos_map.h"
#include "ranvier/route/route.h"

namespace ranvier::cyclone {

/// A pair was refused over a DDS policy. Policies that ROS does not have can
/// only differ because the peer's type is another (its representation).
inline EndpointEvent incompatible(std::uint32_t dds_policy_id) noexcept {
  const std::optional<QosPolicy> policy = ros_policy(dds_policy_id);
  if (policy) return {EndpointEvent::Kind::kIncompatibleQos, 1, *policy};
  return {EndpointEvent::Kind::kIncompatibleType, 1, {}};
}

}  // namespace ranvier::cyclone
