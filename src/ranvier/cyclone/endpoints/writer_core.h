// What a publisher's DDS writer and its listener share.
#pragma once

#include <dds/dds.h>

#include <atomic>
#include <memory>
#include <string>

#include "ranvier/cyclone/endpoints/reader_core.h"
#include "ranvier/cyclone/gate.h"
#include "ranvier/cyclone/participant.h"

namespace ranvier::cyclone {

/// Decides what goes to DDS, and sends it.
///
/// Threads:  write() from any thread; the listener on Cyclone's threads; close()
///           once. start() before all of them but the listener.
/// Lifetime: must outlive the DDS writer that has its listener.
class WriterCore final {
 public:
  WriterCore(Participant& participant, const Endpoint& endpoint, std::shared_ptr<Topic> topic,
             EndpointEvents& events);

  ListenerPtr listener();
  void start(dds_entity_t writer) noexcept;
  Result<void> write(const MessagePtr& message);
  /// False while a write would wait. Contract: not on a thread of Cyclone.
  bool has_room() const noexcept;
  bool wait_for_all_acked(std::chrono::nanoseconds timeout);
  const std::atomic<std::size_t>& matched_count() const noexcept { return matched_; }
  /// The events are not called any more once this returns.
  void close() noexcept;

  const Topic& topic() const noexcept { return *topic_; }

 private:
  static WriterCore& of(void* arg) { return *static_cast<WriterCore*>(arg); }
  void report(const EndpointEvent& event) noexcept;
  void on_matched(const dds_publication_matched_status_t& status);
  Result<void> send(const MessagePtr& message, Encode when);
  dds_return_t forward(CdrSample* sample);
  dds_return_t forward_patiently(CdrSample* sample);
  Error refused(dds_return_t code) const;
  Error inbox_full() const;

  Participant& participant_;
  const std::string topic_name_;
  const std::shared_ptr<Topic> topic_;
  EndpointEvents& events_;
  const bool patient_;  // reliable keep-all: blocks while DDS is full
  // Every message is given to DDS: it keeps them for late joiners, or checks the
  // deadline and lease of this writer.
  const bool always_;
  Gate gate_;
  std::atomic<dds_entity_t> writer_{0};
  std::atomic<std::size_t> matched_{0};
};

}  // namespace ranvier::cyclone
