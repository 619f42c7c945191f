// How services of recorders and players are made.
#ifndef SERVED_HPP_
#define SERVED_HPP_

#include <memory>
#include <string>

#include "rclcpp/node.hpp"

namespace rosbag2_transport
{

/// Makes a service whose function is given the request and fills the response.
/// Threads: the function is called by who spins the node, as the group says.
template<typename Service, typename Function>
rclcpp::ServiceBase::SharedPtr serve(
  rclcpp::Node & node, const std::string & name, Function function,
  const rclcpp::CallbackGroup::SharedPtr & group)
{
  using Request = typename Service::Request;
  using Response = typename Service::Response;
  return node.create_service<Service>(
    name,
    [function](const std::shared_ptr<Request> request, const std::shared_ptr<Response> response) {
      function(*request, *response);
    }, rclcpp::ServicesQoS(), group);
}

}  // namespace rosbag2_transport

#endif  // SERVED_HPP_
