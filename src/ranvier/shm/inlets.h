// What the network brings to a subscription of publishers that shared memory can reach.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <utility>

#include "ranvier/msg/message.h"
#include "ranvier/os/mutex.h"
#include "ranvier/ring/ring_reader.h"
#include "ranvier/shm/pair.h"

namespace ranvier::shm {

/// Holds what the network brings until it is known whether the ring brings it too.
///
/// Threads:  the network's call wants() and deliver(); whoever serves the subscription calls the
///           rest. Messages that are dropped end without the lock.
/// Lifetime: the subscription's. A ring reader is in use from set_reader() to
///           drop_reader().
class Inlets final {
 public:
  /// Of a publisher without a path: with so many, it is time to decide.
  static constexpr std::size_t kEnough = 250;

  /// @param most  messages that are held of one publisher; of more the oldest is lost.
  explicit Inlets(std::size_t most) noexcept : most_(most) {}

  /// The network brings something of that publisher from now on; what was held of it is dropped.
  void open(const Gid& publisher);
  void close(const Gid& publisher);
  void set_path(const Gid& publisher, Path path);
  void set_reader(const Gid& publisher, const RingReader& reader);
  /// Unless another has taken its place.
  void drop_reader(const Gid& publisher, const RingReader& reader);

  /// Whether deliver() would keep a message of that publisher.
  bool wants(const Gid& publisher) noexcept;
  /// What became of a message that the network brings.
  enum class Fate {
    kPasses,    ///< it is for the subscription, at once: `message` has it yet
    kDropped,   ///< the ring brings it
    kHeld,      ///< until the pair has a path
    kNewToHold  ///< the same, and whoever serves must look at it
  };
  Fate deliver(MessagePtr& message) noexcept;

  std::size_t held(const Gid& publisher);
  /// The oldest that is held, to be handed on. On the path kNetwork none once the publisher uses
  /// the ring. If none is left there, deliver() passes the next at once: until then all are held,
  /// so that they keep their order.
  struct First {
    MessagePtr message;  ///< null if there is none
    int lost = 0;        ///< messages before it
  };
  First take_first(const Gid& publisher);
  /// Whether deliver() passes messages of that publisher at once.
  bool passes(const Gid& publisher);
  /// Drops the oldest up to the first of which `is_wanted` is true. False if there is no such one.
  bool skip(const Gid& publisher, const std::function<bool(const Message&)>& is_wanted);

 private:
  struct Inlet {
    Path path = Path::kSeeking;
    bool passes = false;         // of kNetwork: nothing is held, and nothing is being handed on
    std::list<MessagePtr> held;  // soon empty: a deque has a block even then
    int lost = 0;
    const RingReader* reader = nullptr;
  };
  static bool holds(const Inlet& inlet) noexcept;
  static RingReader::Standing standing(const Inlet& inlet) noexcept;
  Inlet* find(const Gid& publisher) RANVIER_REQUIRES(mutex_);

  const std::size_t most_;
  Mutex mutex_{"reader inlets"};
  std::map<Gid, Inlet> all_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::shm
