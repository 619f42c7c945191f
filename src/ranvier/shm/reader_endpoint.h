// A subscription on the way through shared memory, beside the network.
#pragma once

#include <atomic>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "ranvier/base/near_heap.h"
#include "ranvier/os/mutex.h"
#include "ranvier/ring/ring_reader.h"
#include "ranvier/route/peer_link.h"
#include "ranvier/shm/address.h"
#include "ranvier/shm/attach_requests.h"
#include "ranvier/shm/image.h"
#include "ranvier/shm/listing.h"
#include "ranvier/shm/shm_runtime.h"

namespace ranvier::shm {

/// Stands between a subscription, its reader on the network, and a ring reader for
/// each publisher of this host.
///
/// What the network brings of a publisher that can be met in shared memory is
/// held back until it is met: then it is dropped, because shared memory brings
/// all that the subscription is to have. If it cannot be met, what was held is
/// handed on, and the network goes on serving the pair. So nothing comes twice,
/// and nothing is lost. Its list of attach requests is made with the first publisher of this
/// host.
///
/// A pair that could not be met is tried again. Then the publisher gives both ways the same
/// until the subscription has found in the ring what the network brings: from there on it
/// takes the ring. A publisher that has no room ends its ring: what is in it is taken, and
/// then what the network brought behind that.
///
/// Threads:  the sink's functions on the network's threads, serve() on one that
///           serves, the rest on any. Neither lock is taken under the other.
/// Lifetime: shared with the host until end(). The host outlives both.
class ReaderEndpoint final : public Pollable, public PeerSink, public Near {
 public:
  static Result<std::shared_ptr<ReaderEndpoint>> open(ShmRuntime& runtime, PeerLink& peers,
                                                      const Endpoint& endpoint,
                                                      std::size_t keep_all_bound,
                                                      MessageSink& sink);
  /// What peers are to be told.
  std::string user_data() const;
  /// From now on publishers are met; `gid` is our reader's on the network.
  void start(const Gid& gid);
  /// The reader on the network is gone. The sink is not called after this.
  void end();
  bool reads_in_place() const noexcept { return static_cast<bool>(image_); }
  std::size_t matched() const noexcept { return matched_.load(std::memory_order_relaxed); }
  /// The sink has room again. Contract: cheap when nothing waits.
  void resume() noexcept {
    if (stalled_.load(std::memory_order_seq_cst)) runtime_.serve_soon(groups());
  }

  bool has_room() noexcept override { return sink_.has_room(); }
  bool drained_here() const noexcept override { return sink_.drained_here(); }
  bool wants(const Gid& publisher) noexcept override;
  void deliver(MessagePtr message) noexcept override;
  void on_event(const EndpointEvent& event) noexcept override;
  Next serve() override;

 private:
  // kJoining and kEnded lead from the network to the ring, and back: see above.
  enum class Path { kHeld, kJoining, kHere, kEnded, kFalling, kOverNetwork };
  // What the network brings of a publisher that can be met, and what becomes of it.
  struct Inlet {
    Path path = Path::kHeld;
    std::list<MessagePtr> held;               // soon empty: a deque has a block even then
    int dropped = 0;                          // there were too many to hold
    const RingReader* ring_reader = nullptr;  // for as long as the pair has it
  };
  struct MatchEvent {
    bool came;
    std::uint64_t peer;
    Gid gid;
    Address at;
  };
  struct Pair {
    std::uint64_t peer;
    Gid gid;
    Address at;
    Path path = Path::kHeld;
    bool leaving = false;  // the network says that it went
    bool done = false;
    bool told = false;      // the subscription counts it
    bool never = false;     // nothing is to be tried again
    bool replaced = false;  // it came again: what is held is for that one
    Timeout patience;       // of kHeld; else until it is tried again
    Ref<Window> window;
    std::unique_ptr<RingReader> ring_reader;
    const RoundCache::Readers* readers = nullptr;  // of kHere: with those of its publisher
    std::optional<std::size_t> request;
  };

  ReaderEndpoint(ShmRuntime& runtime, std::uint64_t number, PeerLink& peers,
                 const Endpoint& endpoint, std::size_t keep_all_bound, MessageSink& sink);
  bool note_match(const EndpointEvent& event);
  void take_match_events();
  void drop_done();
  void begin(const MatchEvent& events);
  void seek(Pair& pair);
  void seek_again(Pair& pair);
  void seek_later(Pair& pair);
  void set_path(Pair& pair, Path path);
  void drop_ring_reader(Pair& pair);
  static bool is_held(const Inlet& inlet) noexcept;
  MessagePtr hold(Inlet& inlet, MessagePtr message);
  MessagePtr first_held(Pair& pair);
  bool join(Pair& pair);
  void end_ring(Pair& pair);
  void skip_ended(Pair& pair);
  Next move_between(Pair& pair);
  bool look_for(Pair& pair, std::uint64_t& where);
  void make_requests();
  bool open_ring_reader(Pair& pair, std::uint64_t where);
  void look(Pair& pair);
  void met(Pair& pair);
  void leave_to_network(Pair& pair);
  bool hand_on_held(Pair& pair);
  std::size_t held(const Gid& publisher);
  void forget(const Gid& publisher);
  bool room() { return !keeps_all_ || room_or_stall(); }
  bool room_or_stall();
  Next move(Pair& pair);
  Next take(Pair& pair);
  Next leave(Pair& pair);
  void give_up_broken(Pair& pair);
  void hand_on(const Pair& pair, Received&& received);
  MessagePtr message_of(const Pair& pair, Received&& received, std::int64_t now);
  MessagePtr message_of(const Bytes& bytes, BytesKeeper keeper) const;
  void finish(Pair& pair);
  void tell(Pair& pair, bool there);
  void clear();

  // What every message touches comes first.
  ShmRuntime& runtime_;
  MessageSink& sink_;
  const TypeInfo& type_;
  const ImageType image_;
  const bool keeps_all_;
  std::atomic<bool> stalled_{false};  // something waits for the sink's room
  std::atomic<bool> any_match_events_{false};
  Mutex serving_{
      "reader serving"};  // guards the next three and those at the end; held while the sink is called
  bool again_ = false;    // room was found that others had missed
  bool ended_ = false;
  NearVector<Pair> pairs_;

  const Listing listing_;
  PeerLink& peers_;
  const std::string topic_;
  const Qos qos_;
  const std::size_t bound_;      // of a keep-all subscription
  const std::size_t most_held_;  // of a publisher, until it is known which way brings it
  std::atomic<std::size_t> matched_{0};

  Mutex inlets_mutex_{"reader inlets"};  // innermost; guards the next three
  std::map<Gid, Inlet> inlets_;
  std::map<std::uint64_t, Gid> able_;  // matched peers that can be met
  std::vector<MatchEvent> match_events_;

  // Guarded by serving_:
  Gid gid_{};
  std::unique_ptr<AttachRequests>
      requests_;  // made with the first pair; null while there is no memory
  bool said_ = false;
};

}  // namespace ranvier::shm
