// What a node knows of the graph.
#ifndef RCLCPP__NODE_INTERFACES__NODE_GRAPH_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_GRAPH_HPP_

#include <mutex>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"

namespace rclcpp
{
namespace detail
{
class GraphWaits;
}

namespace node_interfaces
{

/// The part of a node that is its NodeGraphInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeGraph : public NodeGraphInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeGraph)

  /// `node_base` must outlive it.
  explicit NodeGraph(NodeBaseInterface * node_base);
  ~NodeGraph() override;
  RCLCPP_DISABLE_COPY(NodeGraph)

  NamesAndTypes get_topic_names_and_types(bool no_demangle = false) const override;
  NamesAndTypes get_service_names_and_types() const override;
  NamesAndTypes get_service_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const override;
  NamesAndTypes get_client_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_) const override;
  NamesAndTypes get_publisher_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_,
    bool no_demangle = false) const override;
  NamesAndTypes get_subscriber_names_and_types_by_node(
    const std::string & node_name, const std::string & namespace_,
    bool no_demangle = false) const override;
  std::vector<std::string> get_node_names() const override;
  std::vector<std::tuple<std::string, std::string, std::string>>
  get_node_names_with_enclaves() const override;
  std::vector<std::pair<std::string, std::string>>
  get_node_names_and_namespaces() const override;
  size_t count_publishers(const std::string & topic_name) const override;
  size_t count_subscribers(const std::string & topic_name) const override;
  size_t count_clients(const std::string & service_name) const override;
  size_t count_services(const std::string & service_name) const override;
  const rcl_guard_condition_t * get_graph_guard_condition() const override;
  void notify_graph_change() override;
  void notify_shutdown() override;
  std::shared_ptr<Event> get_graph_event() override;
  void wait_for_graph_change(
    std::shared_ptr<Event> event, std::chrono::nanoseconds timeout) override;
  size_t count_graph_users() const override;
  std::vector<TopicEndpointInfo> get_publishers_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const override;
  std::vector<TopicEndpointInfo> get_subscriptions_info_by_topic(
    const std::string & topic_name, bool no_mangle = false) const override;

private:
  detail::GraphWaits & waits();

  NodeBaseInterface * const node_base_;
  std::once_flag waits_once_;
  std::shared_ptr<detail::GraphWaits> waits_;  // the context's; made when asked for
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_GRAPH_HPP_
