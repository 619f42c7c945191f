// A route carries messages between endpoints. Each transport (same process,
// shared memory, DDS) is one route behind this interface, and one conformance
// suite (tests/conformance) holds all of them to it. What not every route has, or what
// only some callers need, are interfaces of their own: services (service_route.h), the
// graph (graph.h), and what another route needs to stand on this one (peer_link.h).
//
// A publisher opens one writer on each route, a subscription one reader. No
// pair of endpoints is served by two routes: `Endpoint::local` says whether the
// local route serves the pairs of this context.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <typeinfo>

#include "ranvier/base/result.h"
#include "ranvier/msg/message.h"
#include "ranvier/msg/qos.h"
#include "ranvier/route/graph.h"

namespace ranvier {

class PeerLink;
class ServiceRoute;
class Strand;

/// How long messages for a patient reader may wait at most, ns.
inline constexpr std::int64_t kPatience = 2'000'000;

/// What is opened: a publisher's or a subscription's side of a topic.
struct Endpoint {
  std::string topic;  ///< fully qualified: "/a/b"
  const TypeInfo* type = nullptr;
  Qos qos;
  NodeName node;
  /// False when the user asked for DDS explicitly: then a network route serves
  /// the pairs inside this context too.
  bool local = true;
  /// False for a reader that is there for the graph alone, and drops what comes: a
  /// route takes no trouble for it beyond showing it.
  bool read = true;
  /// Of a reader: it takes objects of this AdaptedType as they are. Null: of none.
  const std::type_info* takes = nullptr;
  /// Of a reader: what its history pushes out counts as lost too (kMessageLost), and what a network
  /// did not bring of what follows the first message of a publisher. So what it got and what it
  /// lost add up to what was published for it, but for what nothing came after.
  bool counts_history = false;
  /// Of a reader: its messages may wait for kPatience, so that one wake-up serves many. They
  /// have the time then at which they were sent as that at which they came.
  bool patient = false;
  /// Where a route without threads of its own notices that a lease has passed; somebody
  /// runs it while there are leases. Outlives the endpoint. Null: it is not told so.
  Strand* strand = nullptr;
};

/// A change in what an endpoint is matched with, or a broken QoS promise.
struct EndpointEvent {
  enum class Kind : std::uint8_t {
    kMatched,          ///< a pair came (change = 1) or went (-1)
    kIncompatibleQos,  ///< a pair was refused; `policy` says why. Once a pair; a network
                       ///< may tell twice of two ends that come at one moment
    kIncompatibleType,
    kDeadlineMissed,     ///< offered by a writer, requested by a reader
    kLivelinessLost,     ///< of a writer
    kLivelinessChanged,  ///< of a reader's writers: `change` = of the alive ones,
                         ///< `not_alive` = of those whose lease has passed
    kMessageLost,        ///< of a reader: `change` = samples
  };
  Kind kind;
  int change = 0;
  QosPolicy policy{};
  int not_alive = 0;
  std::uint64_t peer = 0;  ///< of kMatched on a network route: which, for PeerLink
};

/// Told what happens to an endpoint. Contract: called on any thread, under locks
/// of the route perhaps: must not block, nor call the route.
class EndpointEvents {
 public:
  virtual void on_event(const EndpointEvent& event) noexcept = 0;

 protected:
  ~EndpointEvents() = default;
};

/// Where a reader puts what comes in: the subscription's inbox.
class MessageSink : public EndpointEvents {
 public:
  /// False when a keep-all inbox is at its bound: then the route keeps the
  /// sample where it is and tries again after Reader::resume().
  /// Contract: any thread, never blocks.
  virtual bool has_room() noexcept = 0;
  /// Door in. Contract: any thread, no allocation of its own, never blocks on
  /// user code.
  virtual void deliver(MessagePtr message) noexcept = 0;
  /// True if the calling thread is one that empties this inbox: waiting for
  /// room on it would be for ever.
  virtual bool drained_here() const noexcept { return false; }
  /// The number of the strand that runs what is delivered; 0 if none does.
  virtual std::uint32_t strand_number() const noexcept { return 0; }

