// Takes goals, works on them, and tells how they end.
#ifndef RCLCPP_ACTION__SERVER_HPP_
#define RCLCPP_ACTION__SERVER_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "action_msgs/srv/cancel_goal.hpp"
#include "rcl_action/action_server.h"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/served_waitable.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"
#include "rclcpp_action/detail/owned.hpp"
#include "rclcpp_action/server_goal_handle.hpp"
#include "rosidl_typesupport_cpp/action_type_support.hpp"

namespace ranvier::action
{
class Server;
}

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
/// The user's callbacks without their types; goals are pointers to the typed ones.
/// Threads: called where the executor spins.
class ServerTypes
{
public:
  virtual ~ServerTypes() = default;
  virtual GoalResponse goal(const GoalUUID & id, std::shared_ptr<const void> goal) = 0;
  virtual CancelResponse cancel(std::shared_ptr<ServerGoalHandleBase> handle) = 0;
  virtual void accepted(std::shared_ptr<ServerGoalHandleBase> handle) = 0;
  virtual std::shared_ptr<ServerGoalHandleBase> handle(
    std::shared_ptr<ranvier::action::Goal> state, std::shared_ptr<const void> goal) const = 0;
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
  : goal_(std::move(goal)), cancel_(std::move(cancel)), accepted_(std::move(accepted))
  {
    rclcpp::detail::check_callback(goal_, "create_server(), handle_goal");
    rclcpp::detail::check_callback(cancel_, "create_server(), handle_cancel");
    rclcpp::detail::check_callback(accepted_, "create_server(), handle_accepted");
  }

private:
  static std::shared_ptr<const typename ActionT::Goal> typed(std::shared_ptr<const void> goal)
  {
    return std::static_pointer_cast<const typename ActionT::Goal>(std::move(goal));
  }

  GoalResponse goal(const GoalUUID & id, std::shared_ptr<const void> goal) override
  {
    return goal_(id, typed(std::move(goal)));
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
    std::shared_ptr<ranvier::action::Goal> state,
    std::shared_ptr<const void> goal) const override
  {
    return owned(new Handle(std::move(state), typed(std::move(goal))));
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
  /// Serves no more; handles that somebody has stay valid.
  ~ServerBase() override;
  RCLCPP_DISABLE_COPY(ServerBase)

protected:
  /// Serves from now on. Throws rclcpp::exceptions::InvalidServiceNameError and
  /// MissingGroupNodeException (a group of another node), std::invalid_argument (null, a
  /// callback too).
  ServerBase(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base,
    rclcpp::node_interfaces::NodeClockInterface::SharedPtr node_clock,
    rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging,
    const std::string & name, const rosidl_action_type_support_t & type_support,
    const rcl_action_server_options_t & options, rclcpp::CallbackGroup::SharedPtr group,
    std::unique_ptr<detail::ServerTypes> types);

private:
  // They stay at least as long as the server.
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_;
  const rclcpp::CallbackGroup::SharedPtr group_;
  std::shared_ptr<ranvier::action::Server> core_;
};

/// Callbacks run in the callback group that it was made with, handle_goal first:
/// then the client gets the answer, then handle_accepted runs. None of them should take
/// long: work on a goal elsewhere, with its handle.
template<typename ActionT>
class Server : public ServerBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Server)
  /// Takes a goal or refuses it.
  using GoalCallback = typename detail::TypedServer<ActionT>::GoalCallback;
  /// Agrees to a cancel or refuses it.
  using CancelCallback = typename detail::TypedServer<ActionT>::CancelCallback;
  /// Begins the work.
  using AcceptedCallback = typename detail::TypedServer<ActionT>::AcceptedCallback;

  /// @throws as ServerBase. @param group of its callbacks; null is the node's default one.
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

  /// As of std::enable_shared_from_this, with the type of this class.
  std::shared_ptr<Server> shared_from_this()
  {
    return std::static_pointer_cast<Server>(ServerBase::shared_from_this());
  }
  /// The same.
  std::shared_ptr<const Server> shared_from_this() const
  {
    return std::static_pointer_cast<const Server>(ServerBase::shared_from_this());
  }
  /// The same, empty at the end of its life.
  std::weak_ptr<Server> weak_from_this() noexcept
  {
    return std::static_pointer_cast<Server>(ServerBase::weak_from_this().lock());
  }
  /// The same.
  std::weak_ptr<const Server> weak_from_this() const noexcept
  {
    return std::static_pointer_cast<const Server>(ServerBase::weak_from_this().lock());
  }
};

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__SERVER_HPP_
