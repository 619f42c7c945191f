// ROS QoS as DDS policies, one to one, and back.
#pragma once

#include <dds/dds.h>

#include <memory>
#include <optional>
#include <string>

#include "ranvier/msg/qos.h"

namespace ranvier::cyclone {

struct DeleteQos {
  void operator()(dds_qos_t* qos) const noexcept { dds_delete_qos(qos); }
};
using QosPtr = std::unique_ptr<dds_qos_t, DeleteQos>;

enum class Side { kWriter, kReader };

/// A slice of waiting in a write that must block: short enough to see a shutdown.
constexpr dds_duration_t kBlockingSlice = DDS_MSECS(100);

/// The policies of an endpoint. `ignore_local`: endpoints of this participant
/// do not match it, because the local route serves them.
QosPtr endpoint_qos(const Qos& qos, Side side, bool ignore_local, const std::string& user_data);

/// What a discovered endpoint offers or asks for.
Qos ros_qos(const dds_qos_t& qos, Side side);

/// Our name of the policy that two endpoints disagree on; none for a policy
/// that ROS does not know.
std::optional<QosPolicy> ros_policy(std::uint32_t dds_policy_id) noexcept;

/// The USER_DATA of an endpoint of a type: "typehash=RIHS01_…;".
std::string type_hash_user_data(const char* hash);

/// The USER_DATA of an endpoint: its type's, and what another route shows (peer_link.h).
std::string endpoint_user_data(const char* type_hash, const std::string& of_other_route);
/// What another route shows in a peer's USER_DATA; empty if there is none.
std::string user_data_of_other_route(const std::string& user_data);

/// The value of `key` in "key=value;key=value;", empty if there is none.
std::string user_data_value(const std::string& user_data, const std::string& key);

/// The USER_DATA that `qos` carries.
std::string user_data_of(const dds_qos_t& qos);

}  // namespace ranvier::cyclone
