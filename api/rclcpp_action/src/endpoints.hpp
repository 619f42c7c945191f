// The ends of an action as a node of rclcpp opens them.
#ifndef ENDPOINTS_HPP_
#define ENDPOINTS_HPP_

#include <string>

#include "ranvier/proto/action/endpoints.h"
#include "ranvier/proto/describe/types.h"
#include "rclcpp/detail/core_ends.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rosidl_runtime_c/action_type_support_struct.h"

namespace rclcpp_action::detail
{

/// Throws std::invalid_argument (null), MissingGroupNodeException.
void check_parts(
  const std::string & action, rclcpp::node_interfaces::NodeBaseInterface * node,
  const rclcpp::CallbackGroup::SharedPtr & group);

/// `options`: of a client or a server. Throws rclcpp::exceptions::InvalidServiceNameError.
template<typename OptionsT>
ranvier::action::Endpoints endpoints_of(
  rclcpp::node_interfaces::NodeBaseInterface & node, const std::string & action,
  const rosidl_action_type_support_t & type, const OptionsT & options, bool serves)
{
  using rclcpp::detail::to_qos;
  // The five names follow the action's, which is remapped as a topic's (rcl_action 9.2.8).
  (void)node.resolve_topic_or_service_name(action, true, true);
  const std::string name = node.resolve_topic_or_service_name(action, false) + "/_action/";
  const auto service = [&](const char * end, const auto * of, const rmw_qos_profile_t & qos) {
      return rclcpp::detail::service_endpoint_of(
        node, name + end, *of, to_qos(qos));
    };
  const auto topic = [&](const char * end, const auto * of, const rmw_qos_profile_t & qos) {
      return rclcpp::detail::endpoint_of(
        node, name + end, *of, to_qos(qos),
        rclcpp::IntraProcessSetting::NodeDefault, serves);
    };
  ranvier::remember_type(*static_cast<const ranvier::ActionTypeInfo *>(type.data));
  return {
    service("send_goal", type.goal_service_type_support, options.goal_service_qos),
    service("cancel_goal", type.cancel_service_type_support, options.cancel_service_qos),
    service("get_result", type.result_service_type_support, options.result_service_qos),
    topic("feedback", type.feedback_message_type_support, options.feedback_topic_qos),
    topic("status", type.status_message_type_support, options.status_topic_qos)};
}

}  // namespace rclcpp_action::detail
#endif  // ENDPOINTS_HPP_
