// Takes goals, works on them, and tells how they end.
#ifndef RCLCPP_ACTION__SERVER_HPP_
#define RCLCPP_ACTION__SERVER_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rcl_action/action_server.h"
#include "rclcpp/detail/served_waitable.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"
#include "rclcpp_action/detail/owned.hpp"
#include "rclcpp_action/server_goal_handle.hpp"
#include "rosidl_typesupport_cpp/action_type_support.hpp"

namespace rclcpp_action
{

/// What handle_goal answers.
enum class GoalResponse : int8_t
{
  REJECT = 1,
  ACCEPT_AND_EXECUTE = 2,  ///< executing from now on
  ACCEPT_AND_DEFER = 3,    ///< accepted; ServerGoalHandle::execute() begins it
};

/// What handle_cancel answers.
enum class CancelResponse : int8_t
{
  REJECT = 1,
  ACCEPT = 2,
};

namespace detail
{
class ServerCore;

/// The user's callbacks, and what the core needs to know of the action's types.
/// Pointers to void are to the typed messages; raw ones that are returned
/// belong to the caller. Threads: the callbacks where the executor spins.
class ServerTypes
{
public:
  virtual ~ServerTypes() = default;
  virtual GoalResponse goal(const GoalUUID & id, const std::shared_ptr<void> & request) = 0;
  virtual CancelResponse cancel(std::shared_ptr<ServerGoalHandleBase> handle) = 0;
  virtual void accepted(std::shared_ptr<ServerGoalHandleBase> handle) = 0;

  virtual std::shared_ptr<ServerGoalHandleBase> handle(
    std::shared_ptr<ServerGoal> goal, const std::shared_ptr<void> & request) const = 0;
  virtual const GoalUUID & goal_id(const void * send_goal_request) const = 0;
  virtual const GoalUUID & result_id(const void * get_result_request) const = 0;
  virtual void * goal_response(bool accepted, int32_t sec, uint32_t nanosec) const = 0;
  /// A copy, or a response of unknown status if null.
  virtual void * result_response(const void * response) const = 0;
};

template<typename ActionT>
class TypedServer final : public ServerTypes
{
public:
  using Handle = ServerGoalHandle<ActionT>;
  using GoalCallback = std::function<GoalResponse(
        const GoalUUID &, std::shared_ptr<const typename ActionT::Goal>)>;
  using CancelCallback = std::function<CancelResponse(std::shared_ptr<Handle>)>;
  using AcceptedCallback = std::function<void (std::shared_ptr<Handle>)>;

  TypedServer(GoalCallback goal, CancelCallback cancel, AcceptedCallback accepted)
  : goal_(std::move(goal)), cancel_(std::move(cancel)), accepted_(std::move(accepted)) {}

private:
  using Request = typename ActionT::Impl::SendGoalService::Request;
  using Response = typename ActionT::Impl::SendGoalService::Response;
  using ResultRequest = typename ActionT::Impl::GetResultService::Request;
  using ResultResponse = typename ActionT::Impl::GetResultService::Response;

  static std::shared_ptr<const typename ActionT::Goal> goal_of(const std::shared_ptr<void> & request)
  {
    return {request, &static_cast<const Request *>(request.get())->goal};
  }

  GoalResponse goal(const GoalUUID & id, const std::shared_ptr<void> & request) override
  {
    return goal_(id, goal_of(request));
  }
  CancelResponse cancel(std::shared_ptr<ServerGoalHandleBase> handle) override
  {
    return cancel_(std::static_pointer_cast<Handle>(std::move(handle)));
  }
  void accepted(std::shared_ptr<ServerGoalHandleBase> handle) override
  {
    accepted_(std::static_pointer_cast<Handle>(std::move(handle)));
  }
  std::shared_ptr<ServerGoalHandleBase> handle(
    std::shared_ptr<ServerGoal> goal, const std::shared_ptr<void> & request) const override
  {
    return owned(new Handle(std::move(goal), goal_of(request)));
  }
  const GoalUUID & goal_id(const void * request) const override
  {
    return static_cast<const Request *>(request)->goal_id.uuid;
  }
  const GoalUUID & result_id(const void * request) const override
  {
    return static_cast<const ResultRequest *>(request)->goal_id.uuid;
  }
  void * goal_response(bool accepted, int32_t sec, uint32_t nanosec) const override
  {
    auto response = std::make_unique<Response>();
    response->accepted = accepted;
    response->stamp.sec = sec;
    response->stamp.nanosec = nanosec;
    return response.release();
  }
  void * result_response(const void * response) const override
  {
    if (response == nullptr) {return new ResultResponse();}
    return new ResultResponse(*static_cast<const ResultResponse *>(response));
  }

