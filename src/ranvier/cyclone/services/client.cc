#include <array>
#include <atomic>
#include <optional>
#include <set>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/foreign_writers.h"
#include "ranvier/cyclone/endpoints/owning_reader.h"
#include "ranvier/cyclone/endpoints/type_watch.h"
#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/cyclone/services/service_peer.h"
#include "ranvier/cyclone/services/services.h"

namespace ranvier::cyclone {
namespace {

/// What stands for the client in the ids of its requests. In Cyclone's dialect we number
/// requests; in that of Fast DDS, RTPS does.
struct RequestRows {
  std::uint64_t cyclone = 0;  ///< goes to servers: the handle of the request writer
  std::uint64_t fast = 0;     ///< stays here: the handle of the reply reader
};

std::uint64_t handle_of(dds_entity_t entity) {
  dds_instance_handle_t handle = 0;
  dds_get_instance_handle(entity, &handle);
  return handle;
}

/// Takes replies, and watches which servers are matched both ways.
///
/// A server has two endpoints, and each matches in its own time; it is
/// available when both have. A request goes to all servers of the name, and is read rightly
/// in one dialect: with servers of both, one kind is spoken to.
/// Threads: as SampleSink and ReaderCore say.
/// Lifetime: belongs to the reply reader.
class ClientCore final : public SampleSink {
 public:
  ClientCore(Participant& participant, const ServiceEndpoint& endpoint, ClientSink& sink)
      : participant_(participant), service_(endpoint.service), sink_(sink) {}

  void accept(CdrSample& sample, const ddsi_writer_info& writer) override {
    Gate::Pass pass(gate_);
    if (!pass.open() || !started_.load(std::memory_order_acquire) || !is_ours(sample)) return;
    if (sample.dialect == Dialect::kFast) {
      sample.request = {rows_.fast, sample.related.identity.number};
    }
    if (MessagePtr reply = incoming_message(sample, writer)) sink_.deliver(std::move(reply));
  }

  void start(dds_entity_t requests, dds_entity_t replies, const RequestRows& rows) {
    requests_ = requests;
    replies_ = replies;
    rows_ = rows;
    writer_gid_ = gid_of(requests);
    reader_gid_ = gid_of(replies);
    started_.store(true, std::memory_order_release);  // pairs with accept() and look()
    look_soon();
  }

  // In the listener of the match.
  void on_server(dds_instance_handle_t writer) { participant_.foreign_writers().matched(writer); }

  // Called in listeners, where nothing may be asked of Cyclone.
  void look_soon() {
    Gate::Pass pass(gate_);  // after close() no task may be left
    if (pass.open()) participant_.worker().run(this, [this] { look(); });
  }

  /// The dialect of the next request.
  Dialect dialect() const noexcept { return dialect_.load(std::memory_order_acquire); }
  bool available() const noexcept { return available_.load(std::memory_order_acquire); }

  void close() noexcept {
    gate_.close();
    participant_.worker().cancel(this);
  }

 private:
  void look() {
    if (!started_.load(std::memory_order_acquire)) return;
    const Servers now = servers();
    if (now == servers_) return;
    servers_ = now;
    const bool was_available = available();
    choose();
    Gate::Pass pass(gate_);
    if (!pass.open()) return;
    sink_.on_availability();
    if (was_available && !available()) sink_.on_servers_gone();
  }

  /// The servers of one dialect: those whose request readers are matched, and of them those whose
  /// reply writers are matched too.
  struct Kind {
    std::set<std::string> half, whole;
    std::size_t readers = 0, writers = 0;
    bool operator==(const Kind&) const = default;
  };
  using Servers = std::array<Kind, 2>;  // by Dialect
  static std::size_t index(Dialect dialect) { return static_cast<std::size_t>(dialect); }

  Servers servers() const {
    Servers all;
    for (const ServicePeer& peer : matched_readers(participant_, requests_, ServiceSide::kServer)) {
      Kind& kind = all[index(peer.dialect)];
      kind.half.insert(peer.pair);
      ++kind.readers;
    }
    for (const ServicePeer& peer : matched_writers(participant_, replies_, ServiceSide::kServer)) {
      Kind& kind = all[index(peer.dialect)];
      if (kind.half.count(peer.pair)) kind.whole.insert(peer.pair);
      ++kind.writers;
    }
    return all;
  }

  // Servers on Fast DDS have no id: a process may have two of one name, and of one of them only
  // one endpoint may be matched.
  static bool available(const Kind& kind, Dialect dialect) {
    if (dialect == Dialect::kFast && !tricks_work()) return false;
    return !kind.whole.empty() && (dialect == Dialect::kCyclone || kind.readers == kind.writers);
  }

  void choose() {
    const Dialect first = preferred();
    const Dialect second = first == Dialect::kCyclone ? Dialect::kFast : Dialect::kCyclone;
    const bool one = available(servers_[index(first)], first);
    const bool other = available(servers_[index(second)], second);
    if (one && other) warn_once(first);
    dialect_.store(!one && other ? second : first, std::memory_order_release);
    available_.store(one || other, std::memory_order_release);
  }

  Dialect preferred() const {
    return participant_.options().prefers_fast ? Dialect::kFast : Dialect::kCyclone;
  }

  void warn_once(Dialect chosen) {
    const bool fast = chosen == Dialect::kFast;
    if (!warned_) {
      participant_.warn("Client of service '" + service_ +
                        "': it has servers on Fast DDS and on Cyclone DDS, which read requests "
                        "differently. Requests are for those on " +
                        (fast ? "Fast DDS" : "Cyclone DDS") +
                        "; RMW_IMPLEMENTATION chooses. Let one server have that name.");
    }
    warned_ = true;
  }

