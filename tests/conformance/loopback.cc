#include "loopback.h"

#include <algorithm>
#include <atomic>
#include <string_view>

#include "loopback_net.h"
#include "ranvier/msg/message_ring.h"
#include "ranvier/route/lease.h"
#include "ranvier/route/service_route.h"

namespace ranvier::conformance {
namespace {

using Kind = EndpointEvent::Kind;
using LinkPtr = std::shared_ptr<Link>;

// The bytes alone travel, as on a wire.
MessagePtr on_the_wire(const MessagePtr& message) {
  MessagePtr keep = message;
  const Bytes bytes = message->bytes();
  MessagePtr packet = Message::from_bytes(
      message->type(), bytes,
      {[](void* kept) noexcept { MessagePtr::adopt(static_cast<Message*>(kept)); },
       keep.release()});
  packet->header() = message->header();
  return packet;
}

bool same_type(const TypeInfo& a, const TypeInfo& b) { return std::string_view(a.name) == b.name; }

class LoopWriter;
class LoopReader;
class LoopClient;
class LoopServer;

// Who is there, and the network between them. Its lock is outside the links'.
struct World {
  explicit World(const LoopbackFaults& faults) : net(std::make_shared<Net>(faults)) {}
  const std::shared_ptr<Net> net;
  std::recursive_mutex mutex;
  std::vector<LoopWriter*> writers;
  std::vector<LoopReader*> readers;
  std::vector<LoopClient*> clients;
  std::vector<LoopServer*> servers;
  std::uint64_t last_client = 0;
};
using WorldPtr = std::shared_ptr<World>;
using Guard = std::lock_guard<std::recursive_mutex>;

class LoopReader final : public Reader {
 public:
  LoopReader(WorldPtr world, const Endpoint& endpoint, MessageSink& sink);
  ~LoopReader() override;
  Gid gid() const noexcept override { return {}; }
  std::size_t matched() const noexcept override { return count; }
  void resume() noexcept override;

  const Endpoint endpoint;
  MessageSink& sink;
  std::atomic<std::size_t> count{0};

 private:
  const WorldPtr world_;
};

class LoopWriter final : public Writer {
 public:
  LoopWriter(WorldPtr world, const Endpoint& endpoint, EndpointEvents& events);
  ~LoopWriter() override;

  Result<void> write(MessagePtr message) override {
    assert_liveliness();
    Guard lock(world_->mutex);
    const MessagePtr packet = on_the_wire(message);
    if (endpoint.qos.durability == Durability::kTransientLocal) kept_.push(packet);
    for (auto& [reader, link] : links) link->send(packet);
    return {};
  }
  Gid gid() const noexcept override { return {}; }
  bool wait_for_all_acked(std::chrono::nanoseconds timeout) override {
    const auto until = std::chrono::steady_clock::now() + timeout;
    std::vector<LinkPtr> all;
    {
      Guard lock(world_->mutex);
      for (auto& [reader, link] : links) all.push_back(link);
    }
    return std::all_of(all.begin(), all.end(),
                       [&](const LinkPtr& link) { return link->wait_all_arrived(until); });
  }
  void assert_liveliness() noexcept override {
    if (lease_) lease_->touch();
  }

