// A node's name, context and callback groups.
#ifndef RCLCPP__NODE_INTERFACES__NODE_BASE_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_BASE_HPP_

#include <memory>
#include <string>

#include "rcl/types.h"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/node_base.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeBaseInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeBase
  : public NodeBaseInterface, public std::enable_shared_from_this<NodeBase>
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeBase)

  /// Names are remapped and checked here.
  /// @param rcl_node_options  NodeOptions::get_rcl_node_options().
  /// @param default_callback_group  one is made if null.
  /// @throws as Node's constructor.
  NodeBase(
    const std::string & node_name, const std::string & namespace_, Context::SharedPtr context,
    const rcl_node_options_t & rcl_node_options, bool use_intra_process_default,
    bool enable_topic_statistics_default,
    CallbackGroup::SharedPtr default_callback_group = nullptr);
  ~NodeBase() override;
  RCLCPP_DISABLE_COPY(NodeBase)

  const char * get_name() const override;
  const char * get_namespace() const override;
  const char * get_fully_qualified_name() const override;
  Context::SharedPtr get_context() override;
  rcl_node_t * get_rcl_node_handle() override;
  const rcl_node_t * get_rcl_node_handle() const override;
  std::shared_ptr<rcl_node_t> get_shared_rcl_node_handle() override;
  std::shared_ptr<const rcl_node_t> get_shared_rcl_node_handle() const override;
  CallbackGroup::SharedPtr create_callback_group(
    CallbackGroupType group_type, bool automatically_add_to_executor_with_node = true) override;
  CallbackGroup::SharedPtr get_default_callback_group() override;
  bool callback_group_in_node(CallbackGroup::SharedPtr group) override;
  void for_each_callback_group(const CallbackGroupFunction & func) override;
  std::atomic_bool & get_associated_with_executor_atomic() override;
  GuardCondition & get_notify_guard_condition() override;
  std::shared_ptr<GuardCondition> get_shared_notify_guard_condition() override;
  void trigger_notify_guard_condition() override;
  bool get_use_intra_process_default() const override;
  bool get_enable_topic_statistics_default() const override;
  std::string resolve_topic_or_service_name(
    const std::string & name, bool is_service, bool only_expand = false) const override;
  const ranvier::Arguments & own_arguments() const override;
  bool uses_global_arguments() const override;
  const std::shared_ptr<ranvier::Node> & core() const override;

private:
  struct Impl;
  const rclcpp::detail::Owned<Impl> impl_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_BASE_HPP_
