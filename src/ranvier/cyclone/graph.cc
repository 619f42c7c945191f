#include "ranvier/cyclone/graph.h"

#include <algorithm>
#include <set>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/demangle.h"
#include "ranvier/cyclone/endpoints/reader_core.h"
#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {
namespace {

constexpr const char* kUnknownNode = "_NODE_NAME_UNKNOWN_";
// Each search for endpoints that have gone visits all that are there.
constexpr std::chrono::milliseconds kBetweenLooksForGone{100};

// Of a service's four endpoints the request reader stands for the server and
// the request writer for the client.
GraphEndpoint::Kind kind_of(RosTopic::Kind topic, Side side) {
  using Kind = GraphEndpoint::Kind;
  if (topic == RosTopic::Kind::kTopic) {
    return side == Side::kWriter ? Kind::kPublisher : Kind::kSubscription;
  }
  return side == Side::kWriter ? Kind::kClient : Kind::kService;
}

// The names are as on the wire.
GraphEndpoint described(const dds_builtintopic_endpoint_t& from, Side side) {
  GraphEndpoint to;
  to.kind = kind_of(RosTopic::Kind::kTopic, side);
  to.name = from.topic_name;
  to.type = from.type_name;
  to.hash = user_data_value(user_data_of(*from.qos), "typehash");
  to.gid = to_gid(from.key);
  to.qos = ros_qos(*from.qos, side);
  return to;
}

// Cyclone announces the history of an endpoint; for other vendors it shows its own default.
void forget_default_history(const Participant& participant, GraphEndpoint& of) {
  const ddsi_domaingv* const domain = participant.internals();
  const Vendor vendor = domain ? vendor_of(*domain, of.gid) : Vendor::kUnknown;
  if (vendor == Vendor::kUnknown || vendor == Vendor::kEclipse) return;
  if (of.qos.history == History::kKeepLast && of.qos.depth == 1) of.qos.depth = 0;
}

// False if it is no endpoint of ROS, or if the other endpoint of its service stands for it.
bool give_ros_names(GraphEndpoint& to, Side side) {
  const std::optional<RosTopic> topic = ros_topic(to.name);
  if (!topic || topic->kind == RosTopic::Kind::kReply) return false;
  to.kind = kind_of(topic->kind, side);
  to.name = topic->name;
  to.type = ros_type(to.type, topic->kind);
  return true;
}

template <class Visit>
void for_each_endpoint(const std::vector<ParticipantEntities>& told, Visit&& visit) {
  for (const ParticipantEntities& participant : told) {
    for (const NodeEntities& node : participant.nodes) {
      for (const Gid& gid : node.readers) visit(gid);
      for (const Gid& gid : node.writers) visit(gid);
    }
  }
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
  participant_.worker().cancel(&telling_);
  participant_.worker().cancel(&forgetting_);
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
      all.push_back({node.node, enclave == enclaves.end() ? "" : enclave->second, participant.gid,
                     participant.gid == participant_.gid()});
    }
  }
  return all;
}

std::map<Gid, std::string> CycloneGraph::enclaves() {
  std::map<Gid, std::string> all;
  builtin().participants.for_each_alive<dds_builtintopic_participant_t>(
      [&all](const dds_builtintopic_participant_t& participant) {
        all[to_gid(participant.key)] = user_data_value(user_data_of(*participant.qos), "enclave");
      });
  return all;
}

std::vector<GraphEndpoint> CycloneGraph::select(Names names, const std::string* name) {
  Owners owners;
  for (const ParticipantEntities& participant : everybody()) {
    for (const NodeEntities& node : participant.nodes) {
      for (const Gid& gid : node.readers) owners.emplace(gid, node.node);
      for (const Gid& gid : node.writers) owners.emplace(gid, node.node);
    }
  }
  std::vector<GraphEndpoint> all;
  const auto add = [&](const dds_builtintopic_endpoint_t& from, Side side) {
    GraphEndpoint endpoint = described(from, side);
    endpoint.own = to_gid(from.participant_key) == participant_.gid();
    forget_default_history(participant_, endpoint);
    if (names == Names::kRos && !give_ros_names(endpoint, side)) return;
    if (name && *name != endpoint.name) return;
    const auto owner = owners.find(endpoint.gid);
    endpoint.node = owner == owners.end() ? NodeName{kUnknownNode, kUnknownNode} : owner->second;
    all.push_back(std::move(endpoint));
  };
  BuiltinReaders& known = builtin();
  known.writers.for_each_alive<dds_builtintopic_endpoint_t>(
      [&](const auto& writer) { add(writer, Side::kWriter); });
  known.readers.for_each_alive<dds_builtintopic_endpoint_t>(
      [&](const auto& reader) { add(reader, Side::kReader); });
  return all;
}