  const GoalCallback goal_;
  const CancelCallback cancel_;
  const AcceptedCallback accepted_;
};

}  // namespace detail

/// Executors run it by its services, whether or not it is added to a node as a
/// waitable; who waits by himself has it as one.
/// Threads: all functions from any thread.
class RCLCPP_ACTION_PUBLIC ServerBase
  : public rclcpp::detail::ServedWaitable, public std::enable_shared_from_this<ServerBase>
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(ServerBase)
  /// What is ready of it.
  enum class EntityType : std::size_t
  {
    GoalService,
    ResultService,
    CancelService,
    Expired,  ///< results are to be forgotten
  };
  ~ServerBase() override;
  RCLCPP_DISABLE_COPY(ServerBase)

  // ---- as a waitable: for wait sets, and executors of users that have them ----

  // Requests for goals first, then to cancel, then for results.
  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  /// Of what is_ready() found last. Throws std::runtime_error if it found nothing.
  std::shared_ptr<void> take_data() override;
  /// Throws std::invalid_argument for an id that is none of EntityType.
  std::shared_ptr<void> take_data_by_entity_id(size_t id) override;
  /// Runs the callbacks, here. Nothing happens if somebody else took it before.
  /// Throws std::runtime_error for null.
  void execute(const std::shared_ptr<void> & data) override;
  /// `callback` is told how many requests came, and of which EntityType, on the
  /// thread that brings them, of those that wait already at once. It must be short,
  /// and not publish. Throws std::invalid_argument for null.
  void set_on_ready_callback(std::function<void(size_t, int)> callback) override;
  void clear_on_ready_callback() override;

  size_t get_number_of_ready_subscriptions() override;
  size_t get_number_of_ready_timers() override;
  size_t get_number_of_ready_clients() override;
  size_t get_number_of_ready_services() override;
  size_t get_number_of_ready_guard_conditions() override;

protected:
  /// Serves from now on. Throws rclcpp::exceptions::InvalidServiceNameError and
  /// MissingGroupNodeException (a group of another node), std::invalid_argument (null).
  ServerBase(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeClockInterface::SharedPtr node_clock,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & name, const rosidl_action_type_support_t & type_support,
    const rcl_action_server_options_t & options, rclcpp::CallbackGroup::SharedPtr group,
    std::unique_ptr<detail::ServerTypes> types);

private:
  const std::shared_ptr<detail::ServerCore> core_;
  std::atomic<int> next_ready_{-1};  // an EntityType
};

/// Callbacks run in the callback group that it was made with, handle_goal first:
/// then the client is told, then handle_accepted runs. None of them should take
/// long: work on a goal elsewhere, with its handle.
template<typename ActionT>
class Server : public ServerBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Server)
  using GoalCallback = typename detail::TypedServer<ActionT>::GoalCallback;
  using CancelCallback = typename detail::TypedServer<ActionT>::CancelCallback;
  using AcceptedCallback = typename detail::TypedServer<ActionT>::AcceptedCallback;

  Server(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeClockInterface::SharedPtr node_clock,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & name, const rcl_action_server_options_t & options,
    GoalCallback handle_goal, CancelCallback handle_cancel, AcceptedCallback handle_accepted,
    rclcpp::CallbackGroup::SharedPtr group = nullptr)
  : ServerBase(
      std::move(node_base), std::move(node_clock), std::move(node_logging), name,
      *rosidl_typesupport_cpp::get_action_type_support_handle<ActionT>(), options,
      std::move(group), std::make_unique<detail::TypedServer<ActionT>>(
        std::move(handle_goal), std::move(handle_cancel), std::move(handle_accepted))) {}

  std::shared_ptr<Server> shared_from_this()
  {
    return std::static_pointer_cast<Server>(ServerBase::shared_from_this());
  }
  std::shared_ptr<const Server> shared_from_this() const
  {
    return std::static_pointer_cast<const Server>(ServerBase::shared_from_this());
  }
  std::weak_ptr<Server> weak_from_this() noexcept
  {
    return std::static_pointer_cast<Server>(ServerBase::weak_from_this().lock());
  }
  std::weak_ptr<const Server> weak_from_this() const noexcept
  {
    return std::static_pointer_cast<const Server>(ServerBase::weak_from_this().lock());
  }
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__SERVER_HPP_