 protected:
  ~MessageSink() = default;
};

/// A publisher's end on one route. Destroying it ends its matches.
class Writer {
 public:
  /// @param matched  kept current by the route, for as long as the writer is.
  explicit Writer(const std::atomic<std::size_t>& matched) noexcept : matched_(matched) {}
  virtual ~Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  /// Gives a message to everyone matched through this route, in order, and
  /// keeps it for late joiners as the QoS says.
  /// @return kFull if a keep-all bound is reached and waiting cannot help.
  /// Contract: any thread; blocks only where reliable keep-all must.
  virtual Result<void> write(MessagePtr message) = 0;
  /// Whether write() would go through now without waiting for room in a keep-all reader of
  /// this process. A route that cannot tell says that it would.
  virtual bool has_room() { return true; }
  /// The same with a copy of an object of the endpoint's type; the object stays the
  /// caller's.
  virtual Result<void> write_copy(const TypeInfo& type, const void* object,
                                  const MessageHeader& header);
  /// Memory for one object, where this route's readers read it in place: a message
  /// whose object is still to be made, at object(), and that is for write() then, or
  /// to be dropped. Null if there is none now: write() takes any other message too.
  virtual MessagePtr lend() { return {}; }
  /// Whether lend() ever gives any.
  virtual bool lends() const noexcept { return false; }
  /// The same for a message of `size` bytes that are still to be encoded, at bytes().
  virtual MessagePtr lend_bytes(std::size_t size) {
    static_cast<void>(size);
    return {};
  }
  /// Whether all readers that are matched take objects of this AdaptedType as they are. Asked
  /// for messages that have no other form; a reader that comes meanwhile does not get them.
  virtual bool all_take(const std::type_info& adapted) const noexcept {
    static_cast<void>(adapted);
    return false;
  }
  /// The endpoint's name on the wire; the same for its whole life.
  virtual Gid gid() const noexcept = 0;
  /// Readers matched through this route now. Asked for every message: no call.
  std::size_t matched() const noexcept { return matched_.load(std::memory_order_relaxed); }
  /// True once every matched reliable reader has acknowledged everything.
  virtual bool wait_for_all_acked(std::chrono::nanoseconds timeout) = 0;
  /// Manual-by-topic liveliness.
  virtual void assert_liveliness() noexcept = 0;

 private:
  const std::atomic<std::size_t>& matched_;
};

inline Result<void> Writer::write_copy(const TypeInfo& type, const void* object,
                                       const MessageHeader& header) {
  MessagePtr message = Message::from_encoded(type, object);
  if (!message) {
    return Error{Code::kWorld,
                 std::string("There is no memory to encode a message of type '") + type.name + "'"};
  }
  message->header() = header;
  return write(std::move(message));
}

/// A subscription's end on one route. Once its destructor returns, the sink is
/// not called any more.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual Gid gid() const noexcept = 0;
  virtual std::size_t matched() const noexcept = 0;
  /// The sink has room again. Contract: any thread, cheap when nothing waits.
  virtual void resume() noexcept = 0;
  /// Delivers, on this thread, what writers of this host gave to this route before the call.
  /// Contract: not within a call of the sink, and without locks; waits for deliveries under way.
  virtual void catch_up() {}
  /// Whether messages may come whose objects lie where a writer lent them.
  virtual bool reads_in_place() const noexcept { return false; }
};

/// A transport. Threads: all functions from any thread.
class Route {
 public:
  virtual ~Route() = default;
  virtual const char* name() const noexcept = 0;
  virtual Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                                      EndpointEvents& events) = 0;
  virtual Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                                      MessageSink& sink) = 0;
  /// Ends every wait under way and lets later ones fail: the context shuts down.
  virtual void stop() noexcept = 0;
  virtual ServiceRoute& services() noexcept = 0;
  /// Null for a route that has no graph of its own.
  virtual NetworkGraph* graph() noexcept { return nullptr; }
  /// Null for a route that no other can stand on. Contract: to be called before the
  /// first endpoint is opened; the same object each time.
  virtual Result<PeerLink*> peer_link() { return nullptr; }
};

}  // namespace ranvier
