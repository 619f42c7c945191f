// A publisher on the way through shared memory, beside the network.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/ring/ring_writer.h"
#include "ranvier/route/peer_link.h"
#include "ranvier/shm/address.h"
#include "ranvier/shm/attach_requests.h"
#include "ranvier/shm/image.h"
#include "ranvier/shm/listing.h"
#include "ranvier/shm/shm_runtime.h"
#include "ranvier/shm/turnstile.h"

namespace ranvier::shm {

/// Stands between a publisher, its writer on the network, and its ring writer.
///
/// The network matches; of a reader that can be met in shared memory the
/// publisher hears only once it is met there, or cannot be. Until then the
/// network serves it too, and it holds that back (reader_endpoint.h). A message
/// goes to the network for as long as some matched reader is not met, or the
/// network must keep it or see a sign of life.
///
/// The ring writer is made with the first reader of this host. What a publisher must keep
/// for late joiners it keeps as messages until then, as the network does.
///
/// A message for which shared memory has no room goes over the network, with all that come
/// after it, until that is tried again (decision 0051). Whom the network has served already
/// it goes on serving until the reader has found, in shared memory too, what it brings.
///
/// Threads:  on_event() on the network's, serve() on one that serves, the rest on any.
///           Lock: none of them under another, but the ring writer's, and those of what is
///           kept and of falling under that of serve().
/// Lifetime: shared with the host until end(). The host outlives both.
class WriterEndpoint final : public Pollable, public EndpointEvents, public Near {
 public:
  static Result<std::shared_ptr<WriterEndpoint>> open(ShmRuntime& runtime, PeerLink& peers,
                                                      const Endpoint& endpoint,
                                                      std::size_t keep_all_bound,
                                                      EndpointEvents& events);
  /// What peers are to be told.
  std::string user_data() const;
  /// From now on readers are met; `writer` is ours on the network, until end().
  void start(Writer& writer);
  /// The writer is gone. Nothing is told to the publisher any more after this.
  void end();

  Result<void> write(const MessagePtr& message);
  Result<void> write_copy(const void* object, const MessageHeader& header);
  MessagePtr lend();
  MessagePtr lend_bytes(std::size_t size);
  bool lends() const noexcept { return static_cast<bool>(image_); }
  bool wait_for_all_acked(std::chrono::nanoseconds timeout);
  const std::atomic<std::size_t>& matched_count() const noexcept { return matched_; }
  void stop() noexcept;

  void on_event(const EndpointEvent& event) noexcept override;
  Next serve() override;

 private:
  // What the network told: a reader that can be met came, or went.
  struct MatchEvent {
    bool came;
    std::uint64_t peer;
    Gid gid;
    Address at;
  };
  struct Pair {
    enum class State { kWaiting, kHere, kBoth, kOverNetwork };
    State state = State::kWaiting;
    std::uint64_t peer;
    Gid gid;
    Address at;
    bool told = false;   // the publisher counts it
    bool never = false;  // nothing is to be tried again
    bool full = false;   // there was no place, or no memory, for it
    Timeout patience;    // of kWaiting; else until it is tried again
    Ref<Window> window;
    std::uint64_t where = 0;   // in it, once it was found
    FoundRequest request;      // of kHere and kBoth
    std::uint64_t ticket = 0;  // too; else 0
  };

  WriterEndpoint(ShmRuntime& runtime, std::uint64_t number, PeerLink& peers,
                 const Endpoint& endpoint, std::size_t keep_all_bound, EndpointEvents& events);
  bool note_match(const EndpointEvent& event);
  Next step(Pair& pair);
  void take_match_events();
  void went(std::uint64_t peer);
  void make_ring_writer();
  void share_kept();
  bool look_for(Pair& pair);
  void meet(Pair& pair);
  void attach(Pair& pair, const FoundRequest& request);
  Result<void> join(Pair& pair, const FoundRequest& request);
  void leave_ring(Pair& pair);
  bool refuses() const;
  void note_fall();
  void try_ring_again();
  void fall(const Error& why, std::int64_t stamp);
  void check(Pair& pair);
  void leave_to_network(Pair& pair);
  void tell(Pair& pair, bool there);
  // The ring writer is there then.
  bool shares() const noexcept {
    return keeps_always_.load(std::memory_order_acquire) ||
           met_.load(std::memory_order_acquire) != 0;
  }
  bool shares(const MessagePtr& message) { return shares() || shares_later(message); }
  bool shares_later(const MessagePtr& message);
  bool network_too() const noexcept {
    return network_always_ || over_network_.load(std::memory_order_acquire) != 0;
  }
  Result<void> write_both(const MessagePtr& message, const void* object = nullptr);
  Result<void> give_up_sharing(const MessagePtr& message, const Error& why);
  Result<void> share(const MessagePtr& message, bool network_as_well);
  Result<void> share_unlent(const MessagePtr& message, bool network_as_well);
  Result<void> share_bytes(Bytes bytes, const MessageHeader& header);
  Result<void> share_object(const void* object, const MessageHeader& header);
  Result<void> share_image(const void* object, const MessageHeader& header);
  Result<void> share_later(SharedLoan& loan, std::size_t size, Stamp stamp);
  Result<Loan> borrow(std::size_t size, std::uint64_t begin);
  Result<void> publish(Loan& loan, std::size_t size, const MessageHeader& header);
  std::int64_t patience() const noexcept;
  Error worded(const Error& error) const;
  Error unencodable() const;

  // What every message touches comes first.
  ShmRuntime& runtime_;
  const TypeInfo& type_;
  const ImageType image_;
  const bool network_always_;
  const bool may_wait_;                       // for room: reliable keep-all
  std::atomic<bool> keeps_always_{false};     // the ring writer is made, and keeps for late joiners
  std::atomic<std::size_t> matched_{0};       // as the publisher is told
  std::atomic<std::size_t> over_network_{0};  // matched there, and not met here
  std::atomic<std::size_t> met_{0};
  Writer* writer_ = nullptr;
  std::unique_ptr<RingWriter>
      ring_writer_;  // guarded by making_ until it is made, then there for good

  Listing listing_;
  PeerLink& peers_;
  EndpointEvents& events_;
  const std::string topic_;
  const Qos qos_;
  const std::uint64_t history_;  // messages that are kept for late joiners
  Gid gid_{};

  Turnstile network_gate_;           // calls that give the network something pass it
  Mutex falling_{"writer falling"};  // guards what ends and begins the use of the ring writer
  std::atomic<bool> fallen_{false};  // nothing is shared
  std::atomic<bool> fell_{false};    // and serve() has yet to see it
  std::atomic<bool> said_{false};
  Mutex making_{"writer making"};  // guards the next four; before the ring writer's
  enum class Made { kNot, kThere, kFailed } made_ = Made::kNot;
  bool stopped_ = false;
  std::vector<MessagePtr> kept_;  // in turns, until the ring writer is made
  std::size_t oldest_ = 0;        // of those

  Mutex match_events_mutex_{"writer matches"};  // innermost; guards the next two
  std::vector<MatchEvent> match_events_;
  std::vector<std::uint64_t> able_;  // matched peers that can be met

  Mutex serving_{"writer serving"};  // guards the next ones; held while the publisher is told
  std::vector<Pair> pairs_;
  bool ended_ = false;
  Timeout fall_over_;       // when sharing is tried again
  Timeout rose_;            // since it was, a while
  std::int64_t pause_ = 0;  // ns, of the last fall
};

}  // namespace ranvier::shm