  // Every client of a service receives every reply.
  bool is_ours(const CdrSample& sample) const {
    if (sample.dialect == Dialect::kCyclone) return sample.request.client == rows_.cyclone;
    const Gid& of = sample.related.identity.endpoint;
    return !sample.outgoing && (of == reader_gid_ || of == writer_gid_);
  }

  Participant& participant_;
  const std::string service_;
  ClientSink& sink_;
  Gate gate_;
  dds_entity_t requests_ = 0;
  dds_entity_t replies_ = 0;
  std::atomic<bool> started_{false};
  std::atomic<bool> available_{false};
  std::atomic<Dialect> dialect_{preferred()};
  RequestRows rows_;  // this and the next two are written before started_
  Gid reader_gid_, writer_gid_;
  Servers servers_;      // on the worker
  bool warned_ = false;  // on the worker
};

ListenerPtr client_request_listener(ClientCore& core) {
  ListenerPtr listener(dds_create_listener(&core));
  dds_lset_publication_matched(listener.get(), for_c([](dds_entity_t, auto, void* arg) {
                                 static_cast<ClientCore*>(arg)->look_soon();
                               }));
  return listener;
}

ListenerPtr client_reply_listener(ClientCore& core) {
  ListenerPtr listener(dds_create_listener(&core));
  dds_lset_subscription_matched(listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
                                  auto& core = *static_cast<ClientCore*>(arg);
                                  if (status.current_count_change > 0) {
                                    core.on_server(status.last_publication_handle);
                                  }
                                  core.look_soon();
                                }));
  return listener;
}

class ServiceClient final : public ClientEnd {
 public:
  ServiceClient(Participant& participant, const std::string& service)
      : participant_(participant), who_("Client of service '" + service + "'") {}

  ~ServiceClient() override {
    if (replies_) replies_->close();
    // Its listener uses the core of the other.
    participant_.dispose(std::move(requests_.entity), requests_.topic);
    participant_.dispose(replies_.release(), std::move(reply_topic_));
  }

  Result<void> open(const ServiceEndpoint& endpoint, ClientSink& sink);

  Result<RequestId> send(const MessagePtr& request) override {
    if (replies_->dialect() == Dialect::kFast) return send_fast(request);
    const RequestId id{rows_.cyclone, last_.fetch_add(1, std::memory_order_relaxed) + 1};
    request->header().request = id;
    if (Result<void> sent = requests_.send(request, who_); !sent) return sent.error();
    return id;
  }
  bool server_available() const noexcept override { return replies_->available(); }
  Gid reader_gid() const noexcept override { return reader_gid_; }
  Gid writer_gid() const noexcept override { return writer_gid_; }

 private:
  // Cyclone numbers it while it builds the message. The identity names our reply reader alone.
  Result<RequestId> send_fast(const MessagePtr& request) {
    const InlineIdentity reader{IdentityParameter::kStandard,
                                {reader_gid_, SampleIdentity::kNoNumber}};
    const auto sent = requests_.send_as(reader, request, who_);
    if (!sent) return sent.error();
    const std::int64_t number = *sent != 0 ? static_cast<std::int64_t>(*sent)
                                           : -1 - last_.fetch_add(1, std::memory_order_relaxed);
    return request->header().request = {rows_.fast, number};
  }

  Participant& participant_;
  const std::string who_;
  ServiceWriter requests_;
  std::shared_ptr<Topic> reply_topic_;
  OwningReader<ClientCore> replies_;
  RequestRows rows_;
  std::atomic<std::int64_t> last_{0};
  Gid reader_gid_, writer_gid_;
  std::optional<TypeWatch::Member> type_;
};

Result<void> ServiceClient::open(const ServiceEndpoint& endpoint, ClientSink& sink) {
  const std::string id = new_service_id(participant_);
  auto topics = {participant_.topic(request_topic(endpoint)),
                 participant_.topic(reply_topic(endpoint))};
  for (const auto& topic : topics) {
    if (!topic) return topic.error();
  }
  requests_.topic = **topics.begin();
  reply_topic_ = **(topics.begin() + 1);
  auto core = std::make_unique<ClientCore>(participant_, endpoint, sink);
  const QosPtr reads = service_qos(endpoint, Side::kReader, ServiceSide::kClient, id);
  const ListenerPtr listener = client_reply_listener(*core);
  replies_ = {participant_, *reply_topic_, reads.get(), listener.get(), std::move(core)};
  if (!replies_) return dds_error(replies_.get(), who_ + " cannot open a DDS reader");
  const QosPtr writes = service_qos(endpoint, Side::kWriter, ServiceSide::kClient, id);
  requests_.entity =
      Handle(dds_create_writer(participant_.publisher(), requests_.topic->entity.get(),
                               writes.get(), client_request_listener(*replies_).get()));
  if (requests_.entity.get() < 0) {
    return dds_error(requests_.entity.get(), who_ + " cannot open a DDS writer");
  }
  rows_ = {handle_of(requests_.entity.get()), handle_of(replies_.get())};
  reader_gid_ = gid_of(replies_.get());
  writer_gid_ = gid_of(requests_.entity.get());
  replies_->start(requests_.entity.get(), replies_.get(), rows_);
  type_.emplace(participant_.types(), request_topic(endpoint), Side::kWriter);
  return {};
}

}  // namespace

Result<std::unique_ptr<ClientEnd>> open_service_client(Participant& participant,
                                                       const ServiceEndpoint& endpoint,
                                                       ClientSink& sink) {
  auto client = std::make_unique<ServiceClient>(participant, endpoint.service);
  if (Result<void> opened = client->open(endpoint, sink); !opened) return opened.error();
  return std::unique_ptr<ClientEnd>(std::move(client));
}

}  // namespace ranvier::cyclone
