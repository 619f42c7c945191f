#include "rclcpp_action/client.hpp"

#include <cstring>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>

#include "endpoints.hpp"
#include "ranvier/os/deadline.h"
#include "ranvier/proto/action/client.h"
#include "ranvier/run/watch/awaited.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp_action
{
namespace detail
{

using ranvier::action::ClientGoal;

// ---- the handle of a goal ----

/// What the core knows of it. Its counted pointers are those of the handle.
class ClientGoalBase::Core final : public ClientGoal
{
public:
  Core(const GoalInfo & info, ClientGoalBase & handle)
  : ClientGoal(info), handle_(handle) {}

  /// `by` brings the result. Contract: once, before others know the goal.
  void await_by(const ranvier::Client & by) {awaited_.emplace(handle_.awaited(), &by);}

  static std::shared_ptr<ClientGoal> of(const std::shared_ptr<ClientGoalBase> & handle)
  {
    return {handle, handle->core_.get()};
  }
  static std::shared_ptr<ClientGoalBase> handle(const std::shared_ptr<ClientGoal> & goal)
  {
    return goal ? std::shared_ptr<ClientGoalBase>(goal, &static_cast<Core &>(*goal).handle_) :
           nullptr;
  }

private:
  void on_feedback(std::shared_ptr<const void> feedback) override
  {
    handle_.on_feedback(std::move(feedback));
  }
  void on_result(int8_t status, std::shared_ptr<void> result) override
  {
    awaited_.reset();
    handle_.on_result(status, std::move(result));
  }
  void on_no_result(const ranvier::Error & why) override
  {
    try {
      if (why.code == ranvier::Code::kShutdown) {throw exceptions::UnawareGoalHandleError();}
      rclcpp::detail::raise(why);
    } catch (...) {
      handle_.fail(std::current_exception());
    }
  }

  ClientGoalBase & handle_;
  std::optional<ranvier::Awaited> awaited_;
};

ClientGoalBase::ClientGoalBase(const GoalInfo & info)
: core_(std::make_unique<Core>(info, *this)) {}
ClientGoalBase::~ClientGoalBase() = default;

const GoalUUID & ClientGoalBase::get_goal_id() const {return core_->id();}
rclcpp::Time ClientGoalBase::get_goal_stamp() const {return core_->info.stamp;}
int8_t ClientGoalBase::get_status() {return core_->status();}
bool ClientGoalBase::is_feedback_aware() {return has_feedback_callback();}
bool ClientGoalBase::is_result_aware() {return core_->result_asked();}
void ClientGoalBase::throw_if_unaware()
{
  if (!is_result_aware()) {throw exceptions::UnawareGoalHandleError();}
}

}  // namespace detail

// ---- the client ----

using GoalCore = detail::ClientGoalBase::Core;

namespace
{

// As long as it lives: the future is made ready by one of the clients of an action.
std::shared_ptr<ranvier::Awaited> awaited_by_ends(
  ranvier::action::Client & core, const void * state,
  ranvier::Ref<ranvier::Client> ranvier::action::Client::Ends::* by)
{
  const auto ends = core.ends();
  return ends ? std::make_shared<ranvier::Awaited>(state, (ends.get()->*by).get()) : nullptr;
}

}  // namespace

ClientBase::ClientBase(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
  const std::string & action_name, const rosidl_action_type_support_t & type_support,
  const rcl_action_client_options_t & options, rclcpp::CallbackGroup::SharedPtr group)
: ServedWaitable("action client '" + action_name + "'"), node_(std::move(node_base)),
  group_(std::move(group)), graph_(node_graph)
{
  detail::check_parts(action_name, node_.get(), group_);
  rclcpp::detail::check_given(node_graph, "action Client()", "node_graph");
  rclcpp::detail::check_given(node_logging, "action Client()", "node_logging");
  core_ = rclcpp::detail::value_or_raise(
    ranvier::action::Client::open(
      {node_->core(), rclcpp::detail::strand_of(*node_, group_.get()),
        node_logging->get_logger().get_child("rclcpp_action").get_name(),
        detail::endpoints_of(*node_, action_name, type_support, options, false)}));
  // The answer to a goal before its feedback, which would be dropped else; its
  // result last, for the same reason.
  const auto ends = core_->ends();
  add_part(static_cast<int>(EntityType::GoalClient), *ends->goal);
  add_part(static_cast<int>(EntityType::FeedbackSubscription), *ends->feedback);
  add_part(static_cast<int>(EntityType::StatusSubscription), *ends->status);
  add_part(static_cast<int>(EntityType::CancelClient), *ends->cancel);
  add_part(static_cast<int>(EntityType::ResultClient), *ends->result);
}

ClientBase::~ClientBase()
{
  clear_on_ready_callback();
  if (core_) {core_->close();}
}

void ClientBase::execute(const std::shared_ptr<void> & data)
{
  if (!data) {
    throw std::invalid_argument("'data_in' is unexpectedly empty: give what take_data() gave");
  }
  ServedWaitable::execute(data);
}

bool ClientBase::action_server_is_ready() const {return core_->server_is_ready();}
bool ClientBase::wait_for_action_server_nanoseconds(std::chrono::nanoseconds timeout)
{
  if (graph_.expired()) {throw rclcpp::exceptions::InvalidNodeError();}
  return core_->wait_for_server(ranvier::deadline_after(timeout));
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

// The goal is known before the user hears of it, and before its feedback comes.
void ClientBase::send_goal(
  const GoalUUID & id, const void * goal, std::shared_ptr<detail::GoalCall> call)
{
  auto awaited = awaited_by_ends(*core_, call->awaited(), &ranvier::action::Client::Ends::goal);
  const auto on_answer = [call = std::move(call), weak = std::weak_ptr(core_),
      awaited = std::move(awaited)](const std::optional<GoalInfo> & accepted) {
      const auto core = weak.lock();
      if (!accepted || !core) {return call->tell();}
      const auto known = GoalCore::of(call->handle(*accepted));
      if (const auto ends = core->ends()) {
        static_cast<GoalCore &>(*known).await_by(*ends->result);
      }
      core->watch(known);
      call->tell();
      if (call->wants_result()) {core->request_result(known);}
    };
  rclcpp::detail::check(core_->send_goal(id, goal, on_answer));
}

std::shared_future<ClientBase::CancelResponsePtr> ClientBase::send_cancel(
  const GoalInfo & goals, std::function<void(CancelResponsePtr)> callback)
{
  auto promise = std::make_shared<std::promise<CancelResponsePtr>>();
  auto future = promise->get_future().share();
  auto awaited = awaited_by_ends(
    *core_, rclcpp::detail::state_of(future), &ranvier::action::Client::Ends::cancel);
  rclcpp::detail::check(
    core_->send_cancel(
      goals, [promise, awaited = std::move(awaited), callback = std::move(callback)](
        CancelResponsePtr response) {
        promise->set_value(response);
        if (callback) {callback(std::move(response));}
      }));
  return future;
}

void ClientBase::request_result(const std::shared_ptr<detail::ClientGoalBase> & goal)
{
  core_->request_result(GoalCore::of(goal));
}
void ClientBase::check_known(const detail::ClientGoalBase * goal) const
{
  if (!goal || find(goal->get_goal_id()).get() != goal) {
    throw exceptions::UnknownGoalHandleError();
  }
}
std::shared_ptr<detail::ClientGoalBase> ClientBase::find(const GoalUUID & id) const
{
  return GoalCore::handle(core_->find(id));
}

}  // namespace rclcpp_action
