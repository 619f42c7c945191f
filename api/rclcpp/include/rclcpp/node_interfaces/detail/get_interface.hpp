// get_node_<part>_interface(node): a part of whatever has that part.
#ifndef RCLCPP__NODE_INTERFACES__DETAIL__GET_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__DETAIL__GET_INTERFACE_HPP_

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rclcpp/node_interfaces/detail/interfaces.hpp"

namespace rclcpp
{
namespace detail
{

template<typename PointerT>
auto & pointed_node(PointerT & pointer)
{
  if (!pointer) {throw std::invalid_argument("node cannot be nullptr");}
  return *pointer;
}

template<typename T, typename = void>
struct Pointed
{
  using Type = void;
};
template<typename T>
struct Pointed<T, std::void_t<decltype(*std::declval<T &>())>>
{
  using Type = std::remove_reference_t<decltype(*std::declval<T &>())>;
};
/// What a pointer of any kind points to; void for what is none.
template<typename T>
using pointed_t = typename Pointed<T>::Type;

}  // namespace detail

namespace node_interfaces
{

// `node` may be the part's shared_ptr itself, an object with
// get_node_<part>_interface(), or any pointer to such an object.
// Throws std::invalid_argument for a null pointer.
#define RCLCPP_NODE_INTERFACE_GETTER(part, Interface) \
  template<typename NodeT, typename = void> \
  struct has_node_ ## part ## _interface : std::false_type {}; \
  template<typename NodeT> \
  struct has_node_ ## part ## _interface< \
    NodeT, std::void_t<decltype(std::declval<NodeT &>().get_node_ ## part ## _interface())>> \
    : std::true_type {}; \
  template<typename NodeT> \
  detail::later_t<NodeT, std::shared_ptr<Interface>> \
  get_node_ ## part ## _interface(NodeT && node) \
  { \
    if constexpr (std::is_convertible_v<NodeT, std::shared_ptr<Interface>>) { \
      return node; \
    } else if constexpr (has_node_ ## part ## _interface<std::remove_reference_t<NodeT>>::value) { \
      return node.get_node_ ## part ## _interface(); \
    } else { \
      return detail::pointed_node(node).get_node_ ## part ## _interface(); \
    } \
  }

RCLCPP_NODE_INTERFACE_GETTER(base, NodeBaseInterface)
RCLCPP_NODE_INTERFACE_GETTER(clock, NodeClockInterface)
RCLCPP_NODE_INTERFACE_GETTER(graph, NodeGraphInterface)
RCLCPP_NODE_INTERFACE_GETTER(logging, NodeLoggingInterface)
RCLCPP_NODE_INTERFACE_GETTER(parameters, NodeParametersInterface)
RCLCPP_NODE_INTERFACE_GETTER(services, NodeServicesInterface)
RCLCPP_NODE_INTERFACE_GETTER(time_source, NodeTimeSourceInterface)
RCLCPP_NODE_INTERFACE_GETTER(timers, NodeTimersInterface)
RCLCPP_NODE_INTERFACE_GETTER(topics, NodeTopicsInterface)
RCLCPP_NODE_INTERFACE_GETTER(type_descriptions, NodeTypeDescriptionsInterface)
RCLCPP_NODE_INTERFACE_GETTER(waitables, NodeWaitablesInterface)

#undef RCLCPP_NODE_INTERFACE_GETTER

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__DETAIL__GET_INTERFACE_HPP_
