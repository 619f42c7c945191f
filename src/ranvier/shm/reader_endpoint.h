// A subscription that reads from shared memory, beside the network.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "ranvier/base/near_heap.h"
#include "ranvier/os/mutex.h"
#include "ranvier/ring/ring_reader.h"
#include "ranvier/route/peer_link.h"
#include "ranvier/shm/attach_requests.h"
#include "ranvier/shm/image.h"
#include "ranvier/shm/inlets.h"
#include "ranvier/shm/listing.h"
#include "ranvier/shm/matches.h"
#include "ranvier/shm/pair.h"

namespace ranvier::shm {

/// Stands between a subscription, its reader on the network, and a ring reader for
/// each publisher of this host.
///
/// The network finds the publishers. What it brings of a publisher that shared memory can reach
/// is held until the pair has a path (pair.h): then it is dropped, handed on, or both up to the
/// message with which the path changes. So nothing comes twice, and nothing is lost. The list of
/// attach requests is made with the first publisher of this host.
///
/// A pair whose path is the network tries the ring again. A publisher that has no room ends its
/// ring: the subscription takes what is in it, and then what the network brought after that.
///
/// Threads:  the sink's functions on the network's threads, serve() on one that serves, the rest
///           on any. The pairs have one lock, "reader serving", under which the sink is called.
/// Lifetime: shared with the runtime until end(). The runtime outlives both.
class ReaderEndpoint final : public Pollable, public PeerSink, public Near {
 public:
  static Result<std::shared_ptr<ReaderEndpoint>> open(ShmRuntime& runtime, PeerLink& peers,
                                                      const Endpoint& endpoint,
                                                      std::size_t keep_all_bound,
                                                      MessageSink& sink);
  /// What the network shows to peers.
  std::string user_data() const;
  /// From now on publishers are looked for; `gid` is our reader's on the network.
  void start(const Gid& gid);
  /// The reader on the network is gone. The sink is not called after this.
  void end() RANVIER_ATTRIBUTE(no_thread_safety_analysis);
  bool reads_in_place() const noexcept { return static_cast<bool>(image_); }
  std::size_t matched() const noexcept { return matched_.load(std::memory_order_relaxed); }
  /// The sink has room again. Contract: cheap when nothing waits.
  void resume() noexcept {
    if (stalled_.load(std::memory_order_seq_cst)) runtime_.serve_soon(groups());
  }
  /// Takes here what was published before. Contract: as Reader::catch_up().
  void catch_up();

  bool has_room() noexcept override { return sink_.has_room(); }
  bool drained_here() const noexcept override { return sink_.drained_here(); }
  bool wants(const Gid& publisher) noexcept override { return inlets_.wants(publisher); }
  void deliver(MessagePtr message) noexcept override;
  void on_event(const EndpointEvent& event) noexcept override;
  Next serve() override;

 private:
  struct ReaderPair : Pair {
    using Pair::Pair;
    bool leaving = false;  // the network says that the publisher went
    bool done = false;
    bool replaced = false;  // the publisher came again: its inlet is that pair's
    RingReader::Ptr reader;
    std::uint64_t told_lost = 0;                   // of its messages
    const RoundCache::Readers* readers = nullptr;  // of kRing: with those of its publisher
    std::int64_t last_received = 0;                // ns since the epoch
    std::optional<std::size_t> request;
  };

  ReaderEndpoint(ShmRuntime& runtime, std::uint64_t number, PeerLink& peers,
                 const Endpoint& endpoint, std::size_t keep_all_bound, MessageSink& sink);
  void take_match_events() RANVIER_REQUIRES(serving_);
  void drop_done() RANVIER_REQUIRES(serving_);
  void add_pair(const MatchEvent& match) RANVIER_REQUIRES(serving_);
  void change(ReaderPair& pair, PairEvent event) RANVIER_REQUIRES(serving_);
  void seek(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void seek_again(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void seek_later(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void make_requests() RANVIER_REQUIRES(serving_);
  void withdraw(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  bool open_reader(ReaderPair& pair, std::uint64_t where) RANVIER_REQUIRES(serving_);
  void drop_reader(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void decide(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void leave_to_network(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  bool join(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void skip_ended(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void hand_on_held(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  MessagePtr first_held(const ReaderPair& pair) RANVIER_REQUIRES(serving_);
  bool room() RANVIER_REQUIRES(serving_) { return !keeps_all_ || room_or_stall(); }
  bool room_or_stall() RANVIER_REQUIRES(serving_);
  Next move(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  Next move_between(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  Next take(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  Next leave(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void give_up_broken(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void tell_lost(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void hand_on(ReaderPair& pair, Received&& received) RANVIER_REQUIRES(serving_);
  MessagePtr message_of(const ReaderPair& pair, Received&& received, std::int64_t now);
  MessagePtr message_of(const Bytes& bytes, BytesKeeper keeper) const;
  void begin_ring(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void end_ring(const ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void finish(ReaderPair& pair) RANVIER_REQUIRES(serving_);
  void tell(ReaderPair& pair, bool matches) RANVIER_REQUIRES(serving_);
  void clear() RANVIER_REQUIRES(serving_);

  // What every message touches comes first.
  ShmRuntime& runtime_;
  MessageSink& sink_;
  const TypeInfo& type_;
  const ImageType image_;
  const bool keeps_all_;
  const bool counts_history_;
  const bool patient_;
  std::atomic<bool> stalled_{false};  // something waits for the sink's room
  Mutex serving_{"reader serving"};
  bool again_ RANVIER_GUARDED_BY(serving_) = false;  // room was found that others had missed
  bool ended_ RANVIER_GUARDED_BY(serving_) = false;
  NearVector<ReaderPair> pairs_ RANVIER_GUARDED_BY(serving_);

  const Listing listing_;
  const std::uint32_t strand_number_;
  const std::string topic_;
  const Qos qos_;
  const std::size_t bound_;  // of a keep-all subscription
  std::atomic<std::size_t> matched_{0};
  Matches matches_;
  Inlets inlets_;
  Gid gid_ RANVIER_GUARDED_BY(serving_){};
  // Made with the first pair; null while there is no memory.
  std::unique_ptr<AttachRequests> requests_ RANVIER_GUARDED_BY(serving_);
  bool said_ RANVIER_GUARDED_BY(serving_) = false;
};

}  // namespace ranvier::shm
