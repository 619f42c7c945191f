// Counted pointers whose counts are code of this library (see rclcpp/detail/create.hpp).
#ifndef RCLCPP_ACTION__DETAIL__OWNED_HPP_
#define RCLCPP_ACTION__DETAIL__OWNED_HPP_

#include <memory>

#include "rclcpp_action/visibility_control.hpp"

namespace rclcpp_action
{
class ClientBase;
class ServerBase;
class ServerGoalHandleBase;

namespace detail
{
class ClientGoalBase;

RCLCPP_ACTION_PUBLIC std::shared_ptr<ClientBase> owned_base(ClientBase * client);
RCLCPP_ACTION_PUBLIC std::shared_ptr<ServerBase> owned_base(ServerBase * server);
RCLCPP_ACTION_PUBLIC std::shared_ptr<ClientGoalBase> owned_base(ClientGoalBase * goal);
RCLCPP_ACTION_PUBLIC std::shared_ptr<ServerGoalHandleBase> owned_base(ServerGoalHandleBase * goal);

/// Owns what `new` gave.
template<typename T>
std::shared_ptr<T> owned(T * object) {return std::static_pointer_cast<T>(owned_base(object));}

}  // namespace detail
}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__DETAIL__OWNED_HPP_
