// A container: loads nodes into its process when asked by services.
#ifndef RCLCPP_COMPONENTS__COMPONENT_MANAGER_HPP__
#define RCLCPP_COMPONENTS__COMPONENT_MANAGER_HPP__

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "composition_interfaces/srv/list_nodes.hpp"
#include "composition_interfaces/srv/load_node.hpp"
#include "composition_interfaces/srv/unload_node.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/node_options.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/node_factory.hpp"
#include "rclcpp_components/visibility_control.hpp"

namespace class_loader
{
class ClassLoader;
}  // namespace class_loader

namespace rclcpp_components
{

/// Its words are what the load service answers.
class RCLCPP_COMPONENTS_PUBLIC ComponentManagerException : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// A node with the services ~/_container/load_node, unload_node and list_nodes.
/// Containers derive from it to change how nodes are made and run.
///
/// Threads: the virtual functions run in the node's default callback group, one
/// at a time; set_executor() before that spins.
/// Lifetime: libraries of components stay in the process when it ends.
class RCLCPP_COMPONENTS_PUBLIC ComponentManager : public rclcpp::Node
{
public:
  using LoadNode = composition_interfaces::srv::LoadNode;
  using UnloadNode = composition_interfaces::srv::UnloadNode;
  using ListNodes = composition_interfaces::srv::ListNodes;
  /// A class, and the path of the library that has it.
  using ComponentResource = std::pair<std::string, std::string>;

  /// @param executor  gets the nodes that are loaded; not kept alive.
  ComponentManager(
    std::weak_ptr<rclcpp::Executor> executor =
    std::weak_ptr<rclcpp::executors::MultiThreadedExecutor>(),
    std::string node_name = "ComponentManager",
    const rclcpp::NodeOptions & node_options = rclcpp::NodeOptions()
    .start_parameter_services(false).start_parameter_event_publisher(false));
  /// Waits for callbacks of its nodes that run on other threads.
  ~ComponentManager() override;

  /// What a package has in the component index.
  /// @throws ComponentManagerException if it is not there or not readable.
  virtual std::vector<ComponentResource> get_component_resources(
    const std::string & package_name,
    const std::string & resource_index = "rclcpp_components") const;
  /// Opens the library, once. @return null if it has no such class.
  /// @throws ComponentManagerException if it cannot be opened.
  virtual std::shared_ptr<NodeFactory> create_component_factory(
    const ComponentResource & resource);
  virtual void set_executor(const std::weak_ptr<rclcpp::Executor> executor);

protected:
  /// @throws ComponentManagerException for an extra argument of a wrong type.
  virtual rclcpp::NodeOptions create_node_options(
    const std::shared_ptr<LoadNode::Request> request);
  /// The node is node_wrappers_[node_id].
  virtual void add_node_to_executor(uint64_t node_id);
  virtual void remove_node_from_executor(uint64_t node_id);

  virtual void on_load_node(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<LoadNode::Request> request,
    std::shared_ptr<LoadNode::Response> response);
  virtual void on_unload_node(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<UnloadNode::Request> request,
    std::shared_ptr<UnloadNode::Response> response);
  virtual void on_list_nodes(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<ListNodes::Request> request,
    std::shared_ptr<ListNodes::Response> response);

  [[deprecated("Use on_load_node() instead")]]
  virtual void OnLoadNode(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<LoadNode::Request> request,
    std::shared_ptr<LoadNode::Response> response)
  {
    on_load_node(request_header, request, response);
  }
  [[deprecated("Use on_unload_node() instead")]]
  virtual void OnUnloadNode(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<UnloadNode::Request> request,
    std::shared_ptr<UnloadNode::Response> response)
  {
    on_unload_node(request_header, request, response);
  }
  [[deprecated("Use on_list_nodes() instead")]]
  virtual void OnListNodes(
    const std::shared_ptr<rmw_request_id_t> request_header,
    const std::shared_ptr<ListNodes::Request> request,
    std::shared_ptr<ListNodes::Response> response)
  {
    on_list_nodes(request_header, request, response);
  }

  std::weak_ptr<rclcpp::Executor> executor_;
  uint64_t unique_id_ {1};  ///< of the next node
  std::map<std::string, std::unique_ptr<class_loader::ClassLoader>> loaders_;  ///< by path
  std::map<uint64_t, NodeInstanceWrapper> node_wrappers_;  ///< the loaded nodes, by id
  rclcpp::Service<LoadNode>::SharedPtr loadNode_srv_;
  rclcpp::Service<UnloadNode>::SharedPtr unloadNode_srv_;
  rclcpp::Service<ListNodes>::SharedPtr listNodes_srv_;

private:
  /// @throws ComponentManagerException with why it could not be loaded.
  uint64_t load(const std::shared_ptr<LoadNode::Request> & request);
  uint64_t start(NodeFactory & factory, const rclcpp::NodeOptions & options);
  /// @throws ComponentManagerException if there is no such node.
  void unload(uint64_t id);
  void drop(NodeInstanceWrapper node);
  void drop_idle();

  // Unloaded while a callback of theirs ran on another thread: destroyed when
  // it is over, which the timer looks for.
  std::vector<NodeInstanceWrapper> leaving_;
  rclcpp::TimerBase::SharedPtr leaving_timer_;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__COMPONENT_MANAGER_HPP__
