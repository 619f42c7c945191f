// The publishers and subscriptions of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TOPICS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TOPICS_HPP_

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/node_topics_interface.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeTopicsInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeTopics : public NodeTopicsInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTopics)

  /// Both must outlive it.
  NodeTopics(NodeBaseInterface * node_base, NodeTimersInterface * node_timers);
  ~NodeTopics() override;
  RCLCPP_DISABLE_COPY(NodeTopics)

  std::shared_ptr<PublisherBase> create_publisher(
    const std::string & topic_name, const PublisherFactory & publisher_factory,
    const QoS & qos) override;
  std::shared_ptr<SubscriptionBase> create_subscription(
    const std::string & topic_name, const SubscriptionFactory & subscription_factory,
    const QoS & qos) override;
  void add_publisher(
    std::shared_ptr<PublisherBase> publisher, CallbackGroup::SharedPtr callback_group) override;
  void add_subscription(
    std::shared_ptr<SubscriptionBase> subscription,
    CallbackGroup::SharedPtr callback_group) override;
  NodeBaseInterface * get_node_base_interface() const override;
  NodeTimersInterface * get_node_timers_interface() const override;
  std::string resolve_topic_name(
    const std::string & name, bool only_expand = false) const override;

private:
  NodeBaseInterface * const node_base_;
  NodeTimersInterface * const node_timers_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_TOPICS_HPP_
