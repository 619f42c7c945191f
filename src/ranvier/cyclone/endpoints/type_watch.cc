#include "ranvier/cyclone/endpoints/type_watch.h"

#include <algorithm>

#include "ranvier/cyclone/demangle.h"

namespace ranvier::cyclone {
namespace {

// A topic that is not ROS's has its name on the wire.
RosTopic topic_of(const std::string& dds_topic) {
  return ros_topic(dds_topic).value_or(RosTopic{RosTopic::Kind::kTopic, dds_topic});
}

void tell_of_type(EndpointEvents* events, int count) {
  if (events) events->on_event({EndpointEvent::Kind::kIncompatibleType, count});
}

const char* peer_at(Side side, RosTopic::Kind kind) {
  if (kind == RosTopic::Kind::kTopic) {
    return side == Side::kWriter ? "a publisher of a peer" : "a subscription of a peer";
  }
  return side == Side::kWriter ? "a client of a peer" : "a server of a peer";
}

}  // namespace

Result<std::unique_ptr<TypeWatch>> TypeWatch::open(Participant& participant) {
  std::unique_ptr<TypeWatch> watch(new TypeWatch(participant));
  for (const Side side : {Side::kWriter, Side::kReader}) {
    Result<Handle> reader = open_builtin_reader(participant.entity(), side, *watch);
    if (!reader) return reader.error();
    (side == Side::kWriter ? watch->writers_ : watch->readers_) = std::move(*reader);
  }
  return watch;
}

// --- What DDS reports -----------------------------------------------------------

// The pairs inside this context are the local route's to check.
void TypeWatch::appeared(Side side, const dds_builtintopic_endpoint_t& endpoint,
                         dds_instance_handle_t) {
  if (topic_of(endpoint.topic_name).kind == RosTopic::Kind::kReply) return;
  const Gid gid = to_gid(endpoint.key);
  Lock lock(mutex_);
  if (peers_.contains(gid)) return;  // its QoS changed
  const auto at = table_.try_emplace({endpoint.topic_name, endpoint.type_name}).first;
  ++at->second.peers[static_cast<int>(side)];
  peers_.emplace(gid, std::pair(at, side));
  for_each_other_type(at, [&](Table::iterator other) {
    for (const Ours& ours : other->second.ours) {
      if (ours.side == side) continue;
      tell_of_type(ours.events, 1);
      report(other->first, at->first, side);
    }
  });
}

void TypeWatch::gone(const Gid& gid) {
  Lock lock(mutex_);
  const auto found = peers_.find(gid);
  if (found == peers_.end()) return;
  const auto [at, side] = found->second;
  --at->second.peers[static_cast<int>(side)];
  peers_.erase(found);
  forget_if_unused(at);
}

// --- Our endpoints --------------------------------------------------------------

TypeWatch::Table::iterator TypeWatch::join(const TopicName& topic, const Ours& ours) {
  const Side facing = ours.side == Side::kWriter ? Side::kReader : Side::kWriter;
  Lock lock(mutex_);
  const auto at = table_.try_emplace({topic.name, topic.dds_type}).first;
  at->second.ours.push_back(ours);
  for_each_other_type(at, [&](Table::iterator other) {
    const int peers = other->second.peers[static_cast<int>(facing)];
    if (peers == 0) return;
    tell_of_type(ours.events, peers);
    report(at->first, other->first, facing);
  });
  return at;
}

void TypeWatch::leave(Table::iterator at, const Ours& ours) noexcept {
  Lock lock(mutex_);
  std::vector<Ours>& all = at->second.ours;
  all.erase(std::find(all.begin(), all.end(), ours));
  forget_if_unused(at);
}

// --- The table ------------------------------------------------------------------

template <class Visit>
void TypeWatch::for_each_other_type(Table::iterator of, Visit&& visit) {
  const std::string& topic = of->first.first;
  for (auto at = table_.lower_bound({topic, ""}); at != table_.end() && at->first.first == topic;
       ++at) {
    if (at != of) visit(at);
  }
}

void TypeWatch::forget_if_unused(Table::iterator at) noexcept {
  const Users& users = at->second;
  if (users.peers[0] == 0 && users.peers[1] == 0 && users.ours.empty()) table_.erase(at);
}

void TypeWatch::report(const Key& ours, const Key& theirs, Side side_of_theirs) {
  const RosTopic topic = topic_of(ours.first);
  const bool service = topic.kind != RosTopic::Kind::kTopic;
  auto report = participant_.type_report();
  std::optional<std::string> line =
      report->line({topic.name, ros_type(ours.second, topic.kind),
                    peer_at(side_of_theirs, topic.kind), ros_type(theirs.second, topic.kind),
                    service ? TypeMismatch::Of::kService : TypeMismatch::Of::kTopic});
  if (!line) return;
  participant_.worker().run(nullptr, [report = std::move(report), line = std::move(*line)] {
    report->say(line);  // not under locks of DDS
  });
}

}  // namespace ranvier::cyclone
