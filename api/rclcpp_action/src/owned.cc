#include "rclcpp_action/detail/owned.hpp"

#include "rclcpp_action/client.hpp"
#include "rclcpp_action/server.hpp"

namespace rclcpp_action::detail
{

std::shared_ptr<ClientBase> owned_base(ClientBase * client)
{
  return std::shared_ptr<ClientBase>(client);
}
std::shared_ptr<ServerBase> owned_base(ServerBase * server)
{
  return std::shared_ptr<ServerBase>(server);
}
std::shared_ptr<ClientGoalBase> owned_base(ClientGoalBase * goal)
{
  return std::shared_ptr<ClientGoalBase>(goal);
}
std::shared_ptr<ServerGoalHandleBase> owned_base(ServerGoalHandleBase * goal)
{
  return std::shared_ptr<ServerGoalHandleBase>(goal);
}

}  // namespace rclcpp_action::detail
