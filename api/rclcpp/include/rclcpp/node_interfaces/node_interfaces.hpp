// Some of the parts of a node, as a value that functions take.
#ifndef RCLCPP__NODE_INTERFACES__NODE_INTERFACES_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_INTERFACES_HPP_

#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "rclcpp/node_interfaces/detail/get_interface.hpp"

/// All parts, as arguments of NodeInterfaces.
#define ALL_RCLCPP_NODE_INTERFACES \
  rclcpp::node_interfaces::NodeBaseInterface, \
  rclcpp::node_interfaces::NodeClockInterface, \
  rclcpp::node_interfaces::NodeGraphInterface, \
  rclcpp::node_interfaces::NodeLoggingInterface, \
  rclcpp::node_interfaces::NodeParametersInterface, \
  rclcpp::node_interfaces::NodeServicesInterface, \
  rclcpp::node_interfaces::NodeTimeSourceInterface, \
  rclcpp::node_interfaces::NodeTimersInterface, \
  rclcpp::node_interfaces::NodeTopicsInterface, \
  rclcpp::node_interfaces::NodeTypeDescriptionsInterface, \
  rclcpp::node_interfaces::NodeWaitablesInterface

namespace rclcpp
{
namespace detail
{

/// How a part is got from a node, and the function by which NodeInterfaces
/// gives it. Specialized by RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT.
template<typename InterfaceT>
struct NodeInterfaceAccess;

}  // namespace detail
}  // namespace rclcpp

/// Makes a part of one's own known to NodeInterfaces: nodes have it if they have
/// get_node_<name>_interface(). At global scope.
#define RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(NodeInterfaceType, NodeInterfaceName) \
  template<> \
  struct rclcpp::detail::NodeInterfaceAccess<NodeInterfaceType> \
  { \
    template<typename NodeT> \
    static std::shared_ptr<NodeInterfaceType> get(NodeT & node) \
    { \
      return node.get_node_ ## NodeInterfaceName ## _interface(); \
    } \
    template<typename AllT> \
    struct Getter \
    { \
      std::shared_ptr<NodeInterfaceType> get_node_ ## NodeInterfaceName ## _interface() const \
      { \
        return static_cast<const AllT *>(this)->template get<NodeInterfaceType>(); \
      } \
    }; \
  };

RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeBaseInterface, base)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeClockInterface, clock)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeGraphInterface, graph)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeLoggingInterface, logging)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeParametersInterface, parameters)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeServicesInterface, services)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(
  rclcpp::node_interfaces::NodeTimeSourceInterface, time_source)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeTimersInterface, timers)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeTopicsInterface, topics)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(
  rclcpp::node_interfaces::NodeTypeDescriptionsInterface, type_descriptions)
RCLCPP_NODE_INTERFACE_HELPERS_SUPPORT(rclcpp::node_interfaces::NodeWaitablesInterface, waitables)

namespace rclcpp
{
namespace node_interfaces
{

/// Has get_node_<part>_interface() for each of its parts, and so can be given to
/// whatever takes a node and wants no other part.
/// Threads: a value.
template<typename ... InterfaceTs>
class NodeInterfaces
  : public rclcpp::detail::NodeInterfaceAccess<InterfaceTs>::template Getter<
    NodeInterfaces<InterfaceTs ...>>...
{
  static_assert(sizeof...(InterfaceTs) > 0, "name at least one interface");

public:
  using NodeInterfacesT = NodeInterfaces<InterfaceTs ...>;

  /// All parts null.
  NodeInterfaces() = default;
  /// From a node, or from NodeInterfaces with at least these parts. Implicit, so
  /// that a function that takes this can be called with a node.
  template<
    typename NodeT,
    typename = std::enable_if_t<
      !std::is_same_v<std::decay_t<NodeT>, NodeInterfacesT> &&
      !(std::is_convertible_v<NodeT &, std::shared_ptr<InterfaceTs>> || ...)>>
  NodeInterfaces(NodeT & node)  // NOLINT(runtime/explicit)
  : parts_(rclcpp::detail::NodeInterfaceAccess<InterfaceTs>::get(node) ...) {}
  /// From the parts.
  explicit NodeInterfaces(std::shared_ptr<InterfaceTs>... parts)
  : parts_(std::move(parts) ...) {}

  template<typename InterfaceT>
  std::shared_ptr<InterfaceT> get() const
  {
    static_assert(
      (std::is_same_v<InterfaceT, InterfaceTs> || ...),
      "these NodeInterfaces have no such interface");
    return std::get<std::shared_ptr<InterfaceT>>(parts_);
  }

private:
  std::tuple<std::shared_ptr<InterfaceTs>...> parts_;
};

}  // namespace node_interfaces
}  // namespace rclcpp
#endif  // RCLCPP__NODE_INTERFACES__NODE_INTERFACES_HPP_
