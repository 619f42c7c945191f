// The nodes of a topology file, made with the rclcpp API.
#pragma once

#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <vector>

#include "bench/common/session.h"
#include "bench/common/tracker.h"
#include "bench/runner/topology.h"

namespace ranvier::bench {

/// A publisher of the file: it publishes by itself, on a wall timer of its node.
class GraphSource {
 public:
  virtual ~GraphSource() = default;
  /// Everybody whom the file subscribes is there.
  [[nodiscard]] virtual bool matched() const = 0;
  /// Deliveries that the messages of the window should have.
  [[nodiscard]] virtual std::uint64_t expected() const = 0;
};

/// A subscription of the file.
class GraphSink {
 public:
  virtual ~GraphSink() = default;
  [[nodiscard]] virtual bool matched() const = 0;
  [[nodiscard]] virtual const Tracker& tracker() const = 0;
};

/// A client of the file: it calls by itself, on a wall timer of its node.
class GraphClient {
 public:
  virtual ~GraphClient() = default;
  [[nodiscard]] virtual bool matched() const = 0;
  /// Requests of the window.
  [[nodiscard]] virtual double sent() const = 0;
  /// Of round trips: from just before the request to the response callback.
  [[nodiscard]] virtual const Tracker& tracker() const = 0;
};

/// Makes a server that answers with the header that it was sent.
std::shared_ptr<rclcpp::ServiceBase> make_server(rclcpp::Node& node, const TopologyService& spec);
std::unique_ptr<GraphClient> make_client(rclcpp::Node& node, const TopologyService& spec,
                                         Window& window);

/// Makes a publisher with its timer. `window` says when messages count.
std::unique_ptr<GraphSource> make_source(rclcpp::Node& node, const TopologyPublisher& spec,
                                         std::size_t subscriptions, Window& window);

/// Makes a subscription whose messages `publishers` publishers send.
std::unique_ptr<GraphSink> make_sink(rclcpp::Node& node, const TopologySubscriber& spec,
                                     std::int64_t period_ns, std::size_t publishers);

}  // namespace ranvier::bench
