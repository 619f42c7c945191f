// The base interface of a node over its core.
#ifndef NODE_BASE_HPP_
#define NODE_BASE_HPP_

#include <mutex>
#include <string>
#include <vector>

#include "core_edge.hpp"
#include "ranvier/node/arguments.h"
#include "rclcpp/node_options.hpp"

namespace rclcpp::node_interfaces
{

/// Threads: all functions from any thread.
class NodeBase final : public NodeBaseInterface
{
public:
  /// Names are remapped and checked here.
  /// @throws as Node's constructor.
  NodeBase(const std::string & name, const std::string & space, const NodeOptions & options);
  ~NodeBase() override;

  const char * get_name() const override;
  const char * get_namespace() const override;
  const char * get_fully_qualified_name() const override {return full_name_.c_str();}
  Context::SharedPtr get_context() override {return context_;}
  CallbackGroup::SharedPtr create_callback_group(
    CallbackGroupType type, bool automatically_add) override;
  CallbackGroup::SharedPtr get_default_callback_group() override {return default_group_;}
  bool callback_group_in_node(CallbackGroup::SharedPtr group) override;
  void for_each_callback_group(const CallbackGroupFunction & func) override;
  std::atomic_bool & get_associated_with_executor_atomic() override;
  bool get_use_intra_process_default() const override {return use_intra_process_;}
  bool get_enable_topic_statistics_default() const override {return topic_statistics_;}
  std::string resolve_topic_or_service_name(
    const std::string & name, bool is_service, bool only_expand) const override;
  const std::shared_ptr<ranvier::Node> & core() const override {return core_;}

  /// Arguments of this node alone; the context has the process's.
  const ranvier::Arguments & own_arguments() const {return own_;}

private:
  ranvier::RemapRules rules() const;

  const Context::SharedPtr context_;
  const bool use_global_arguments_;
  const bool use_intra_process_;
  const bool topic_statistics_;
  const ranvier::Arguments own_;
  std::shared_ptr<ranvier::Node> core_;
  std::string full_name_;
  std::atomic_bool associated_{false};
  std::mutex mutex_;  // guards groups_
  std::vector<CallbackGroup::WeakPtr> groups_;
  CallbackGroup::SharedPtr default_group_;
};

}  // namespace rclcpp::node_interfaces
#endif  // NODE_BASE_HPP_
