// The nodes of a topology file, made with the rclcpp API.
#pragma once

#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <vector>

#include "bench/common/session.h"
#include "bench/common/stamped.h"
#include "bench/common/tracker.h"
#include "bench/common/work.h"
#include "bench/runner/topology.h"

namespace ranvier::bench {

/// A publisher of the file.
class GraphSource {
 public:
  virtual ~GraphSource() = default;
  /// Publishes one message, after the work of the file; of the timer that calls it.
  virtual void publish() = 0;
  /// The same after a message that the node got: with its stamp, so that latencies count from
  /// where the chain began.
  virtual void publish_after(const WireHeader& message) = 0;
  /// Everybody whom the file subscribes is there.
  [[nodiscard]] virtual bool matched() const = 0;
  /// Deliveries that the messages of the window should have.
  [[nodiscard]] virtual std::uint64_t expected() const = 0;
};

/// A subscription of the file.
class GraphSink {
 public:
  virtual ~GraphSink() = default;
  /// Called at the end of the callback, with what it got. Contract: before the node is spun.
  virtual void then(std::function<void(const WireHeader&)> what) = 0;
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

/// CPU time that a callback of the file takes.
class Labour final {
 public:
  explicit Labour(std::int64_t work_ns) : work_ns_(work_ns) {}
  /// At the beginning of the callback. @return what do_rest() wants.
  [[nodiscard]] std::int64_t begin() const noexcept {
    return work_ns_ > 0 ? cpu_of_thread_ns() : 0;
  }
  /// Works until the callback has taken its time.
  void do_rest(std::int64_t began) const noexcept {
    if (work_ns_ > 0) work_until(began, work_ns_);
  }

 private:
  std::int64_t work_ns_;
};

/// Makes a publisher, which publishes when it is called. `window` says when messages count.
std::unique_ptr<GraphSource> make_source(rclcpp::Node& node, const TopologyPublisher& spec,
                                         std::size_t subscriptions, Window& window);

/// Makes a subscription whose messages `publishers` publishers send.
std::unique_ptr<GraphSink> make_sink(rclcpp::Node& node, const TopologySubscriber& spec,
                                     std::int64_t period_ns, std::size_t publishers);

}  // namespace ranvier::bench
