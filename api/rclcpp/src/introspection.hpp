// Publishes what happens to the requests and replies of a client or a service.
#ifndef INTROSPECTION_HPP_
#define INTROSPECTION_HPP_

#include <memory>
#include <mutex>

#include "ranvier/node/service.h"
#include "rcl/types.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/qos.hpp"

namespace ranvier
{
class Publisher;
}

namespace rclcpp::detail
{

/// Threads: configure() from any thread.
class Introspection
{
public:
  Introspection(std::shared_ptr<ranvier::Node> node, const ranvier::ServiceEndpoint & endpoint)
  : node_(std::move(node)), endpoint_(endpoint) {}

  /// The QoS of the first configuration stays until it is switched off.
  /// Throws std::invalid_argument for a null clock.
  void configure(
    ranvier::ServiceObserver & observer, Clock::SharedPtr clock, const QoS & qos,
    rcl_service_introspection_state_t state);

private:
  const std::shared_ptr<ranvier::Node> node_;
  const ranvier::ServiceEndpoint endpoint_;
  std::mutex mutex_;
  std::shared_ptr<ranvier::Publisher> publisher_;  // guarded by mutex_
};

}  // namespace rclcpp::detail
#endif  // INTROSPECTION_HPP_
