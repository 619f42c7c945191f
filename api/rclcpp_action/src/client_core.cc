#include "client_core.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "rclcpp/detail/known_types.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp_action::detail
{
namespace
{

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

// The graph shows a topic before its two ends are matched, and tells nothing
// when they are.
constexpr nanoseconds kMatchLook = std::chrono::milliseconds(10);

}  // namespace

ClientCore::ClientCore(Parts parts)
: parts_(std::move(parts)) {}

// ---- opening and closing ----

void ClientCore::open()
{
  const auto & type = parts_.type;
  const auto & options = parts_.options;
  rclcpp::detail::remember_type(
    *static_cast<const rosidl_typesupport_ranvier::ActionTypeInfo *>(type.data));
  auto ends = std::make_shared<Ends>();
  ends->goal = make_client("send_goal", *type.goal_service_type_support, options.goal_service_qos);
  ends->cancel = make_client(
    "cancel_goal", *type.cancel_service_type_support, options.cancel_service_qos);
  ends->result = make_client(
    "get_result", *type.result_service_type_support, options.result_service_qos);
  subscribe(*ends);
  const std::lock_guard lock(mutex_);
  ends_ = ends;
}

std::shared_ptr<ErasedClient> ClientCore::make_client(
  const char * name, const rosidl_service_type_support_t & type, const rmw_qos_profile_t & qos)
{
  return std::make_shared<ErasedClient>(
    parts_.node.get(), parts_.name + "/_action/" + name, type, to_qos(qos), parts_.group.get());
}

void ClientCore::subscribe(Ends & ends)
{
  using Status = action_msgs::msg::GoalStatusArray;
  const std::string topic = parts_.name + "/_action/";
  ends.feedback = std::make_shared<ErasedSubscription>(
    parts_.node.get(), topic + "feedback", *parts_.type.feedback_message_type_support,
    to_qos(parts_.options.feedback_topic_qos), parts_.group,
    [weak = weak_from_this()](std::shared_ptr<const void> message) {
      if (const auto self = weak.lock()) {self->on_feedback(message);}
    });
  rclcpp::AnySubscriptionCallback<Status> on_status;
  on_status.set(
    [weak = weak_from_this()](const Status & all) {
      if (const auto self = weak.lock()) {self->on_status(all);}
    });
  rclcpp::SubscriptionOptions options;
  options.callback_group = parts_.group;
  ends.status = std::make_shared<rclcpp::Subscription<Status>>(
    parts_.node.get(), topic + "status", to_qos(parts_.options.status_topic_qos),
    std::move(on_status), options);
}

void ClientCore::close()
{
  std::shared_ptr<Ends> closed;
  std::unordered_map<GoalUUID, std::weak_ptr<ClientGoalBase>> goals;
  {
    const std::lock_guard lock(mutex_);
    closed.swap(ends_);
    goals.swap(goals_);
  }
  for (const auto & [id, weak] : goals) {
    const auto goal = weak.lock();
    if (goal) {goal->fail(std::make_exception_ptr(exceptions::UnawareGoalHandleError()));}
  }
}

std::shared_ptr<ClientCore::Ends> ClientCore::ends()
{
  const std::lock_guard lock(mutex_);
  return ends_;
}

// ---- is there a server? ----

bool ClientCore::server_is_ready()
{
  const auto open = ends();
  return open && open->goal->service_is_ready() && open->cancel->service_is_ready() &&
         open->result->service_is_ready() && open->feedback->get_publisher_count() > 0 &&
         open->status->get_publisher_count() > 0;
}

bool ClientCore::wait_for_server(nanoseconds timeout)
{
  const auto graph = parts_.graph.lock();
  if (!graph) {throw rclcpp::exceptions::InvalidNodeError();}
  const auto began = steady_clock::now();
  const auto event = graph->get_graph_event();
  while (!server_is_ready()) {
    if (!parts_.node->get_context()->is_valid()) {return false;}
    const nanoseconds spent = steady_clock::now() - began;
    if (timeout.count() >= 0 && spent >= timeout) {return false;}
    event->check_and_clear();
    graph->wait_for_graph_change(
      event, timeout.count() < 0 ? kMatchLook : std::min(kMatchLook, timeout - spent));
  }
  return true;
}

// ---- goals ----

void ClientCore::send_goal(void * request, std::shared_ptr<GoalCall> call)
{
  ends()->goal->send(
    request, [weak = weak_from_this(), call = std::move(call)](std::shared_ptr<void> response) {
      if (const auto self = weak.lock()) {self->on_goal_response(*call, response.get());}
    });
}

// The goal is known before the user hears of it, and before its feedback comes.
void ClientCore::on_goal_response(GoalCall & call, const void * response)
{
  const auto goal = call.handle(response);
  if (goal) {add(goal);}
  call.tell();
  if (goal && call.wants_result()) {request_result(goal);}
}

void ClientCore::request_result(const std::shared_ptr<ClientGoalBase> & goal)
{
  {
    const std::lock_guard lock(goal->mutex_);
    if (goal->result_aware_ || goal->ended_) {return;}
    goal->result_aware_ = true;
  }
  const auto open = ends();
  if (!open) {return goal->fail(std::make_exception_ptr(exceptions::UnawareGoalHandleError()));}
  try {
    open->result->send(
      goal->result_request(), [weak = weak_from_this(), goal](std::shared_ptr<void> response) {
        goal->on_result(std::move(response));
        if (const auto self = weak.lock()) {self->remove(goal->get_goal_id());}
      });
  } catch (const std::exception & error) {
    RCLCPP_WARN(
      parts_.logger, "Action client '%s' could not ask for a result: %s", parts_.name.c_str(),
      error.what());
    goal->fail(std::current_exception());
  }
}

std::shared_future<std::shared_ptr<ClientCore::CancelResponse>> ClientCore::send_cancel(
  const GoalInfo & goals, std::function<void(std::shared_ptr<CancelResponse>)> callback)
{
  auto promise = std::make_shared<std::promise<std::shared_ptr<CancelResponse>>>();
  auto future = promise->get_future().share();
  auto request = std::make_unique<action_msgs::srv::CancelGoal::Request>();
  request->goal_info = goals;
  ends()->cancel->send(
    request.release(),
    [promise, callback = std::move(callback)](std::shared_ptr<void> response) {
      auto typed = std::static_pointer_cast<CancelResponse>(std::move(response));
      promise->set_value(typed);
      if (callback) {callback(std::move(typed));}
    });
  return future;
}

// ---- what comes in ----

// Of a goal that nobody here waits for, or whose answer has not come, it is dropped.
void ClientCore::on_feedback(const std::shared_ptr<const void> & message)
{
  if (const auto goal = find(parts_.feedback_id(message.get()))) {goal->on_feedback(message);}
}

void ClientCore::on_status(const action_msgs::msg::GoalStatusArray & all)
{
  for (const auto & one : all.status_list) {
    const auto goal = find(one.goal_info.goal_id.uuid);
    if (!goal) {continue;}
    const std::lock_guard lock(goal->mutex_);
    goal->status_ = one.status;
  }
}

// ---- the goals that are known ----

void ClientCore::add(const std::shared_ptr<ClientGoalBase> & goal)
{
  const std::lock_guard lock(mutex_);
  if (goals_.size() >= sweep_at_) {
    std::erase_if(goals_, [](const auto & one) {return one.second.expired();});
    sweep_at_ = std::max<size_t>(64, goals_.size() * 2);
  }
  if (ends_) {goals_[goal->get_goal_id()] = goal;}
}

void ClientCore::remove(const GoalUUID & id)
{
  const std::lock_guard lock(mutex_);
  goals_.erase(id);
}

std::shared_ptr<ClientGoalBase> ClientCore::find(const GoalUUID & id)
{
  const std::lock_guard lock(mutex_);
  const auto found = goals_.find(id);
  return found == goals_.end() ? nullptr : found->second.lock();
}

}  // namespace rclcpp_action::detail
