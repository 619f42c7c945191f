// Event callbacks of publishers and subscriptions, run by the executor.
#ifndef ENDPOINT_EVENTS_HPP_
#define ENDPOINT_EVENTS_HPP_

#include <functional>
#include <memory>
#include <vector>

#include "ranvier/node/publisher.h"
#include "ranvier/node/subscription.h"
#include "rclcpp/detail/endpoint_options.hpp"

namespace rclcpp::detail
{

/// Keeps the event callbacks of one endpoint; none starts after its end.
using EventCallbacks = std::vector<std::shared_ptr<void>>;

EventCallbacks listen(
  const std::shared_ptr<ranvier::Publisher> & core, std::shared_ptr<ranvier::Node> node,
  ranvier::Ref<ranvier::Strand> strand, const PublisherOptionsBase & options);
EventCallbacks listen(
  const std::shared_ptr<ranvier::Subscription> & core, std::shared_ptr<ranvier::Node> node,
  ranvier::Ref<ranvier::Strand> strand, const SubscriptionOptionsBase & options);

}  // namespace rclcpp::detail
#endif  // ENDPOINT_EVENTS_HPP_
