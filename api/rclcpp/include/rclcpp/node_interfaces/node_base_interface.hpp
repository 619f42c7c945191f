// A node's name, context and callback groups.
#ifndef RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_HPP_

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "rcl/types.h"
#include "rclcpp/callback_group.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/macros.hpp"

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

class RCLCPP_PUBLIC NodeBaseInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeBaseInterface)
  using CallbackGroupFunction = std::function<void (CallbackGroup::SharedPtr)>;

  virtual ~NodeBaseInterface() = default;
  virtual const char * get_name() const = 0;
  virtual const char * get_namespace() const = 0;
  virtual const char * get_fully_qualified_name() const = 0;
  virtual Context::SharedPtr get_context() = 0;
  virtual CallbackGroup::SharedPtr create_callback_group(
    CallbackGroupType group_type, bool automatically_add_to_executor_with_node = true) = 0;
  virtual CallbackGroup::SharedPtr get_default_callback_group() = 0;
  virtual bool callback_group_in_node(CallbackGroup::SharedPtr group) = 0;
  virtual void for_each_callback_group(const CallbackGroupFunction & func) = 0;
  /// True while an executor has this node.
  virtual std::atomic_bool & get_associated_with_executor_atomic() = 0;
  virtual bool get_use_intra_process_default() const = 0;
  virtual bool get_enable_topic_statistics_default() const = 0;
  /// Expands and remaps a name. @throws exceptions::InvalidTopicNameError,
  /// exceptions::InvalidServiceNameError.
  virtual std::string resolve_topic_or_service_name(
    const std::string & name, bool is_service, bool only_expand = false) const = 0;

  /// Names the node to functions of rcl; valid while this lives.
  virtual rcl_node_t * get_rcl_node_handle() = 0;
  virtual const rcl_node_t * get_rcl_node_handle() const = 0;
  virtual std::shared_ptr<rcl_node_t> get_shared_rcl_node_handle() = 0;
  virtual std::shared_ptr<const rcl_node_t> get_shared_rcl_node_handle() const = 0;
  /// Triggered when groups or entities were added or removed, for code that
  /// waits by itself; our executors need no telling.
  virtual GuardCondition & get_notify_guard_condition() = 0;
  virtual std::shared_ptr<GuardCondition> get_shared_notify_guard_condition() = 0;
  virtual void trigger_notify_guard_condition() = 0;

  // ---- the runtime's own, not for users ----

  /// Arguments of this node alone; the context has the process's.
  virtual const ranvier::Arguments & own_arguments() const = 0;
  virtual bool uses_global_arguments() const = 0;
  /// What the node stands on.
  virtual const std::shared_ptr<ranvier::Node> & core() const = 0;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_HPP_
