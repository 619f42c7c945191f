// A managed node: a node with states, which it goes through on request.
#ifndef RCLCPP_LIFECYCLE__LIFECYCLE_NODE_HPP_
#define RCLCPP_LIFECYCLE__LIFECYCLE_NODE_HPP_

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/node.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"
#include "rclcpp_lifecycle/node_interfaces/lifecycle_node_interface.hpp"
#include "rclcpp_lifecycle/state.hpp"
#include "rclcpp_lifecycle/transition.hpp"
#include "rclcpp_lifecycle/visibility_control.h"

namespace rclcpp_lifecycle
{

template<typename AllocatorT>
using PublisherOptionsWithAllocator = rclcpp::PublisherOptionsWithAllocator<AllocatorT>;
template<typename AllocatorT>
using SubscriptionOptionsWithAllocator = rclcpp::SubscriptionOptionsWithAllocator<AllocatorT>;

/// Options without a setting.
template<typename AllocatorT>
PublisherOptionsWithAllocator<AllocatorT> create_default_publisher_options()
{
  return rclcpp::detail::no_options<PublisherOptionsWithAllocator<AllocatorT>>();
}
/// Options without a setting.
template<typename AllocatorT>
SubscriptionOptionsWithAllocator<AllocatorT> create_default_subscription_options()
{
  return rclcpp::detail::no_options<SubscriptionOptionsWithAllocator<AllocatorT>>();
}

/// Has all functions of rclcpp::Node but those of sub-nodes; its publishers are
/// silent until it is active.
///
/// One transition runs at a time, on the thread that triggers it. Another that
/// is triggered meanwhile, also by a callback of the first, is refused, as is one
/// that the current state does not have: the state stays, an error is logged.
/// Threads: all functions from any thread. No lock is held while callbacks run.
class RCLCPP_LIFECYCLE_PUBLIC LifecycleNode
  : public node_interfaces::LifecycleNodeInterface,
  public rclcpp::detail::NodeApi,
  public std::enable_shared_from_this<LifecycleNode>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(LifecycleNode)

  /// `enable_communication_interface`: whether peers may ask for the state and
  /// change it, by services below "~/". "~/transition_event" tells of every
  /// transition in any case.
  /// @throws what rclcpp::Node throws.
  explicit LifecycleNode(
    const std::string & node_name, const rclcpp::NodeOptions & options = rclcpp::NodeOptions(),
    bool enable_communication_interface = true);
  /// The same with a namespace.
  LifecycleNode(
    const std::string & node_name, const std::string & namespace_,
    const rclcpp::NodeOptions & options = rclcpp::NodeOptions(),
    bool enable_communication_interface = true);
  /// Shuts nothing down; warns if the node is not finalized.
  ~LifecycleNode() override;

  /// The publisher is activated and deactivated by the node's on_activate() and
  /// on_deactivate(); a class that overrides them calls those.
  template<typename MessageT, typename AllocatorT = std::allocator<void>>
  std::shared_ptr<LifecyclePublisher<MessageT, AllocatorT>> create_publisher(
    const std::string & topic_name, const rclcpp::QoS & qos,
    const PublisherOptionsWithAllocator<AllocatorT> & options =
    create_default_publisher_options<AllocatorT>())
  {
    auto publisher = NodeApi::create_publisher<
      MessageT, AllocatorT, LifecyclePublisher<MessageT, AllocatorT>>(topic_name, qos, options);
    add_managed_entity(publisher);
    return publisher;
  }

  // ---- states ----

  /// The state in force: the reference stays valid as long as the node, and
  /// shows its changes.
  const State & get_current_state() const;
  /// All states that there are.
  std::vector<State> get_available_states() const;
  /// The transitions from the current state.
  std::vector<Transition> get_available_transitions() const;
  /// All transitions that there are.
  std::vector<Transition> get_transition_graph() const;

  /// @return the state after the transition, or after its refusal.
  /// `cb_return_code`: what the callback gave, ERROR for an exception;
  /// untouched if the transition was refused.
  const State & trigger_transition(const Transition & transition);
  /// The same, with what the callback gave.
  const State & trigger_transition(
    const Transition & transition, CallbackReturn & cb_return_code);
  /// By a number of lifecycle_msgs/msg/Transition.
  const State & trigger_transition(uint8_t transition_id);
  /// The same.
  const State & trigger_transition(uint8_t transition_id, CallbackReturn & cb_return_code);

  const State & configure();  ///< From "unconfigured" to "inactive".
  const State & configure(CallbackReturn & cb_return_code);  ///< The same.
  const State & cleanup();  ///< From "inactive" back to "unconfigured".
  const State & cleanup(CallbackReturn & cb_return_code);  ///< The same.
  const State & activate();  ///< From "inactive" to "active".
  const State & activate(CallbackReturn & cb_return_code);  ///< The same.
  const State & deactivate();  ///< From "active" back to "inactive".
  const State & deactivate(CallbackReturn & cb_return_code);  ///< The same.
  /// From any primary state but "finalized".
  const State & shutdown();
  const State & shutdown(CallbackReturn & cb_return_code);  ///< The same.

  /// The function replaces the on_...() of the class.
  /// @return true.
  bool register_on_configure(std::function<CallbackReturn(const State &)> fcn);
  /// As the one above.
  bool register_on_cleanup(std::function<CallbackReturn(const State &)> fcn);
  bool register_on_shutdown(std::function<CallbackReturn(const State &)> fcn);  ///< As above.
  bool register_on_activate(std::function<CallbackReturn(const State &)> fcn);  ///< As above.
  bool register_on_deactivate(std::function<CallbackReturn(const State &)> fcn);  ///< As above.
  /// As above: for a callback that gave ERROR or threw.
  bool register_on_error(std::function<CallbackReturn(const State &)> fcn);

  /// Activates and deactivates the managed entities.
  CallbackReturn on_activate(const State & previous_state) override;
  CallbackReturn on_deactivate(const State & previous_state) override;  ///< The same.

protected:
  /// The entity follows the node's state as long as somebody else holds it.
  void add_managed_entity(std::weak_ptr<ManagedEntityInterface> managed_entity);
  /// Changes nothing: timers run in every state, as in ROS 2.
  void add_timer_handle(std::shared_ptr<rclcpp::TimerBase>) {}

private:
  RCLCPP_DISABLE_COPY(LifecycleNode)

  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace rclcpp_lifecycle
#endif  // RCLCPP_LIFECYCLE__LIFECYCLE_NODE_HPP_
