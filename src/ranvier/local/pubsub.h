// The two ends of a topic inside one context.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "ranvier/base/near_heap.h"
#include "ranvier/base/prefetch.h"
#include "ranvier/local/hub.h"
#include "ranvier/msg/message_ring.h"
#include "ranvier/route/lease.h"
#include "ranvier/run/event_count.h"

namespace ranvier {

/// A subscription's end: where its messages go, and what it asks for.
/// Threads: as Reader says.
class LocalReader final : public Reader {
 public:
  LocalReader(std::shared_ptr<Hub> hub, const Endpoint& endpoint, MessageSink& sink);
  ~LocalReader() override { hub_->remove(*this); }

  Gid gid() const noexcept override { return {}; }
  std::size_t matched() const noexcept override { return matched_.load(std::memory_order_relaxed); }
  void resume() noexcept override;

  const Endpoint endpoint;
  MessageSink& sink;

 private:
  friend class Hub;
  const std::shared_ptr<Hub> hub_;
  std::atomic<std::size_t> matched_{0};
  // Writers that wait for room. Guarded by the hub while it changes; read by
  // resume() under mutex_.
  Mutex mutex_{"local reader"};
  std::vector<LocalWriter*> writers_ RANVIER_GUARDED_BY(mutex_);
};

/// A publisher's end: the sinks that it is matched with, and what it keeps for
/// late joiners.
/// Threads: as Writer says. Lock: "writer" of the lock order; held while the
/// message is pushed, so that every reader sees one order of this writer.
class alignas(64) LocalWriter final : public Writer, public Near {
 public:
  LocalWriter(std::shared_ptr<Hub> hub, const Endpoint& endpoint, EndpointEvents& events);
  ~LocalWriter() override { hub_->remove(*this); }

  Result<void> write(MessagePtr message) override;
  bool has_room() override;
  bool all_take(const std::type_info& adapted) const noexcept override {
    return all_take_.load(std::memory_order_relaxed) == &adapted;
  }
  Gid gid() const noexcept override { return {}; }
  bool wait_for_all_acked(std::chrono::nanoseconds) override { return true; }
  void assert_liveliness() noexcept override {
    if (lease_) lease_->touch();
  }

 private:
  friend class Hub;
  friend class LocalReader;

  struct Target {
    MessageSink* sink;
    LocalReader* reader;
    bool encoded;                 // one side asked for DDS: hand over bytes, not the object
    bool waits;                   // reliable keep-all on both sides: it must not lose any
    const std::type_info* takes;  // as Endpoint has it; null if it is handed bytes

    // A subscription keeps what every message touches in this line and the next.
    void prefetch() const noexcept {
      ranvier::prefetch(sink);
      ranvier::prefetch(reinterpret_cast<const char*>(sink) + 64);
    }
  };

  void link(LocalReader& reader);
  void unlink(LocalReader& reader) noexcept;
  const Target* full_target() const RANVIER_REQUIRES(mutex_);
  void push_to_all(MessagePtr message) RANVIER_REQUIRES(mutex_);
  void sum_up_targets() noexcept RANVIER_REQUIRES(mutex_);
  void stop() noexcept;

  // What every message touches comes first, in one cache line.
  std::atomic<std::size_t> matched_{0};
  EventCount room_;  // rung when a target has room again
  Mutex mutex_{"writer"};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> encodes_{false};                      // a target takes bytes
  std::atomic<const std::type_info*> all_take_{nullptr};  // Target::takes, if all have the same
  std::unique_ptr<WriterLease> lease_;                    // null: alive for as long as it is here
  const bool keeps_;                                      // transient local
  bool any_waits_ RANVIER_GUARDED_BY(mutex_) = false;
  std::vector<Target> targets_ RANVIER_GUARDED_BY(mutex_);
  MessageRing kept_ RANVIER_GUARDED_BY(mutex_);  // for late joiners
  const std::shared_ptr<Hub> hub_;

 public:
  const Endpoint endpoint;
  EndpointEvents& events;
};

}  // namespace ranvier
