// What packages beside rclcpp open in the core, for a node of rclcpp.
#ifndef RCLCPP__DETAIL__CORE_ENDS_HPP_
#define RCLCPP__DETAIL__CORE_ENDS_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/intra_process_setting.hpp"
#include "rclcpp/qos.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

namespace ranvier
{
struct Endpoint;
struct Error;
struct NodeService;
template<typename T>
class Ref;
template<typename T>
class Result;
struct ServiceEndpoint;
class Strand;
}  // namespace ranvier

namespace rclcpp
{
class ServiceBase;
}

namespace rclcpp::detail
{

/// Throws the exception that users of rclcpp catch for this error. `failed`: the words of
/// ROS 2 for what failed, "could not create publisher: ".
[[noreturn]] RCLCPP_PUBLIC void raise(const ranvier::Error & error, const char * failed = "");

template<typename T>
T value_or_raise(ranvier::Result<T> result, const char * failed = "")
{
  if (!result) {raise(result.error(), failed);}
  return std::move(*result);
}
template<typename ResultT>
void check(const ResultT & result)
{
  if (!result) {raise(result.error());}
}

RCLCPP_PUBLIC QoS to_qos(const rmw_qos_profile_t & profile);

/// What a publisher or subscription of a node opens.
RCLCPP_PUBLIC ranvier::Endpoint endpoint_of(
  node_interfaces::NodeBaseInterface & node, const std::string & topic,
  const rosidl_message_type_support_t & type, const QoS & qos, IntraProcessSetting setting,
  bool offers);
/// What a service or client of a node opens.
RCLCPP_PUBLIC ranvier::ServiceEndpoint service_endpoint_of(
  node_interfaces::NodeBaseInterface & node, const std::string & service,
  const rosidl_service_type_support_t & type, const QoS & qos);

/// Serves it as one of the node's services, which executors and wait sets find.
RCLCPP_PUBLIC std::shared_ptr<ServiceBase> serve(
  node_interfaces::NodeBaseInterface & node, ranvier::NodeService service, const QoS & qos);

/// The strand of a group, or of the node's default group.
RCLCPP_PUBLIC ranvier::Ref<ranvier::Strand> strand_of(
  node_interfaces::NodeBaseInterface & node, CallbackGroup * group);

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__CORE_ENDS_HPP_
