// Where the packets of an endpoint go or come from.
#ifndef RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_
#define RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_

#include <cstdint>
#include <ostream>
#include <string>

#include "rcl/network_flow_endpoints.h"
#include "rclcpp/macros.hpp"

namespace rclcpp
{

/// A value. Equal if all of it is.
class RCLCPP_PUBLIC NetworkFlowEndpoint
{
public:
  explicit NetworkFlowEndpoint(const rcl_network_flow_endpoint_t & endpoint);

  /// "UDP", "TCP" or "Unknown".
  const std::string & transport_protocol() const {return transport_protocol_;}
  /// "IPv4", "IPv6" or "Unknown".
  const std::string & internet_protocol() const {return internet_protocol_;}
  uint16_t transport_port() const {return transport_port_;}
  uint32_t flow_label() const {return flow_label_;}
  uint8_t dscp() const {return dscp_;}
  const std::string & internet_address() const {return internet_address_;}

private:
  std::string transport_protocol_;
  std::string internet_protocol_;
  uint16_t transport_port_;
  uint32_t flow_label_;
  uint8_t dscp_;
  std::string internet_address_;
};

RCLCPP_PUBLIC bool operator==(const NetworkFlowEndpoint & left, const NetworkFlowEndpoint & right);
RCLCPP_PUBLIC bool operator!=(const NetworkFlowEndpoint & left, const NetworkFlowEndpoint & right);
/// As JSON.
RCLCPP_PUBLIC std::ostream & operator<<(
  std::ostream & os, const NetworkFlowEndpoint & network_flow_endpoint);

}  // namespace rclcpp
#endif  // RCLCPP__NETWORK_FLOW_ENDPOINT_HPP_
