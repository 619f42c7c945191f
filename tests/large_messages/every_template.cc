// Every member function of what the API makes of a message type, compiled for types that are
// larger than a frame may be: also those that no test calls.
#include "large_interfaces/action/dig.hpp"
#include "large_interfaces/msg/view/outer.hpp"
#include "large_interfaces/srv/swap.hpp"
#include "ranvier/build.hpp"
#include "ranvier/view.hpp"
#include "rclcpp/any_service_callback.hpp"
#include "rclcpp/message_memory_strategy.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/strategies/message_pool_memory_strategy.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"
#include "small_stack.hpp"

using large_interfaces::action::Dig;
using large_interfaces::msg::Named;
using large_interfaces::msg::Outer;
using large_interfaces::srv::Swap;

template class rclcpp::Publisher<Blob>;
template class rclcpp::Publisher<Adapted>;
template class rclcpp::Publisher<Outer>;
template class rclcpp::LoanedMessage<Blob>;
template class rclcpp_lifecycle::LifecyclePublisher<Blob>;
template class rclcpp::Subscription<Blob>;
template class rclcpp::Subscription<Adapted>;
template class rclcpp::AnySubscriptionCallback<Adapted>;
template class rclcpp::message_memory_strategy::MessageMemoryStrategy<Blob, std::allocator<void>>;
template class rclcpp::strategies::message_pool_memory_strategy::MessagePoolMemoryStrategy<Blob, 2>;
template class rclcpp::Serialization<Blob>;
template class rclcpp::Client<Swap>;
template class rclcpp::Service<Swap>;
template class rclcpp::AnyServiceCallback<Swap>;
template class rclcpp_action::Client<Dig>;
template class rclcpp_action::ClientGoalHandle<Dig>;
template class rclcpp_action::detail::GoalCallOf<rclcpp_action::ClientGoalHandle<Dig>,
                                                 rclcpp_action::Client<Dig>::SendGoalOptions>;
template class rclcpp_action::Server<Dig>;
template class rclcpp_action::ServerGoalHandle<Dig>;
template class rclcpp_action::detail::TypedServer<Dig>;
template class ranvier::View<Outer>;
template struct large_interfaces::msg::Blob_<std::allocator<void>>;
template struct large_interfaces::msg::Named_<std::allocator<void>>;
template struct large_interfaces::msg::Outer_<std::allocator<void>>;
template struct rclcpp::detail::AdaptationOf<Adapted>;
