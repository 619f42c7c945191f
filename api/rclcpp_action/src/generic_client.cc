#include "rclcpp_action/generic_client.hpp"

#include <stdexcept>
#include <utility>

#include "ranvier/proto/action/endpoints.h"
#include "rclcpp/typesupport_helpers.hpp"
#include "rclcpp_action/create_generic_client.hpp"

namespace rclcpp_action
{

/// The messages of the action, and the library that has them.
struct GenericClient::Types
{
  std::shared_ptr<rcpputils::SharedLibrary> library;
  const ranvier::codec::ActionTypeInfo & action;

  const ranvier::TypeInfo & request() const {return *action.send_goal->request;}
  /// Where the result lies in its response.
  size_t result_offset() const {return action.get_result->response->members[1].offset;}
};

namespace
{

const rosidl_action_type_support_t & checked_support(const rosidl_action_type_support_t * handle)
{
  if (!handle) {throw std::invalid_argument("the type support of an action is null");}
  return *handle;
}

void check_message(const void * message, const char * what)
{
  if (!message) {throw std::invalid_argument(std::string("an action's ") + what + " is null");}
}

}  // namespace

GenericClient::GenericClient(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
  const std::string & action_name, std::shared_ptr<rcpputils::SharedLibrary> typesupport_lib,
  const rosidl_action_type_support_t * action_typesupport_handle,
  const rcl_action_client_options_t & client_options, rclcpp::CallbackGroup::SharedPtr group)
: ClientBase(
    std::move(node_base), std::move(node_graph), std::move(node_logging), action_name,
    checked_support(action_typesupport_handle), client_options, std::move(group)),
  types_(new Types{
      std::move(typesupport_lib),
      *static_cast<const ranvier::codec::ActionTypeInfo *>(action_typesupport_handle->data)}) {}

GenericClient::~GenericClient() = default;

std::shared_future<GenericClient::GoalHandle::SharedPtr> GenericClient::async_send_goal(
  Goal goal, size_t goal_size, const SendGoalOptions & options)
{
  check_message(goal, "goal");
  if (goal_size != types_->action.goal->size) {
    throw std::invalid_argument(
            "a goal of '" + std::string(types_->action.name) + "' has " +
            std::to_string(types_->action.goal->size) + " bytes, not " +
            std::to_string(goal_size) + ": give the sizeof() of its C++ type");
  }
  return send(generate_goal_id(), goal, options);
}

std::shared_future<GenericClient::GoalHandle::SharedPtr> GenericClient::async_send_goal(
  GoalRequest goal_request, const SendGoalOptions & options)
{
  check_message(goal_request, "goal request");
  const auto & type = types_->request();
  const auto & id =
    ranvier::action::first<unique_identifier_msgs::msg::UUID>(type, goal_request);
  return send(id.uuid, ranvier::action::member(type, goal_request, 1), options);
}

std::shared_future<GenericClient::GoalHandle::SharedPtr> GenericClient::send(
  const GoalUUID & id, const void * goal, const SendGoalOptions & options)
{
  auto call = std::make_shared<detail::GoalCallOf<GoalHandle, SendGoalOptions, size_t>>(
    options, types_->result_offset());
  auto future = call->future();
  send_goal(id, goal, std::move(call));
  return future;
}

std::shared_future<GenericClient::WrappedResult> GenericClient::async_get_result(
  GoalHandle::SharedPtr goal_handle, ResultCallback result_callback)
{
  check_known(goal_handle.get());
  if (result_callback) {goal_handle->set_result_callback(std::move(result_callback));}
  request_result(goal_handle);
  return goal_handle->future_;
}

std::shared_future<GenericClient::CancelResponse::SharedPtr> GenericClient::async_cancel_goal(
  GoalHandle::SharedPtr goal_handle, CancelCallback cancel_callback)
{
  check_known(goal_handle.get());
  return send_cancel(goals_of(goal_handle->get_goal_id()), std::move(cancel_callback));
}

std::shared_future<GenericClient::CancelResponse::SharedPtr>
GenericClient::async_cancel_all_goals(CancelCallback cancel_callback)
{
  return send_cancel(GoalInfo(), std::move(cancel_callback));
}

std::shared_future<GenericClient::CancelResponse::SharedPtr>
GenericClient::async_cancel_goals_before(
  const rclcpp::Time & stamp, CancelCallback cancel_callback)
{
  return send_cancel(goals_before(stamp), std::move(cancel_callback));
}

void GenericClient::stop_callbacks(GoalHandle::SharedPtr goal_handle)
{
  if (!goal_handle) {throw exceptions::UnknownGoalHandleError();}
  goal_handle->set_feedback_callback(nullptr);
  goal_handle->set_result_callback(nullptr);
}
void GenericClient::stop_callbacks(const GoalUUID & goal_id)
{
  if (auto goal = find(goal_id)) {stop_callbacks(std::static_pointer_cast<GoalHandle>(goal));}
}

GenericClient::SharedPtr create_generic_client(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_interface,
  const std::string & name, const std::string & type, rclcpp::CallbackGroup::SharedPtr group,
  const rcl_action_client_options_t & options)
{
  constexpr const char * kIdentifier = "rosidl_typesupport_cpp";
  auto library = rclcpp::get_typesupport_library(type, kIdentifier);
  const auto * handle = rclcpp::get_action_typesupport_handle(type, kIdentifier, *library);
  auto client = detail::owned(
    new GenericClient(
      std::move(node_base_interface), std::move(node_graph_interface),
      std::move(node_logging_interface), name, std::move(library), handle, options, group));
  if (node_waitables_interface) {node_waitables_interface->add_waitable(client, group);}
  return client;
}

}  // namespace rclcpp_action
