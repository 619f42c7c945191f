// Publishes what happens to the requests and replies of a client or a service.
#pragma once

#include <memory>

#include "ranvier/node/service.h"

namespace ranvier {

class Clock;
class Publisher;

/// Threads: configure() from any thread.
class Introspection final {
 public:
  enum class State { kOff, kMetadata, kContents };

  Introspection(std::shared_ptr<Node> node, const ServiceEndpoint& endpoint)
      : node_(std::move(node)), endpoint_(endpoint) {}

  const std::shared_ptr<Node>& node() const noexcept { return node_; }
  /// "<service>/_service_event"
  std::string topic() const { return endpoint_.service + "/_service_event"; }
  /// The QoS of the first configuration stays until it is switched off.
  Result<void> configure(ServiceObserver& observer, std::shared_ptr<Clock> clock, const Qos& qos,
                         State state);

 private:
  const std::shared_ptr<Node> node_;
  const ServiceEndpoint endpoint_;
  Mutex mutex_{"introspection"};
  std::shared_ptr<Publisher> publisher_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
