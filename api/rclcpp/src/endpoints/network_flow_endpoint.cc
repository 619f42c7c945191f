#include "rclcpp/network_flow_endpoint.hpp"

#include <tuple>

#include "core/core_edge.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/subscription.hpp"

namespace rclcpp
{
namespace
{

const char * name_of(rcl_transport_protocol_t protocol)
{
  switch (protocol) {
    case RMW_TRANSPORT_PROTOCOL_UDP: return "UDP";
    case RMW_TRANSPORT_PROTOCOL_TCP: return "TCP";
    default: return "Unknown";
  }
}

const char * name_of(rcl_internet_protocol_t protocol)
{
  switch (protocol) {
    case RMW_INTERNET_PROTOCOL_IPV4: return "IPv4";
    case RMW_INTERNET_PROTOCOL_IPV6: return "IPv6";
    default: return "Unknown";
  }
}

auto tied(const NetworkFlowEndpoint & endpoint)
{
  return std::make_tuple(
    endpoint.transport_protocol(), endpoint.internet_protocol(), endpoint.transport_port(),
    endpoint.flow_label(), endpoint.dscp(), endpoint.internet_address());
}

[[noreturn]] void unsupported(const std::string & what, const char * topic)
{
  detail::raise_unsupported(
    what + " '" + topic + "': the middleware does not tell the network flows of an endpoint; catch "
    "this error and go on without them");
}

}  // namespace

NetworkFlowEndpoint::NetworkFlowEndpoint(const rcl_network_flow_endpoint_t & endpoint)
: transport_protocol_(name_of(endpoint.transport_protocol)),
  internet_protocol_(name_of(endpoint.internet_protocol)),
  transport_port_(endpoint.transport_port), flow_label_(endpoint.flow_label),
  dscp_(endpoint.dscp), internet_address_(endpoint.internet_address) {}

bool operator==(const NetworkFlowEndpoint & left, const NetworkFlowEndpoint & right)
{
  return tied(left) == tied(right);
}
bool operator!=(const NetworkFlowEndpoint & left, const NetworkFlowEndpoint & right)
{
  return !(left == right);
}

std::ostream & operator<<(std::ostream & os, const NetworkFlowEndpoint & endpoint)
{
  return os << "{\"transportProtocol\": \"" << endpoint.transport_protocol() <<
         "\", \"internetProtocol\": \"" << endpoint.internet_protocol() <<
         "\", \"transportPort\": \"" << endpoint.transport_port() <<
         "\", \"flowLabel\": \"" << endpoint.flow_label() <<
         "\", \"dscp\": \"" << static_cast<unsigned>(endpoint.dscp()) <<
         "\", \"internetAddress\": \"" << endpoint.internet_address() << "\"}";
}

std::vector<NetworkFlowEndpoint> PublisherBase::get_network_flow_endpoints() const
{
  unsupported("publisher", get_topic_name());
}

std::vector<NetworkFlowEndpoint> SubscriptionBase::get_network_flow_endpoints() const
{
  unsupported("subscription", get_topic_name());
}

}  // namespace rclcpp
