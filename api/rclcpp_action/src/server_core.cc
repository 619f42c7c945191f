#include "server_core.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "ranvier/trace/trace.h"
#include "rclcpp/detail/known_types.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp_action::detail
{
namespace
{

using action_msgs::srv::CancelGoal;
using builtin_interfaces::msg::Time;

// The timer that frees expired results looks this many times in a timeout.
// Whether a result has expired is told by the clock, not by the timer.
constexpr int kLooksPerTimeout = 8;
constexpr std::chrono::nanoseconds kShortestLook = std::chrono::milliseconds(10);

}  // namespace

void check_parts(
  const std::string & action, rclcpp::node_interfaces::NodeBaseInterface * node,
  const rclcpp::CallbackGroup::SharedPtr & group)
{
  if (!node) {
    throw std::invalid_argument("action '" + action + "': the node's base interface is null");
  }
  if (group && !node->callback_group_in_node(group)) {
    throw rclcpp::exceptions::MissingGroupNodeException("action '" + action + "'");
  }
}

bool ServerGoal::apply(rcl_action_goal_event_t event) noexcept
{
  auto before = state();
  for (;;) {
    const auto after = rcl_action_transition_goal_state(before, event);
    if (after == GOAL_STATE_UNKNOWN) {return false;}
    if (!state_.compare_exchange_weak(before, after, std::memory_order_acq_rel)) {continue;}
    RANVIER_TRACE(ranvier_goal_status, id.data(), after);
    return true;
  }
}

ServerCore::ServerCore(Parts parts, std::unique_ptr<ServerTypes> types)
: parts_(std::move(parts)), types_(std::move(types)) {}

// ---- opening and closing ----

void ServerCore::open()
{
  const auto & type = parts_.type;
  const auto & options = parts_.options;
  rclcpp::detail::remember_type(
    *static_cast<const rosidl_typesupport_ranvier::ActionTypeInfo *>(type.data));
  auto ends = std::make_shared<Ends>();
  ends->goal = make_service(
    "send_goal", *type.goal_service_type_support, options.goal_service_qos);
  ends->cancel = make_service(
    "cancel_goal", *type.cancel_service_type_support, options.cancel_service_qos);
  ends->result = make_service(
    "get_result", *type.result_service_type_support, options.result_service_qos);
  const std::string topic = parts_.name + "/_action/";
  const rclcpp::PublisherOptions defaults;
  ends->feedback = std::make_shared<ErasedPublisher>(
    parts_.node.get(), topic + "feedback", *type.feedback_message_type_support,
    to_qos(options.feedback_topic_qos), defaults);
  ends->status = std::make_shared<rclcpp::Publisher<action_msgs::msg::GoalStatusArray>>(
    parts_.node.get(), topic + "status", to_qos(options.status_topic_qos), defaults);
  make_expiry(*ends);
  {
    const std::lock_guard lock(ends_mutex_);
    ends_ = ends;
  }
  listen(*ends->goal, &ServerCore::on_goal);
  listen(*ends->cancel, &ServerCore::on_cancel);
  listen(*ends->result, &ServerCore::on_result);
}

std::shared_ptr<ErasedService> ServerCore::make_service(
  const char * name, const rosidl_service_type_support_t & type, const rmw_qos_profile_t & qos)
{
  return std::make_shared<ErasedService>(
    parts_.node.get(), parts_.name + "/_action/" + name, type, to_qos(qos), parts_.group.get());
}

void ServerCore::listen(ErasedService & service, Handler handler)
{
  service.open(
    [weak = weak_from_this(), handler](
      std::shared_ptr<rmw_request_id_t> id, std::shared_ptr<void> request) {
      if (const auto self = weak.lock()) {(self.get()->*handler)(*id, request);}
    });
}

void ServerCore::make_expiry(Ends & ends)
{
  const std::chrono::nanoseconds timeout(parts_.options.result_timeout.nanoseconds);
  if (timeout.count() <= 0) {return;}
  auto look = [weak = weak_from_this()](rclcpp::TimerBase & timer) {
      const auto self = weak.lock();
      if (self && self->expire()) {return;}
      timer.cancel();
      // A goal may have ended meanwhile, and found the timer still going.
      if (self && self->expire()) {timer.reset();}
    };
  ends.expiry = std::make_shared<rclcpp::GenericTimer<decltype(look)>>(
    parts_.clock, std::max(timeout / kLooksPerTimeout, kShortestLook), std::move(look), false);
  ends.expiry->add_to(*parts_.node, parts_.group.get());
}

void ServerCore::close()
{
  std::shared_ptr<Ends> closed;
  const std::lock_guard lock(ends_mutex_);
  closed.swap(ends_);
}

std::shared_ptr<ServerCore::Ends> ServerCore::ends()
{
  const std::lock_guard lock(ends_mutex_);
  return ends_;
}

// What cannot be sent is logged: a peer's absence must not throw into user code.
template<typename Body>
void ServerCore::tried(const char * what, const Body & body) noexcept
{
  const auto open = ends();
  if (!open) {return;}
  try {
    body(*open);
  } catch (const std::exception & error) {
    if (!parts_.node->get_context()->is_valid()) {return;}
    RCLCPP_WARN(
      parts_.logger, "Action server '%s' could not send %s: %s", parts_.name.c_str(), what,
      error.what());
  }
}

// As it is after remapping; the name that was given, once the server is closed.
std::string ServerCore::resolved_name()
{
  const auto open = ends();
  if (!open) {return parts_.name;}
  const std::string service = open->goal->get_service_name();
  return service.substr(0, service.rfind("/_action/"));
}

// ---- goals ----

void ServerCore::on_goal(const RequestId & id, const Request & request)
{
  const GoalUUID & goal = types_->goal_id(request.get());
  expire();  // an id may be used again once it is forgotten
  if (!book_.announce(goal)) {
    RCLCPP_WARN(
      parts_.logger, "Action server '%s' refused a goal, because it knows one of the same id: %s",
      parts_.name.c_str(), to_string(goal).c_str());
    return answer_goal(id, false, Time());
  }
  switch (ask_user(id, goal, request)) {
    case GoalResponse::ACCEPT_AND_EXECUTE: return accept(id, request, GOAL_STATE_EXECUTING);
    case GoalResponse::ACCEPT_AND_DEFER: return accept(id, request, GOAL_STATE_ACCEPTED);
    default: return refuse(id, goal);
  }
}

// A callback that throws refuses: no client shall wait for what will not come.
GoalResponse ServerCore::ask_user(
  const RequestId & id, const GoalUUID & goal, const Request & request)
{
  try {
    return types_->goal(goal, request);
  } catch (...) {
    refuse(id, goal);
    throw;
  }
}

void ServerCore::refuse(const RequestId & id, const GoalUUID & goal)
{
  const Waiting waiting = book_.refuse(goal);
  answer_goal(id, false, Time());
  for (const RequestId & one : waiting) {answer_result(one, nullptr);}
}

// The goal is in the book before its client hears of it, so that whatever the
// client asks next finds it; handle_accepted runs when the client has its answer.
void ServerCore::accept(
  const RequestId & id, const Request & request, rcl_action_goal_state_t state)
{
  const Time now = parts_.clock->now();
  const auto goal = std::make_shared<ServerGoal>(
    types_->goal_id(request.get()), now, state, weak_from_this());
  auto handle = types_->handle(goal, request);
  book_.accept(goal, handle);
  RANVIER_TRACE(ranvier_goal_accept, goal->id.data(), resolved_name().c_str());
  RANVIER_TRACE(ranvier_goal_status, goal->id.data(), state);
  answer_goal(id, true, now);
  tell_status();
  types_->accepted(std::move(handle));
}

void ServerCore::answer_goal(const RequestId & id, bool accepted, const Time & stamp)
{
  tried(
    "the answer to a goal", [&](Ends & ends) {
      ends.goal->send(id, types_->goal_response(accepted, stamp.sec, stamp.nanosec));
    });
}

// ---- cancelling ----

void ServerCore::on_cancel(const RequestId & id, const Request & request)
{
  const auto & asked = static_cast<const CancelGoal::Request *>(request.get())->goal_info;
  const GoalBook::CancelPlan plan = book_.plan_cancel(asked);
  auto response = std::make_unique<CancelGoal::Response>();
  response->return_code = plan.code;
  bool ended = false;
  std::exception_ptr thrown;
  for (const GoalBook::ToCancel & one : plan.goals) {
    try {
      if (cancel_one(one)) {
        auto & info = response->goals_canceling.emplace_back();
        info.goal_id.uuid = one.goal->id;
        info.stamp = one.goal->stamp;
      }
    } catch (...) {
      thrown = std::current_exception();
    }
    ended = ended || one.goal->state() > GOAL_STATE_CANCELING;
  }
  const bool one_was_meant = plan.code != CancelGoal::Response::ERROR_NONE;
  if (!response->goals_canceling.empty()) {
    response->return_code = CancelGoal::Response::ERROR_NONE;
    tell_status();
  } else if (!plan.goals.empty() && !(one_was_meant && ended)) {
    response->return_code = CancelGoal::Response::ERROR_REJECTED;
  }
  tried(
    "the answer to a cancel request",
    [&](Ends & ends) {ends.cancel->send(id, response.release());});
  if (thrown) {std::rethrow_exception(thrown);}
}

// False too if the goal ended while the user was asked.
bool ServerCore::cancel_one(const GoalBook::ToCancel & one)
{
  return types_->cancel(one.handle) == CancelResponse::ACCEPT &&
         one.goal->apply(GOAL_EVENT_CANCEL_GOAL);
}

// ---- results ----

void ServerCore::on_result(const RequestId & id, const Request & request)
{
  expire();
  const auto answer = book_.ask(types_->result_id(request.get()), id);
  if (answer.kind != GoalBook::Answer::Kind::kLater) {answer_result(id, answer.response.get());}
}

void ServerCore::answer_result(const RequestId & id, const void * response)
{
  tried(
    "a result",
    [&](Ends & ends) {ends.result->send(id, types_->result_response(response));});
}

void ServerCore::end(const ServerGoal & goal, std::shared_ptr<void> response)
{
  const Waiting waiting = book_.end(goal.id, response, parts_.clock->now().nanoseconds());
  for (const RequestId & id : waiting) {answer_result(id, response.get());}
  tell_status();
  if (parts_.options.result_timeout.nanoseconds == 0) {expire();}
  const auto open = ends();
  if (open && open->expiry && open->expiry->is_canceled()) {open->expiry->reset();}
}

bool ServerCore::expire()
{
  const int64_t timeout = parts_.options.result_timeout.nanoseconds;
  return timeout >= 0 && book_.expire(parts_.clock->now().nanoseconds() - timeout);
}

// ---- topics ----

void ServerCore::tell_status()
{
  tried(
    "the status of its goals", [&](Ends & ends) {
      const std::lock_guard lock(status_);
      ends.status->publish(
        std::make_unique<action_msgs::msg::GoalStatusArray>(book_.statuses()));
    });
}

void ServerCore::send_feedback(Erased message)
{
  tried("feedback", [&](Ends & ends) {ends.feedback->send(message.release());});
}

}  // namespace rclcpp_action::detail
