// How an executor of a user's own collects entities into a wait set and takes
// what is ready. Our executors need none.
#ifndef RCLCPP__MEMORY_STRATEGY_HPP_
#define RCLCPP__MEMORY_STRATEGY_HPP_

#include <map>
#include <memory>

#include "rcl/allocator.h"
#include "rclcpp/client.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp
{
namespace memory_strategy
{

/// What an executor of a user's own collects and runs. Threads: one.
class RCLCPP_PUBLIC MemoryStrategy
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(MemoryStrategy)
  using WeakCallbackGroupsToNodesMap = std::map<
    CallbackGroup::WeakPtr, node_interfaces::NodeBaseInterface::WeakPtr,
    std::owner_less<CallbackGroup::WeakPtr>>;

  virtual ~MemoryStrategy();  ///< Nothing is freed of what it was given.

  /// Takes what is in the groups that can be taken from. @return whether some of
  /// the groups are gone.
  virtual bool collect_entities(const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) = 0;
  // How many of each it has: with these a wait set is made large enough.
  virtual size_t number_of_ready_subscriptions() const = 0;  ///< Places in a wait set.
  virtual size_t number_of_ready_services() const = 0;
  virtual size_t number_of_ready_clients() const = 0;
  virtual size_t number_of_ready_events() const = 0;
  virtual size_t number_of_ready_timers() const = 0;
  virtual size_t number_of_guard_conditions() const = 0;
  virtual size_t number_of_waitables() const = 0;
  virtual void add_waitable_handle(const std::shared_ptr<Waitable> & waitable) = 0;
  /// @return false if one cannot be added.
  virtual bool add_handles_to_wait_set(rcl_wait_set_t * wait_set) = 0;
  virtual void clear_handles() = 0;  ///< Forgets what it collected.
  /// After the wait: forgets what is not ready.
  virtual void remove_null_handles(rcl_wait_set_t * wait_set) = 0;
  virtual void add_guard_condition(const GuardCondition & guard_condition) = 0;
  virtual void remove_guard_condition(const GuardCondition * guard_condition) = 0;
  // The next ready one whose group can be taken from, with its group and node;
  // `any_exec` stays as it is if there is none.
  /// The next that is ready and whose group is free; none: `any_exec` stays empty.
  virtual void get_next_subscription(
    AnyExecutable & any_exec, const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) = 0;
  /// The same.
  virtual void get_next_service(
    AnyExecutable & any_exec, const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) = 0;
  /// The same.
  virtual void get_next_client(
    AnyExecutable & any_exec, const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) = 0;
  /// The same.
  virtual void get_next_timer(
    AnyExecutable & any_exec, const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) = 0;
  /// The same.
  virtual void get_next_waitable(
    AnyExecutable & any_exec, const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes) = 0;
  virtual rcl_allocator_t get_allocator() = 0;  ///< For wait sets of C.

  // Who has a handle, who has an entity, who has a group; null if none has.
  /// Who has the handle, of these groups; null if nobody.
  static std::shared_ptr<SubscriptionBase> get_subscription_by_handle(
    const std::shared_ptr<const rcl_subscription_t> & subscriber_handle,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The same.
  static std::shared_ptr<ServiceBase> get_service_by_handle(
    const std::shared_ptr<const rcl_service_t> & service_handle,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The same.
  static std::shared_ptr<ClientBase> get_client_by_handle(
    const std::shared_ptr<const rcl_client_t> & client_handle,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The same.
  static std::shared_ptr<TimerBase> get_timer_by_handle(
    const std::shared_ptr<const rcl_timer_t> & timer_handle,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  static node_interfaces::NodeBaseInterface::SharedPtr get_node_by_group(
    const CallbackGroup::SharedPtr & group,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The group that it is in; null if none of these.
  static CallbackGroup::SharedPtr get_group_by_subscription(
    const std::shared_ptr<SubscriptionBase> & subscription,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The same.
  static CallbackGroup::SharedPtr get_group_by_service(
    const std::shared_ptr<ServiceBase> & service,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The same.
  static CallbackGroup::SharedPtr get_group_by_client(
    const std::shared_ptr<ClientBase> & client,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The same.
  static CallbackGroup::SharedPtr get_group_by_timer(
    const std::shared_ptr<TimerBase> & timer,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
  /// The same.
  static CallbackGroup::SharedPtr get_group_by_waitable(
    const std::shared_ptr<Waitable> & waitable,
    const WeakCallbackGroupsToNodesMap & weak_groups_to_nodes);
};

}  // namespace memory_strategy

namespace memory_strategies
{
/// What ExecutorOptions has.
RCLCPP_PUBLIC memory_strategy::MemoryStrategy::SharedPtr create_default_strategy();
}  // namespace memory_strategies

}  // namespace rclcpp
#endif  // RCLCPP__MEMORY_STRATEGY_HPP_
