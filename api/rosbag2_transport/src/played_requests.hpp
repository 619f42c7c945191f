// Requests of a service that are made again from its recorded events.
#ifndef PLAYED_REQUESTS_HPP_
#define PLAYED_REQUESTS_HPP_

#include "played_topics.hpp"

namespace rosbag2_transport
{

/// Sends the requests among the events that it is given.
/// @throws std::runtime_error if the type of the service is not here.
Play request_again(
  rclcpp::Node & node, const ranvier::bag::Topic & topic, ServiceRequestsSource source);

}  // namespace rosbag2_transport

#endif  // PLAYED_REQUESTS_HPP_
