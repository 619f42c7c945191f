// A route carries messages between endpoints. Each transport (same process,
// shared memory, DDS) is one route behind this interface, and one conformance
// suite (tests/conformance) holds all of them to it.
//
// A publisher opens one writer on each route, a subscription one reader. No
// pair of endpoints is served by two routes: `Endpoint::local` says whether the
// local route serves the pairs of this context.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/msg/message.h"
#include "ranvier/msg/qos.h"

namespace ranvier {

using rosidl_typesupport_ranvier::ServiceTypeInfo;

class Strand;

/// The node that an endpoint belongs to.
struct NodeName {
  std::string name;
  std::string space;  ///< namespace, "/" or "/a/b"
  auto operator<=>(const NodeName&) const = default;
};

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
  /// Where a route without threads of its own notices that a lease has passed; somebody
  /// runs it while there are leases. Outlives the endpoint. Null: it is not told so.
  Strand* strand = nullptr;
  /// What a network route tells peers of this endpoint, for PeerNotes there.
  /// Letters, digits and dots; empty: nothing.
  std::string note = {};
};

/// A service's or a client's side of a service.
struct ServiceEndpoint {
  std::string service;  ///< fully qualified: "/n/get_parameters"
  const ServiceTypeInfo* type = nullptr;
  Qos qos;
  NodeName node;
};

/// A change in what an endpoint is matched with, or a broken QoS promise.
struct EndpointEvent {
  enum class Kind : std::uint8_t {
    kMatched,           ///< a pair came (change = 1) or went (-1)
    kIncompatibleQos,   ///< a pair was refused; `policy` says why. Once a pair, but for
                        ///< Cyclone: it may tell of two ends twice that come at one moment
    kIncompatibleType,
    kDeadlineMissed,    ///< offered by a writer, requested by a reader
    kLivelinessLost,    ///< of a writer
    kLivelinessChanged, ///< of a reader's writers: `change` = of the alive ones,
                        ///< `not_alive` = of those whose lease has passed
    kMessageLost,       ///< of a reader: `change` = samples
  };
  Kind kind;
  int change = 0;
  QosPolicy policy{};
  int not_alive = 0;
  std::uint64_t peer = 0;  ///< of kMatched on a network route: which, for PeerNotes
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
  /// False if another route brings what this publisher sends. A network route
  /// asks for each message, before all else, if the endpoint has a note.
  /// Contract: as deliver().
  virtual bool wants(const Gid& publisher) noexcept {
    static_cast<void>(publisher);
    return true;
  }

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
    return Error{Code::kWorld, std::string("There is no memory to encode a message of type '") +
                                   type.name + "'"};
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
  /// Whether messages may come whose objects lie where a writer lent them.
  virtual bool reads_in_place() const noexcept { return false; }
};

/// A client's end. Destroying it drops replies that are still under way.
class ClientEnd {
 public:
  virtual ~ClientEnd() = default;
  /// Sends a request; its header().request names it afterwards.
  virtual Result<RequestId> send(const MessagePtr& request) = 0;
  /// True while both directions of at least one server are matched.
  virtual bool server_available() const noexcept = 0;
  /// The reply reader and the request writer on the wire; zero if there are none.
  virtual Gid reader_gid() const noexcept = 0;
  virtual Gid writer_gid() const noexcept = 0;
};

/// A server's end.
class ServerEnd {
 public:
  virtual ~ServerEnd() = default;
  /// Answers the request that `reply->header().request` names. Held back, not
  /// lost, until that client's reply reader is matched.
  /// @return kNotFound if that client is surely not one of this route.
  virtual Result<void> reply(const MessagePtr& reply) = 0;
  /// The request reader and the reply writer on the wire; zero if there are none.
  virtual Gid reader_gid() const noexcept = 0;
  virtual Gid writer_gid() const noexcept = 0;
};

/// Where a client's replies and the news of its servers go.
class ClientSink : public MessageSink {
 public:
  /// The set of available servers changed.
  virtual void on_availability() noexcept = 0;

 protected:
  ~ClientSink() = default;
};

/// One endpoint as the graph shows it, ours or a peer's.
struct GraphEndpoint {
  enum class Kind : std::uint8_t { kPublisher, kSubscription, kService, kClient };
  Kind kind;
  std::string name;  ///< of the topic or service: "/a/b"; by Graph::Names
  std::string type;  ///< of the type: "std_msgs/msg/String"; by Graph::Names
  std::string hash;  ///< "RIHS01_…" of what travels, empty if the peer tells none
  NodeName node;     ///< _NODE_NAME_UNKNOWN_ for a peer that tells none
  Gid gid;
  Qos qos;
};

/// A node of the graph.
struct GraphNode {
  NodeName node;
  std::string enclave;
  Gid participant;
};

/// What a route knows of the graph: ours and every peer's.
/// Threads: all functions from any thread; they copy what they return.
class Graph {
 public:
  /// kRos: the topics and services of ROS. kDds: all topics, named as on the wire
  /// ("rq/a/bRequest"), their types too; each endpoint is a publisher or a subscription.
  enum class Names : std::uint8_t { kRos, kDds };

  virtual ~Graph() = default;
  virtual std::vector<GraphNode> nodes() = 0;
  /// Every endpoint, or those of one topic or service, by its name.
  virtual std::vector<GraphEndpoint> endpoints(Names names) = 0;
  virtual std::vector<GraphEndpoint> endpoints_of(const std::string& name, Names names) = 0;
  std::vector<GraphEndpoint> endpoints() { return endpoints(Names::kRos); }
  std::vector<GraphEndpoint> endpoints_of(const std::string& name) {
    return endpoints_of(name, Names::kRos);
  }
  /// Calls `changed` after every change, on any thread, until cleared with
  /// nullptr. Costs nothing while nobody asks.
  virtual void watch(std::function<void()> changed) = 0;
};

/// What peers' endpoints say of themselves (Endpoint::note).
class PeerNotes {
 public:
  struct Peer {
    Gid gid;
    std::string note;
  };
  /// The other end of a match, by EndpointEvent::peer; none if it says nothing.
  /// Contract: any thread, also in EndpointEvents::on_event().
  virtual std::optional<Peer> find(std::uint64_t peer) = 0;

 protected:
  ~PeerNotes() = default;
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
  virtual Result<std::unique_ptr<ClientEnd>> open_client(const ServiceEndpoint& endpoint,
                                                         ClientSink& sink) = 0;
  virtual Result<std::unique_ptr<ServerEnd>> open_server(const ServiceEndpoint& endpoint,
                                                         MessageSink& sink) = 0;
  /// Tells the graph which endpoints belong to a node; called again whenever
  /// they change, and with `gone` when the node goes.
  virtual void announce(const NodeName& node, const std::vector<Gid>& readers,
                        const std::vector<Gid>& writers, bool gone) = 0;
  /// Ends every wait under way and lets later ones fail: the context shuts down.
  virtual void stop() noexcept = 0;
  /// Null for a route that has no graph of its own.
  virtual Graph* graph() noexcept = 0;
  /// Null for a route that carries no notes. Contract: to be called before the
  /// first endpoint is opened; the same object each time.
  virtual Result<PeerNotes*> peer_notes() { return nullptr; }
};

}  // namespace ranvier
