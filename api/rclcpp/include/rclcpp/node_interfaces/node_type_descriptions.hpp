// Serves the descriptions of the types that a process uses.
#ifndef RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_HPP_

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that serves ~/get_type_description. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeTypeDescriptions : public NodeTypeDescriptionsInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeTypeDescriptions)

  /// Declares the parameter start_type_description_service (true) and serves
  /// ~/get_type_description if it is true.
  NodeTypeDescriptions(
    NodeBaseInterface::SharedPtr node_base, NodeLoggingInterface::SharedPtr node_logging,
    NodeParametersInterface::SharedPtr node_parameters,
    NodeServicesInterface::SharedPtr node_services);
  ~NodeTypeDescriptions() override;
  RCLCPP_DISABLE_COPY(NodeTypeDescriptions)

private:
  const NodeBaseInterface::SharedPtr node_base_;
  std::shared_ptr<ServiceBase> service_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_TYPE_DESCRIPTIONS_HPP_