  // The world's lock is held.
  void match(LoopReader& reader) {
    if (!same_type(*endpoint.type, *reader.endpoint.type)) {
      events_.on_event({Kind::kIncompatibleType, 1});
      reader.sink.on_event({Kind::kIncompatibleType, 1});
      return;
    }
    if (const auto policy = incompatible_policy(endpoint.qos, reader.endpoint.qos)) {
      events_.on_event({Kind::kIncompatibleQos, 1, *policy});
      reader.sink.on_event({Kind::kIncompatibleQos, 1, *policy});
      return;
    }
    const auto link = std::make_shared<Link>(
        world_->net, reader.sink, reader.endpoint.qos.reliability == Reliability::kReliable,
        reader.endpoint.qos.history == History::kKeepAll);
    links.emplace(&reader, link);
    tell(reader, 1);
    reader.sink.on_event({Kind::kLivelinessChanged, 1});
    if (lease_) lease_->add(reader.endpoint, reader.sink);
    if (reader.endpoint.qos.durability != Durability::kTransientLocal) return;
    for (std::size_t i = 0; i < kept_.size(); ++i) link->send(kept_[i]);
  }
  void unmatch(LoopReader& reader) {
    const auto found = links.find(&reader);
    if (found == links.end()) return;
    found->second->close();
    links.erase(found);
    const bool alive = !lease_ || lease_->remove(reader.sink);
    tell(reader, -1);
    reader.sink.on_event({Kind::kLivelinessChanged, alive ? -1 : 0, {}, alive ? 0 : -1});
  }

  const Endpoint endpoint;
  std::map<LoopReader*, LinkPtr> links;  // guarded by the world's lock
  std::atomic<std::size_t> count{0};

 private:
  void tell(LoopReader& reader, int change) {
    count += change;
    reader.count += change;
    events_.on_event({Kind::kMatched, change});
    reader.sink.on_event({Kind::kMatched, change});
  }

  const WorldPtr world_;
  EndpointEvents& events_;
  MessageRing kept_;
  std::unique_ptr<WriterLease> lease_;
};

LoopReader::LoopReader(WorldPtr world, const Endpoint& what, MessageSink& where)
    : endpoint(what), sink(where), world_(std::move(world)) {
  Guard lock(world_->mutex);
  world_->readers.push_back(this);
  for (LoopWriter* writer : world_->writers) {
    if (writer->endpoint.topic == endpoint.topic) writer->match(*this);
  }
}
LoopReader::~LoopReader() {
  Guard lock(world_->mutex);
  std::erase(world_->readers, this);
  for (LoopWriter* writer : world_->writers) writer->unmatch(*this);
}
void LoopReader::resume() noexcept {
  Guard lock(world_->mutex);
  for (LoopWriter* writer : world_->writers) {
    const auto found = writer->links.find(this);
    if (found != writer->links.end()) found->second->resume();
  }
}

LoopWriter::LoopWriter(WorldPtr world, const Endpoint& what, EndpointEvents& events)
    : Writer(count),
      endpoint(what),
      world_(std::move(world)),
      events_(events),
      kept_(what.qos.history == History::kKeepAll ? SIZE_MAX : what.qos.depth) {
  if (WriterLease::promised(what.qos)) lease_ = std::make_unique<WriterLease>(what, events);
  Guard lock(world_->mutex);
  world_->writers.push_back(this);
  for (LoopReader* reader : world_->readers) {
    if (reader->endpoint.topic == endpoint.topic) match(*reader);
  }
}
LoopWriter::~LoopWriter() {
  Guard lock(world_->mutex);
  std::erase(world_->writers, this);
  while (!links.empty()) unmatch(*links.begin()->first);
}

class LoopClient final : public ClientEnd {
 public:
  LoopClient(WorldPtr world, const ServiceEndpoint& what, ClientSink& sink)
      : endpoint(what), sink(sink), world_(std::move(world)) {
    Guard lock(world_->mutex);
    id = ++world_->last_client;
    world_->clients.push_back(this);
  }
  ~LoopClient() override;
  Result<RequestId> send(const MessagePtr& request) override;
  bool server_available() const noexcept override;
  Gid reader_gid() const noexcept override { return {}; }
  Gid writer_gid() const noexcept override { return {}; }

  const ServiceEndpoint endpoint;
  ClientSink& sink;
  std::uint64_t id = 0;

