// Which callbacks may run at the same time, and a node's name, context and callback groups.
#ifndef RCLCPP__DETAIL__NODE_BASE_HPP_
#define RCLCPP__DETAIL__NODE_BASE_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "rcl/types.h"
#include "rclcpp/context.hpp"
#include "rclcpp/macros.hpp"

namespace ranvier
{
class Strand;
}

namespace rclcpp
{
class ClientBase;
class Context;
class GuardCondition;
class ServiceBase;
class SubscriptionBase;
class TimerBase;
class Waitable;

/// Whether the callbacks of a group run one at a time, or on any thread.
enum class CallbackGroupType { MutuallyExclusive, Reentrant };

/// Entities whose callbacks run one at a time, or not. Threads: all functions from any thread.
class RCLCPP_PUBLIC CallbackGroup
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(CallbackGroup)

  /// A group of no node, for an executor that is given it.
  CallbackGroup(
    CallbackGroupType type, std::weak_ptr<Context> context,
    bool automatically_add_to_executor_with_node = true);
  /// Nodes make groups: Node::create_callback_group().
  CallbackGroup(
    CallbackGroupType type, bool automatically_add_to_executor_with_node,
    std::shared_ptr<ranvier::Strand> strand, std::weak_ptr<Context> context);
  /// Its entities are of no group then, and run no more.
  ~CallbackGroup();
  RCLCPP_DISABLE_COPY(CallbackGroup)

  const CallbackGroupType & type() const {return type_;}
  bool automatically_add_to_executor_with_node() const {return automatic_;}  ///< As it was made.
  /// True while an executor has this group.
  std::atomic_bool & get_associated_with_executor_atomic();
  /// False while an executor of a user's own has handed out something of an
  /// exclusive group. Our own executors do not ask it.
  std::atomic_bool & can_be_taken_from() {return can_be_taken_from_;}

  // The first entity of a kind that `func` says true to; null if there is none.
  // Entities are in their group for as long as somebody else holds them.
  /// The first for which it says true; null if there is none.
  std::shared_ptr<SubscriptionBase> find_subscription_ptrs_if(
    const std::function<bool(std::shared_ptr<SubscriptionBase> &)> & func) const;
  /// As above.
  std::shared_ptr<TimerBase> find_timer_ptrs_if(
    const std::function<bool(std::shared_ptr<TimerBase> &)> & func) const;
  /// As above.
  std::shared_ptr<ServiceBase> find_service_ptrs_if(
    const std::function<bool(std::shared_ptr<ServiceBase> &)> & func) const;
  /// As above.
  std::shared_ptr<ClientBase> find_client_ptrs_if(
    const std::function<bool(std::shared_ptr<ClientBase> &)> & func) const;
  /// As above.
  std::shared_ptr<Waitable> find_waitable_ptrs_if(
    const std::function<bool(std::shared_ptr<Waitable> &)> & func) const;
  /// Calls back for each entity of the group; any function may be empty.
  void collect_all_ptrs(
    const std::function<void(const std::shared_ptr<SubscriptionBase> &)> & sub_func,
    const std::function<void(const std::shared_ptr<ServiceBase> &)> & service_func,
    const std::function<void(const std::shared_ptr<ClientBase> &)> & client_func,
    const std::function<void(const std::shared_ptr<TimerBase> &)> & timer_func,
    const std::function<void(const std::shared_ptr<Waitable> &)> & waitable_func) const;
  /// How many entities it has.
  size_t size() const;
  /// Triggered when an entity is added. Null once the context is gone.
  std::shared_ptr<GuardCondition> get_notify_guard_condition();
  void trigger_notify_guard_condition();  ///< Tells executors of users that the group changed.

  // ---- the runtime's own, not for users ----

  void add(const std::shared_ptr<SubscriptionBase> & subscription);
  void add(const std::shared_ptr<TimerBase> & timer);
  void add(const std::shared_ptr<ServiceBase> & service);
  void add(const std::shared_ptr<ClientBase> & client);
  void add(const std::shared_ptr<Waitable> & waitable);
  void remove(const std::shared_ptr<Waitable> & waitable) noexcept;
  const std::shared_ptr<ranvier::Strand> & core() const {return strand_;}

private:
  struct Members;
  Members & members() const;
  void grown();

  const CallbackGroupType type_;
  const bool automatic_;
  std::atomic_bool associated_{false};
  std::atomic_bool can_be_taken_from_{true};
  const std::shared_ptr<ranvier::Strand> strand_;
  const std::weak_ptr<Context> context_;
  mutable std::atomic<Members *> members_{nullptr};  // made with the first
};

}  // namespace rclcpp

namespace ranvier
{
class Node;
struct Arguments;
}

namespace rclcpp
{
class GuardCondition;

namespace node_interfaces
{

/// What a node is, without what it does. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeBaseInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeBaseInterface)
  using CallbackGroupFunction = std::function<void (CallbackGroup::SharedPtr)>;

  virtual ~NodeBaseInterface() = default;
  virtual const char * get_name() const = 0;  ///< Without the namespace.
  virtual const char * get_namespace() const = 0;  ///< With its slash in front.
  virtual const char * get_fully_qualified_name() const = 0;  ///< Both.
  virtual Context::SharedPtr get_context() = 0;  ///< Never null.
  /// As Node::create_callback_group().
  virtual CallbackGroup::SharedPtr create_callback_group(
    CallbackGroupType group_type, bool automatically_add_to_executor_with_node = true) = 0;
  virtual CallbackGroup::SharedPtr get_default_callback_group() = 0;  ///< Mutually exclusive.
  virtual bool callback_group_in_node(CallbackGroup::SharedPtr group) = 0;  ///< Whether it made it.
  /// Those that somebody has.
  virtual void for_each_callback_group(const CallbackGroupFunction & func) = 0;
  /// True while an executor has this node.
  virtual std::atomic_bool & get_associated_with_executor_atomic() = 0;
  virtual bool get_use_intra_process_default() const = 0;  ///< Of the node's options.
  virtual bool get_enable_topic_statistics_default() const = 0;  ///< Of the node's options.
  /// Expands and remaps a name. @throws exceptions::InvalidTopicNameError,
  /// exceptions::InvalidServiceNameError.
  virtual std::string resolve_topic_or_service_name(
    const std::string & name, bool is_service, bool only_expand = false) const = 0;

  /// Names the node to functions of rcl; valid while this lives.
  virtual rcl_node_t * get_rcl_node_handle() = 0;
  virtual const rcl_node_t * get_rcl_node_handle() const = 0;  ///< For functions of C.
  virtual std::shared_ptr<rcl_node_t> get_shared_rcl_node_handle() = 0;  ///< For functions of C.
  virtual std::shared_ptr<const rcl_node_t> get_shared_rcl_node_handle() const = 0;
  /// Triggered when groups or entities were added or removed, for code that
  /// waits by itself; our executors need no telling.
  virtual GuardCondition & get_notify_guard_condition() = 0;
  /// May be null.
  virtual std::shared_ptr<GuardCondition> get_shared_notify_guard_condition() = 0;
  virtual void trigger_notify_guard_condition() = 0;  ///< The node changed.

  // ---- the runtime's own, not for users ----

  /// Arguments of this node alone; the context has the process's.
  virtual const ranvier::Arguments & own_arguments() const = 0;
  virtual bool uses_global_arguments() const = 0;  ///< Of the node's options.
  /// What the node stands on.
  virtual const std::shared_ptr<ranvier::Node> & core() const = 0;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__DETAIL__NODE_BASE_HPP_
