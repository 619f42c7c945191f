// What a DDS reader of a subscription calls: samples in, events in.
#pragma once

#include <dds/dds.h>

#include <atomic>
#include <memory>

#include "ranvier/cyclone/endpoints/delivery.h"
#include "ranvier/cyclone/endpoints/listener.h"
#include "ranvier/cyclone/endpoints/reader_cache.h"
#include "ranvier/cyclone/endpoints/sample_gaps.h"
#include "ranvier/cyclone/gate.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/route/peer_link.h"

namespace ranvier::cyclone {

/// Stands between a DDS reader and a sink, so that the sink may go first.
///
/// Threads:  accept() and the listener on Cyclone's threads; close() once, from
///           any thread, a callback of this very reader included.
/// Lifetime: belongs to the DDS reader.
class ReaderCore final : public SampleSink {
 public:
  /// @param peers  the sink, if it is to be asked which publishers it wants; else null.
  ReaderCore(Participant& participant, const Endpoint& endpoint, MessageSink& sink,
             PeerSink* peers);

  void accept(CdrSample& sample, const ddsi_writer_info& writer) override;
  ListenerPtr listener();
  void resume() noexcept { delivery_.resume(); }
  std::size_t matched() const noexcept { return matched_.load(std::memory_order_relaxed); }
  /// The sink is not called any more once this returns.
  void close() noexcept;

 private:
  static ReaderCore& of(void* arg) { return *static_cast<ReaderCore*>(arg); }
  void report(const EndpointEvent& event) noexcept;
  void on_matched(const dds_subscription_matched_status_t& status) noexcept;
  void count_missing(const CdrSample& sample, const ddsi_writer_info& writer, bool wanted);
  void watch_deadline();
  void check_deadline();

  Participant& participant_;
  MessageSink& sink_;
  const std::chrono::nanoseconds deadline_;
  const bool asks_;  // for what comes before the first heartbeat
  const bool counts_;
  SampleGaps gaps_;  // of one that counts
  PeerSink* const peers_;
  Gate gate_;
  Delivery delivery_;
  std::atomic<std::size_t> matched_{0};
  std::atomic<std::int64_t> last_sample_{0};  // steady clock; used with a deadline only
  std::atomic<bool> watching_{false};
};

}  // namespace ranvier::cyclone
