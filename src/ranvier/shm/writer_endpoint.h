// A publisher that writes to shared memory, beside the network.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/ring/ring_writer.h"
#include "ranvier/route/peer_link.h"
#include "ranvier/shm/attach_requests.h"
#include "ranvier/shm/image.h"
#include "ranvier/shm/listing.h"
#include "ranvier/shm/matches.h"
#include "ranvier/shm/pair.h"
#include "ranvier/shm/turnstile.h"

namespace ranvier::shm {

/// Stands between a publisher, its writer on the network, and its ring writer.
///
/// The network finds the readers. The publisher counts one of this host once the pair has a
/// path (pair.h). A message goes to the network for as long as the path of some matched reader
/// leads there, or the network must keep it or see a sign of life.
///
/// The ring writer is made with the first reader of this host. What a publisher must keep
/// for late joiners it keeps as messages until then, as the network does.
///
/// A message for which shared memory has no room ends the ring for all readers: it goes over the
/// network, with all that come after it, until the ring is tried again (decision 0051).
///
/// Threads:  on_event() on the network's, serve() on one that serves, the rest on any. The pairs
///           have one lock, "writer serving", under which the publisher is told; what begins and
///           ends the use of the ring has another, "writer ring".
/// Lifetime: shared with the runtime until end(). The runtime outlives both.
class WriterEndpoint final : public Pollable, public EndpointEvents, public Near {
 public:
  static Result<std::shared_ptr<WriterEndpoint>> open(ShmRuntime& runtime, PeerLink& peers,
                                                      const Endpoint& endpoint,
                                                      std::size_t keep_all_bound,
                                                      EndpointEvents& events);
  /// What the network shows to peers.
  std::string user_data() const;
  /// From now on readers are looked for; `writer` is ours on the network, until end().
  void start(Writer& writer);
  /// The writer is gone. The publisher is told nothing after this.
  void end() RANVIER_ATTRIBUTE(no_thread_safety_analysis);

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
  struct WriterPair : Pair {
    using Pair::Pair;
    bool full = false;         // the ring had no place, or no memory, for it
    std::uint64_t where = 0;   // the subscription's block in the window
    FoundRequest request;      // of a reader in the ring
    std::uint64_t ticket = 0;  // of that too; else 0
  };

  WriterEndpoint(ShmRuntime& runtime, std::uint64_t number, PeerLink& peers,
                 const Endpoint& endpoint, std::size_t keep_all_bound, EndpointEvents& events);
  Next step(WriterPair& pair) RANVIER_REQUIRES(serving_);
  void take_match_events() RANVIER_REQUIRES(serving_);
  void remove_pair(std::uint64_t peer) RANVIER_REQUIRES(serving_);
  void change(WriterPair& pair, PairEvent event) RANVIER_REQUIRES(serving_);
  void seek(WriterPair& pair) RANVIER_REQUIRES(serving_);
  void attach(WriterPair& pair, const FoundRequest& request) RANVIER_REQUIRES(serving_);
  bool let_in(WriterPair& pair, Entrance as, PairEvent event) RANVIER_REQUIRES(serving_);
  void detach(WriterPair& pair) RANVIER_REQUIRES(serving_);
  void check(WriterPair& pair) RANVIER_REQUIRES(serving_);
  void leave_ended_ring() RANVIER_REQUIRES(serving_);
  void begin_ring_again() RANVIER_REQUIRES(serving_);
  bool refuses() const RANVIER_REQUIRES(serving_);
  void tell(WriterPair& pair, bool matches) RANVIER_REQUIRES(serving_);
  void make_ring_writer() RANVIER_EXCLUDES(ring_mutex_);
  void share_kept() RANVIER_REQUIRES(ring_mutex_);
  void end_ring(const Error& why, std::int64_t stamp);
  // The ring writer is there then.
  bool shares() const noexcept {
    return keeps_always_.load(std::memory_order_acquire) ||
           ring_readers_.load(std::memory_order_acquire) != 0;
  }
  bool shares(const MessagePtr& message) { return shares() || shares_later(message); }
  bool shares_later(const MessagePtr& message);
  bool network_too() const noexcept {
    return network_always_ || network_readers_.load(std::memory_order_acquire) != 0;
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
  const bool may_wait_;                    // for room: reliable keep-all
  std::atomic<bool> keeps_always_{false};  // the ring writer is made, and keeps for late joiners
  std::atomic<std::size_t> matched_{0};    // as the publisher is told
  std::atomic<std::size_t> network_readers_{0};  // matched, and their path leads to the network
  std::atomic<std::size_t> ring_readers_{0};     // their path leads to the ring
  Writer* writer_ = nullptr;
  RingWriter::Ptr ring_writer_;  // "writer ring" until it is made, then there for good

  Listing listing_;
  EndpointEvents& events_;
  const std::string topic_;
  const Qos qos_;
  const std::uint64_t history_;  // messages that are kept for late joiners
  Matches matches_;
  Turnstile network_gate_;  // calls that give the network something pass it

  std::atomic<bool> ring_over_{false};   // nothing is shared
  std::atomic<bool> ring_ended_{false};  // and serve() has yet to see it
  std::atomic<bool> said_{false};
  Mutex ring_mutex_{"writer ring"};
  enum class Made { kNot, kThere, kFailed };
  Made made_ RANVIER_GUARDED_BY(ring_mutex_) = Made::kNot;
  bool stopped_ RANVIER_GUARDED_BY(ring_mutex_) = false;
  // In turns, until the ring writer is made; `oldest_` is an index.
  std::vector<MessagePtr> kept_ RANVIER_GUARDED_BY(ring_mutex_);
  std::size_t oldest_ RANVIER_GUARDED_BY(ring_mutex_) = 0;

  Mutex serving_{"writer serving"};
  Gid gid_ RANVIER_GUARDED_BY(serving_){};
  std::vector<WriterPair> pairs_ RANVIER_GUARDED_BY(serving_);
  bool ended_ RANVIER_GUARDED_BY(serving_) = false;
  Timeout ring_pause_ RANVIER_GUARDED_BY(serving_);  // then the ring is tried again
  Timeout ring_trial_ RANVIER_GUARDED_BY(serving_);  // since it was: if it ends, for longer
  std::int64_t last_pause_ RANVIER_GUARDED_BY(serving_) = 0;  // ns
};

}  // namespace ranvier::shm