CycloneGraph::BuiltinReaders& CycloneGraph::builtin() {
  Lock lock(mutex_);
  if (!builtin_) builtin_ = open_builtin();
  return *builtin_;
}

// Nobody pays for these readers before the first question about the graph.
std::unique_ptr<CycloneGraph::BuiltinReaders> CycloneGraph::open_builtin() {
  const ListenerPtr listener(dds_create_listener(this));
  dds_lset_data_available(listener.get(), for_c([](dds_entity_t, void* self) {
                            static_cast<CycloneGraph*>(self)->changed_soon();
                          }));
  opened_.store(true);
  const auto open = [&](dds_entity_t topic) {
    return Handle(dds_create_reader(participant_.entity(), topic, nullptr, listener.get()));
  };
  return std::unique_ptr<BuiltinReaders>(new BuiltinReaders{
      open(DDS_BUILTIN_TOPIC_DCPSPARTICIPANT), open(DDS_BUILTIN_TOPIC_DCPSPUBLICATION),
      open(DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION)});
}

// Each participant of ROS 2 announces a list of its nodes and endpoints. Of a participant that
// sends none, only what was discovered can be counted. Reading the built-in topics of endpoints
// takes longest: that is done only when nothing else is missing.
GraphGaps CycloneGraph::gaps() {
  GraphGaps gaps;
  gaps.elsewhere = !stays_on_this_host(participant_.options());
  const std::vector<ParticipantEntities> told = peers_->all();
  const std::vector<Gid> participants = count_participants(told, gaps);
  const ddsi_domaingv* const domain = participant_.internals();
  if (domain && gaps.missing == 0) {
    gaps.missing = undiscovered_of_this_host(*domain, participants);
  }
  if (domain && gaps.missing == 0) {
    std::vector<Gid> announced;
    for_each_endpoint(told, [&](const Gid& gid) { announced.push_back(gid); });
    gaps.missing = unknown_entities(*domain, announced);
  }
  if (gaps.missing == 0) count_endpoints(told, gaps);
  return gaps;
}

// @return the other participants that were discovered.
std::vector<Gid> CycloneGraph::count_participants(const std::vector<ParticipantEntities>& told,
                                                  GraphGaps& gaps) {
  std::vector<Gid> participants;
  std::set<Gid> untold;
  builtin().participants.for_each_alive<dds_builtintopic_participant_t>([&](const auto& one) {
    const Gid gid = to_gid(one.key);
    if (gid == participant_.gid()) return;
    participants.push_back(gid);
    // One without keys never tells us of its nodes.
    if (participant_.options().security && !has_keys(gid)) return;
    if (user_data_of(*one.qos).find("enclave=") != std::string::npos) untold.insert(gid);
  });
  for (const ParticipantEntities& participant : told) untold.erase(participant.gid);
  gaps.missing += untold.size();
  gaps.heard += participants.size();
  return participants;
}

void CycloneGraph::count_endpoints(const std::vector<ParticipantEntities>& told, GraphGaps& gaps) {
  std::vector<Gid> known;
  const auto add = [&](const dds_builtintopic_endpoint_t& one) {
    known.push_back(to_gid(one.key));
  };
  builtin().writers.for_each_alive<dds_builtintopic_endpoint_t>(add);
  builtin().readers.for_each_alive<dds_builtintopic_endpoint_t>(add);
  std::sort(known.begin(), known.end());
  gaps.heard += known.size();
  for_each_endpoint(told, [&](const Gid& gid) {
    gaps.missing += !std::binary_search(known.begin(), known.end(), gid);
  });
}

void CycloneGraph::watch(std::function<void()> changed) {
  const bool ends = changed == nullptr;
  if (!ends) builtin();
  {
    Lock lock(mutex_);
    changed_ = std::move(changed);
  }
  if (!ends) return;
  participant_.worker().cancel(&telling_);  // the watcher may be destroyed now
  telling_.store(false);
}

// Runs on Cyclone's threads, often in bursts: one task reports all changes
// before it.
void CycloneGraph::changed_soon() noexcept {
  if (!opened_.load()) return;
  if (!forgetting_.exchange(true)) {
    participant_.worker().run(&forgetting_, [this] { forget_gone(); }, kBetweenLooksForGone);
  }
  if (telling_.exchange(true)) return;
  participant_.worker().run(&telling_, [this] { tell(); });
}

void CycloneGraph::tell() {
  telling_.store(false);
  std::function<void()> changed;
  {
    Lock lock(mutex_);
    changed = changed_;
  }
  if (changed) changed();
}

// Otherwise a process that asks about the graph once would keep a sample of each endpoint that
// goes, until it asks again.
void CycloneGraph::forget_gone() {
  forgetting_.store(false);
  Lock lock(mutex_);
  if (builtin_) builtin_->forget_gone();
}

}  // namespace ranvier::cyclone
