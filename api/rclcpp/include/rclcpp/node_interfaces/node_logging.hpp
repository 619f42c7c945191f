// The logger of a node.
#ifndef RCLCPP__NODE_INTERFACES__NODE_LOGGING_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_LOGGING_HPP_

#include "rcl_interfaces/srv/get_logger_levels.hpp"
#include "rcl_interfaces/srv/set_logger_levels.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/detail/interfaces.hpp"

namespace rclcpp
{
namespace node_interfaces
{

/// The part of a node that is its NodeLoggingInterface. Threads: all functions from any thread.
class RCLCPP_PUBLIC NodeLogging : public NodeLoggingInterface
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(NodeLogging)

  explicit NodeLogging(NodeBaseInterface::SharedPtr node_base);
  ~NodeLogging() override;
  RCLCPP_DISABLE_COPY(NodeLogging)

  Logger get_logger() const override;
  const char * get_logger_name() const override;
  void create_logger_services(NodeServicesInterface::SharedPtr node_services) override;

private:
  const NodeBaseInterface::SharedPtr node_base_;
  const Logger logger_;
  std::vector<std::shared_ptr<ServiceBase>> services_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_LOGGING_HPP_
