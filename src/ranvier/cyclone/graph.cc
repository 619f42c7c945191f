#include "ranvier/cyclone/graph.h"

#include "ranvier/cyclone/demangle.h"
#include "ranvier/cyclone/reader_core.h"

namespace ranvier::cyclone {
namespace {

constexpr const char* kUnknownNode = "_NODE_NAME_UNKNOWN_";

// Of what has gone, the built-in readers keep a last word until it is taken.
void forget_gone(dds_entity_t reader) {
  void* samples[64] = {};
  dds_sample_info_t infos[64];
  const std::uint32_t gone =
      DDS_NOT_ALIVE_DISPOSED_INSTANCE_STATE | DDS_NOT_ALIVE_NO_WRITERS_INSTANCE_STATE;
  dds_return_t count = 0;
  while ((count = dds_take_mask(reader, samples, infos, 64, 64,
                                gone | DDS_ANY_SAMPLE_STATE | DDS_ANY_VIEW_STATE)) > 0) {
    dds_return_loan(reader, samples, count);
    samples[0] = nullptr;
  }
}

// Calls `visit` with every sample that a built-in reader knows to be alive.
template <class Sample, class Visit>
void for_each_alive(dds_entity_t reader, Visit&& visit) {
  forget_gone(reader);
  dds_return_t count = 0;
  std::vector<void*> samples;
  std::vector<dds_sample_info_t> infos;
  for (std::size_t room = 256;; room *= 2) {
    samples.assign(room, nullptr);
    infos.resize(room);
    count = dds_read_mask(reader, samples.data(), infos.data(), room, room,
                          DDS_ALIVE_INSTANCE_STATE | DDS_ANY_SAMPLE_STATE | DDS_ANY_VIEW_STATE);
    if (count < static_cast<dds_return_t>(room)) break;
    dds_return_loan(reader, samples.data(), count);
  }
  for (dds_return_t i = 0; i < count; ++i) {
    if (infos[i].valid_data) visit(*static_cast<const Sample*>(samples[i]));
  }
  if (count > 0) dds_return_loan(reader, samples.data(), count);
}

// Of a service's four endpoints the request reader stands for the server and
// the request writer for the client.
GraphEndpoint::Kind kind_of(RosTopic::Kind topic, Side side) {
  using Kind = GraphEndpoint::Kind;
  if (topic == RosTopic::Kind::kTopic) {
    return side == Side::kWriter ? Kind::kPublisher : Kind::kSubscription;
  }
  return side == Side::kWriter ? Kind::kClient : Kind::kService;
}

std::optional<GraphEndpoint> to_ros(const dds_builtintopic_endpoint_t& from, Side side,
                                    const std::string* wanted) {
  const std::optional<RosTopic> topic = ros_topic(from.topic_name);
  if (!topic || topic->kind == RosTopic::Kind::kReply) return std::nullopt;
  if (wanted && *wanted != topic->name) return std::nullopt;
  GraphEndpoint to;
  to.kind = kind_of(topic->kind, side);
  to.name = topic->name;
  to.type = ros_type(from.type_name, topic->kind);
  to.hash = user_data_value(user_data_of(*from.qos), "typehash");
  to.gid = to_gid(from.key);
  to.qos = ros_qos(*from.qos, side);
  return to;
}

}  // namespace

Result<std::unique_ptr<CycloneGraph>> CycloneGraph::open(Participant& participant) {
  std::unique_ptr<CycloneGraph> graph(new CycloneGraph(participant));
  auto announcer = Announcer::open(participant);
  if (!announcer) return announcer.error();
  graph->announcer_ = std::move(*announcer);
  auto peers = PeerNodes::open(participant, [self = graph.get()] { self->changed_soon(); });
  if (!peers) return peers.error();
  graph->peers_ = std::move(*peers);
  return graph;
}

CycloneGraph::~CycloneGraph() {
  watch(nullptr);
  peers_.reset();
  {
    Lock lock(mutex_);
    builtin_.reset();
  }
  participant_.worker().cancel(this);
}

std::vector<ParticipantEntities> CycloneGraph::everybody() const {
  std::vector<ParticipantEntities> all = peers_->all();
  all.push_back({participant_.gid(), announcer_->nodes()});
  return all;
}

std::vector<GraphNode> CycloneGraph::nodes() {
  const std::map<Gid, std::string> enclaves = this->enclaves();
  std::vector<GraphNode> all;
  for (const ParticipantEntities& participant : everybody()) {
    const auto enclave = enclaves.find(participant.gid);
    for (const NodeEntities& node : participant.nodes) {
      all.push_back({node.node, enclave == enclaves.end() ? "" : enclave->second,
                     participant.gid});
    }
  }
  return all;
}

std::map<Gid, std::string> CycloneGraph::enclaves() {
  std::map<Gid, std::string> all;
  for_each_alive<dds_builtintopic_participant_t>(
      builtin().participants.get(), [&all](const dds_builtintopic_participant_t& participant) {
        all[to_gid(participant.key)] = user_data_value(user_data_of(*participant.qos), "enclave");
      });
  return all;
}

std::vector<GraphEndpoint> CycloneGraph::select(const std::string* name) {
  Owners owners;
  for (const ParticipantEntities& participant : everybody()) {
    for (const NodeEntities& node : participant.nodes) {
      for (const Gid& gid : node.readers) owners.emplace(gid, node.node);
      for (const Gid& gid : node.writers) owners.emplace(gid, node.node);
    }
  }
  std::vector<GraphEndpoint> all;
  const auto add = [&](const dds_builtintopic_endpoint_t& from, Side side) {
    std::optional<GraphEndpoint> endpoint = to_ros(from, side, name);
    if (!endpoint) return;
    const auto owner = owners.find(endpoint->gid);
    endpoint->node = owner == owners.end() ? NodeName{kUnknownNode, kUnknownNode} : owner->second;
    all.push_back(std::move(*endpoint));
  };
  const BuiltinReaders& readers = builtin();
  for_each_alive<dds_builtintopic_endpoint_t>(
      readers.writers.get(), [&](const auto& writer) { add(writer, Side::kWriter); });
  for_each_alive<dds_builtintopic_endpoint_t>(
      readers.readers.get(), [&](const auto& reader) { add(reader, Side::kReader); });
  return all;
}

const CycloneGraph::BuiltinReaders& CycloneGraph::builtin() {
  Lock lock(mutex_);
  if (!builtin_) builtin_ = std::make_unique<BuiltinReaders>(open_builtin());
  return *builtin_;
}

// Nobody pays for these readers before the first question about the graph.
CycloneGraph::BuiltinReaders CycloneGraph::open_builtin() {
  const ListenerPtr listener(dds_create_listener(this));
  dds_lset_data_available(listener.get(), [](dds_entity_t, void* self) {
    static_cast<CycloneGraph*>(self)->changed_soon();
  });
  const auto open = [&](dds_entity_t topic) {
    return Handle(dds_create_reader(participant_.entity(), topic, nullptr, listener.get()));
  };
  return {open(DDS_BUILTIN_TOPIC_DCPSPARTICIPANT), open(DDS_BUILTIN_TOPIC_DCPSPUBLICATION),
          open(DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION)};
}

void CycloneGraph::watch(std::function<void()> changed) {
  watched_.store(changed != nullptr);
  if (changed) {
    builtin();
  } else {
    participant_.worker().cancel(this);
    telling_.store(false);
  }
  Lock lock(mutex_);
  changed_ = std::move(changed);
}

// Comes on Cyclone's threads, often in bursts: one task tells of all that came
// before it ran.
void CycloneGraph::changed_soon() noexcept {
  if (!watched_.load() || telling_.exchange(true)) return;
  participant_.worker().run(this, [this] {
    telling_.store(false);
    std::function<void()> changed;
    {
      Lock lock(mutex_);
      changed = changed_;
    }
    if (changed) changed();
  });
}

}  // namespace ranvier::cyclone
