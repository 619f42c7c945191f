// The clients and services of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_SERVICES_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_SERVICES_HPP_

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeServicesInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeServices : public NodeServicesInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeServices)

  /// `node_base` must outlive it.
  explicit NodeServices(NodeBaseInterface * node_base);
  ~NodeServices() override;
  RCLCPP_DISABLE_COPY(NodeServices)

  void add_client(std::shared_ptr<ClientBase> client, CallbackGroup::SharedPtr group) override;
  void add_service(
    std::shared_ptr<ServiceBase> service, CallbackGroup::SharedPtr group) override;
  std::string resolve_service_name(
    const std::string & name, bool only_expand = false) const override;

private:
  NodeBaseInterface * const node_base_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_SERVICES_HPP_
