// The services by which peers look at the state of a managed node and change it.
#ifndef LIFECYCLE_SERVICES_HPP_
#define LIFECYCLE_SERVICES_HPP_

#include <memory>
#include <vector>

#include "lifecycle.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"
#include "rclcpp/node_interfaces/node_services_interface.hpp"
#include "rclcpp/service.hpp"

namespace rclcpp_lifecycle
{

/// Serves "~/change_state", "~/get_state", "~/get_available_states",
/// "~/get_available_transitions" and "~/get_transition_graph" in the node's
/// default group while it lives.
class LifecycleServices
{
public:
  LifecycleServices(
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base,
    rclcpp::node_interfaces::NodeServicesInterface::SharedPtr services,
    const std::shared_ptr<Lifecycle> & lifecycle);

private:
  std::vector<rclcpp::ServiceBase::SharedPtr> services_;
};

}  // namespace rclcpp_lifecycle
#endif  // LIFECYCLE_SERVICES_HPP_
