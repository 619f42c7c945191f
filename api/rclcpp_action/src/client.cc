#include "rclcpp_action/client.hpp"

#include <cstring>
#include <random>
#include <stdexcept>
#include <utility>

#include "client_core.hpp"

namespace rclcpp_action
{
namespace detail
{

// ---- the handle of a goal ----

ClientGoalBase::ClientGoalBase(const GoalInfo & info)
: info_(info) {}
ClientGoalBase::~ClientGoalBase() = default;

rclcpp::Time ClientGoalBase::get_goal_stamp() const {return info_.stamp;}

int8_t ClientGoalBase::get_status()
{
  const std::lock_guard lock(mutex_);
  return status_;
}
bool ClientGoalBase::is_feedback_aware()
{
  const std::lock_guard lock(mutex_);
  return has_feedback_callback_;
}
bool ClientGoalBase::is_result_aware()
{
  const std::lock_guard lock(mutex_);
  return result_aware_;
}
void ClientGoalBase::throw_if_unaware()
{
  if (!is_result_aware()) {throw exceptions::UnawareGoalHandleError();}
}

bool ClientGoalBase::end(int8_t status)
{
  const std::lock_guard lock(mutex_);
  if (ended_) {return false;}
  ended_ = true;
  status_ = status;
  if (status == GoalStatus::STATUS_UNKNOWN) {result_aware_ = false;}
  return true;
}

}  // namespace detail

// ---- the client ----

ClientBase::ClientBase(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
  const std::string & action_name, const rosidl_action_type_support_t & type_support,
  const rcl_action_client_options_t & options, rclcpp::CallbackGroup::SharedPtr group,
  FeedbackId feedback_id)
{
  detail::check_parts(action_name, node_base.get(), group);
  if (!node_graph || !node_logging) {
    throw std::invalid_argument(
            "action '" + action_name + "': the node's graph or logging interface is null");
  }
  core_ = std::make_shared<detail::ClientCore>(
    detail::ClientCore::Parts{
      std::move(node_base), node_graph, node_logging->get_logger().get_child("rclcpp_action"),
      action_name, type_support, options, std::move(group), feedback_id});
  core_->open();
}

ClientBase::~ClientBase()
{
  core_->listen(nullptr);
  core_->close();
}

bool ClientBase::action_server_is_ready() const {return core_->server_is_ready();}
bool ClientBase::wait_for_action_server_nanoseconds(std::chrono::nanoseconds timeout)
{
  return core_->wait_for_server(timeout);
}

// Version 4 of RFC 4122: random but for six bits.
GoalUUID ClientBase::generate_goal_id()
{
  thread_local std::mt19937_64 random = [] {
      std::random_device device;
      std::seed_seq seed{device(), device(), device(), device(), device(), device()};
      return std::mt19937_64(seed);
    }();
  const uint64_t words[] = {random(), random()};
  GoalUUID id;
  static_assert(sizeof(words) == sizeof(id));
  std::memcpy(id.data(), words, sizeof(words));
  id[6] = static_cast<uint8_t>((id[6] & 0x0f) | 0x40);
  id[8] = static_cast<uint8_t>((id[8] & 0x3f) | 0x80);
  return id;
}

void ClientBase::send_goal(void * request, std::shared_ptr<detail::GoalCall> call)
{
  core_->send_goal(request, std::move(call));
}
std::shared_future<ClientBase::CancelResponsePtr> ClientBase::send_cancel(
  const GoalInfo & goals, std::function<void(CancelResponsePtr)> callback)
{
  return core_->send_cancel(goals, std::move(callback));
}
void ClientBase::request_result(const std::shared_ptr<detail::ClientGoalBase> & goal)
{
  core_->request_result(goal);
}
void ClientBase::check_known(const detail::ClientGoalBase * goal) const
{
  if (!goal || core_->find(goal->get_goal_id()).get() != goal) {
    throw exceptions::UnknownGoalHandleError();
  }
}
std::shared_ptr<detail::ClientGoalBase> ClientBase::find(const GoalUUID & id) const
{
  return core_->find(id);
}

}  // namespace rclcpp_action
