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
#include "ranvier/route/peer_link.h"
#include "ranvier/shm/address.h"
#include "ranvier/shm/host.h"
#include "ranvier/shm/image.h"
#include "ranvier/shm/listing.h"
#include "ranvier/shm/receiver.h"
#include "ranvier/shm/wishes.h"

namespace ranvier::shm {

/// Stands between a subscription, its reader on the network, and a receiver for
/// each publisher of this host.
///
/// What the network brings of a publisher that can be met in shared memory is
/// held back until it is met: then it is dropped, because shared memory brings
/// all that the subscription is to have. If it cannot be met, what was held is
/// handed on, and the network goes on serving the pair. So nothing comes twice,
/// and nothing is lost. Its list of wishes is made with the first publisher of this
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
class Subscription final : public Served, public PeerSink, public Near {
 public:
  static Result<std::shared_ptr<Subscription>> open(Host& host, PeerLink& peers,
                                                    const Endpoint& endpoint,
                                                    std::size_t keep_all_bound, MessageSink& sink);
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
    if (stalled_.load(std::memory_order_seq_cst)) host_.serve_soon(groups());
  }

  bool has_room() noexcept override { return sink_.has_room(); }
  bool drained_here() const noexcept override { return sink_.drained_here(); }
  bool wants(const Gid& publisher) noexcept override;
  void deliver(MessagePtr message) noexcept override;
  void on_event(const EndpointEvent& event) noexcept override;
  Next serve() override;

 private:
  // kJoining and kEnded lead from the network to the ring, and back: see above.
  enum class Way { kHeld, kJoining, kHere, kEnded, kFalling, kOverNetwork };
  // What the network brings of a publisher that can be met, and what becomes of it.
  struct Inlet {
    Way way = Way::kHeld;
    std::list<MessagePtr> held;  // soon empty: a deque has a block even then
    int dropped = 0;  // there were too many to hold
    const Receiver* receiver = nullptr;  // for as long as the pair has it
  };
  struct News {
    bool came;
    std::uint64_t peer;
    Gid gid;
    Address at;
  };
  struct Met {
    std::uint64_t peer;
    Gid gid;
    Address at;
    Way way = Way::kHeld;
    bool leaving = false;  // the network says that it went
    bool done = false;
    bool told = false;     // the subscription counts it
    bool never = false;    // nothing is to be tried again
    bool replaced = false;  // it came again: what is held is for that one
    Patience patience;     // of kHeld; else until it is tried again
    Ref<Window> window;
    std::unique_ptr<Receiver> receiver;
    const Recent::Readers* readers = nullptr;  // of kHere: with those of its publisher
    std::optional<std::size_t> wish;
  };

  Subscription(Host& host, std::uint64_t number, PeerLink& peers, const Endpoint& endpoint,
               std::size_t keep_all_bound, MessageSink& sink);
  bool note_news(const EndpointEvent& event);
  void take_news();
  void drop_done();
  void begin(const News& news);
  void seek(Met& pair);
  void seek_again(Met& pair);
  void seek_later(Met& pair);
  void set_way(Met& pair, Way way);
  void drop_receiver(Met& pair);
  static bool is_held(const Inlet& inlet) noexcept;
  MessagePtr hold(Inlet& inlet, MessagePtr message);
  MessagePtr first_held(Met& pair);
  bool join(Met& pair);
  void end_ring(Met& pair);
  void skip_ended(Met& pair);
  Next move_between(Met& pair);
  bool look_for(Met& pair, std::uint64_t& where);
  void make_wishes();
  bool open_receiver(Met& pair, std::uint64_t where);
  void look(Met& pair);
  void met(Met& pair);
  void leave_to_network(Met& pair);
  bool hand_on_held(Met& pair);
  std::size_t held(const Gid& publisher);
  void forget(const Gid& publisher);
  bool room() { return !keeps_all_ || room_or_stall(); }
  bool room_or_stall();
  Next move(Met& pair);
  Next take(Met& pair);
  Next leave(Met& pair);
  void give_up_broken(Met& pair);
  void hand_on(const Met& pair, Received&& received);
  MessagePtr message_of(const Met& pair, Received&& received, std::int64_t now);
  MessagePtr message_of(const Bytes& bytes, BytesKeeper keeper) const;
  void finish(Met& pair);
  void tell(Met& pair, bool there);
  void clear();

  // What every message touches comes first.
  Host& host_;
  MessageSink& sink_;
  const TypeInfo& type_;
  const ImageType image_;
  const bool keeps_all_;
  std::atomic<bool> stalled_{false};  // something waits for the sink's room
  std::atomic<bool> any_news_{false};
  Mutex serving_;  // guards the next three and those at the end; held while the sink is called
  bool again_ = false;  // room was found that others had missed
  bool ended_ = false;
  NearVector<Met> pairs_;

  const Listing listing_;
  PeerLink& peers_;
  const std::string topic_;
  const Qos qos_;
  const std::size_t bound_;      // of a keep-all subscription
  const std::size_t most_held_;  // of a publisher, until it is known which way brings it
  std::atomic<std::size_t> matched_{0};

  Mutex inlets_mutex_;  // innermost; guards the next three
  std::map<Gid, Inlet> inlets_;
  std::map<std::uint64_t, Gid> able_;  // matched peers that can be met
  std::vector<News> news_;

  // Guarded by serving_:
  Gid gid_{};
  std::unique_ptr<Wishes> wishes_;  // made with the first pair; null while there is no memory
  bool said_ = false;
};

}  // namespace ranvier::shm
