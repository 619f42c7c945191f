// Requests of a service that are made again from its recorded events.
#ifndef PLAYED_REQUESTS_HPP_
#define PLAYED_REQUESTS_HPP_

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "bag/storage/types.h"
#include "rclcpp/generic_client.hpp"
#include "rclcpp/node.hpp"
#include "rosbag2_transport/play_options.hpp"

namespace ranvier::codec
{
struct TypeInfo;
}  // namespace ranvier::codec

namespace rosbag2_transport
{

/// Threads: send() on the one that plays, wait() on any. Lock: "mutex_", under which nothing is
///          sent or awaited.
class PlayedRequests
{
public:
  /// @throws std::runtime_error if the type of the service is not here.
  PlayedRequests(
    rclcpp::Node & node, const ranvier::bag::Topic & topic, ServiceRequestsSource source);

  /// Sends the request of an event; nothing for an event without one.
  void send(ranvier::bag::Bytes event);
  /// Waits until what was sent so far is answered. The node must be spun meanwhile.
  /// @return whether it was in time.
  bool wait(std::chrono::steady_clock::time_point until);
  const rclcpp::GenericClient::SharedPtr & client() const {return client_;}

private:
  using Answer = rclcpp::GenericClient::SharedFuture;

  const rclcpp::Logger logger_;
  const rclcpp::GenericClient::SharedPtr client_;
  const ranvier::codec::TypeInfo & type_;
  const uint8_t wanted_;  // kind of event
  std::mutex mutex_;
  std::deque<Answer> awaited_;  // oldest first
};

}  // namespace rosbag2_transport

#endif  // PLAYED_REQUESTS_HPP_
