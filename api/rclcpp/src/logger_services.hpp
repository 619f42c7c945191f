// The services through which other processes see and set the levels of loggers.
#ifndef LOGGER_SERVICES_HPP_
#define LOGGER_SERVICES_HPP_

#include <memory>
#include <vector>

namespace rclcpp
{
class ServiceBase;
namespace node_interfaces
{
class NodeBaseInterface;
}

namespace detail
{

/// Serves ~/get_logger_levels and ~/set_logger_levels while the result lives.
std::vector<std::shared_ptr<ServiceBase>> serve_logger_levels(
  node_interfaces::NodeBaseInterface & node);

}  // namespace detail
}  // namespace rclcpp
#endif  // LOGGER_SERVICES_HPP_