 private:
  const WorldPtr world_;
  std::int64_t last_sequence_ = 0;
};

class LoopServer final : public ServerEnd {
 public:
  LoopServer(WorldPtr world, const ServiceEndpoint& what, MessageSink& where)
      : endpoint(what), sink(where), world_(std::move(world)) {
    Guard lock(world_->mutex);
    world_->servers.push_back(this);
    tell_clients();
  }
  ~LoopServer() override {
    Guard lock(world_->mutex);
    std::erase(world_->servers, this);
    for (auto* links : {&requests, &replies}) {
      for (auto& [client, link] : *links) link->close();
    }
    tell_clients();
  }
  Result<void> reply(const MessagePtr& reply) override {
    Guard lock(world_->mutex);
    for (LoopClient* client : world_->clients) {
      if (client->id != reply->header().request.client) continue;
      link(replies, *client, client->sink).send(on_the_wire(reply));
      return {};
    }
    return Error{Code::kNotFound, "Service '" + endpoint.service + "': that client is gone."};
  }
  Gid reader_gid() const noexcept override { return {}; }
  Gid writer_gid() const noexcept override { return {}; }

  using Links = std::map<LoopClient*, LinkPtr>;
  Link& link(Links& links, LoopClient& client, MessageSink& to) {
    LinkPtr& link = links[&client];
    if (!link) link = std::make_shared<Link>(world_->net, to, true, false);
    return *link;
  }
  void forget(LoopClient& client) {
    for (auto* links : {&requests, &replies}) {
      const auto found = links->find(&client);
      if (found == links->end()) continue;
      found->second->close();
      links->erase(found);
    }
  }

  const ServiceEndpoint endpoint;
  MessageSink& sink;
  Links requests, replies;  // guarded by the world's lock

 private:
  void tell_clients() {
    for (LoopClient* client : world_->clients) client->sink.on_availability();
  }
  const WorldPtr world_;
};

LoopClient::~LoopClient() {
  Guard lock(world_->mutex);
  std::erase(world_->clients, this);
  for (LoopServer* server : world_->servers) server->forget(*this);
}

Result<RequestId> LoopClient::send(const MessagePtr& request) {
  Guard lock(world_->mutex);
  const RequestId id{this->id, ++last_sequence_};
  request->header().request = id;
  for (LoopServer* server : world_->servers) {
    if (server->endpoint.service != endpoint.service) continue;
    server->link(server->requests, *this, server->sink).send(on_the_wire(request));
  }
  return id;
}

bool LoopClient::server_available() const noexcept {
  Guard lock(world_->mutex);
  return std::any_of(world_->servers.begin(), world_->servers.end(), [&](LoopServer* server) {
    return server->endpoint.service == endpoint.service;
  });
}

class LoopbackRoute final : public Route, private ServiceRoute {
 public:
  explicit LoopbackRoute(const LoopbackFaults& faults) : world_(std::make_shared<World>(faults)) {}
  const char* name() const noexcept override { return "loopback"; }
  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              EndpointEvents& events) override {
    return std::unique_ptr<Writer>(std::make_unique<LoopWriter>(world_, endpoint, events));
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              MessageSink& sink) override {
    return std::unique_ptr<Reader>(std::make_unique<LoopReader>(world_, endpoint, sink));
  }
  void stop() noexcept override {}
  ServiceRoute& services() noexcept override { return *this; }

 private:
  Result<std::unique_ptr<ClientEnd>> open_client(const ServiceEndpoint& endpoint,
                                                 ClientSink& sink) override {
    return std::unique_ptr<ClientEnd>(std::make_unique<LoopClient>(world_, endpoint, sink));
  }
  Result<std::unique_ptr<ServerEnd>> open_server(const ServiceEndpoint& endpoint,
                                                 MessageSink& sink) override {
    return std::unique_ptr<ServerEnd>(std::make_unique<LoopServer>(world_, endpoint, sink));
  }

  const WorldPtr world_;
};

}  // namespace

std::unique_ptr<Route> open_loopback_route(const LoopbackFaults& faults) {
  return std::make_unique<LoopbackRoute>(faults);
}

}  // namespace ranvier::conformance
