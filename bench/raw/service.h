// Services on the raw side: a request and a reply topic, as ROS 2 maps them to
// Cyclone. Every sample starts with a client id and a sequence number.
#pragma once

#include "bench/common/session.h"
#include "bench/common/tracker.h"
#include "bench/raw/dds.h"
#include "bench/runner/topology.h"

namespace ranvier::bench {

/// Answers each request with its ids, its header and a payload of the type.
///
/// Threads: that of the loop.
class RawServer final {
 public:
  /// @param work  called in each request's callback.
  RawServer(RawParticipant& participant, RawLoop& loop, const std::string& service,
            const StampedType& type, std::function<void()> work = {});

 private:
  void answer(const ddsi_serdata* request);

  const std::function<void()> work_;
  RawWriter replies_;
  std::vector<std::uint8_t> bytes_;
};

/// Calls a service on a timer of the loop and tracks the round trips.
///
/// Threads: that of the loop; sent() and tracker().received() from any.
class RawClient final {
 public:
  RawClient(RawParticipant& participant, RawLoop& loop, const std::string& node,
            const TopologyService& spec, Window& window);
  [[nodiscard]] bool matched() const { return requests_.matched() > 0 && replies_.matched() > 0; }
  [[nodiscard]] double sent() const { return sent_; }
  [[nodiscard]] const Tracker& tracker() const { return tracker_; }

 private:
  void call();
  void take(const ddsi_serdata* reply);

  const std::int64_t period_ns_;
  Window& window_;
  Tracker tracker_;
  std::uint64_t id_ = 0;
  std::int64_t sequence_ = 0;
  std::uint32_t sent_ = 0;
  RawWriter requests_;
  RawReader replies_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace ranvier::bench
