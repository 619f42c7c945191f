#include "ranvier/cyclone/endpoints/peer_table.h"

#include "ranvier/cyclone/endpoints/reader.h"
#include "ranvier/cyclone/endpoints/writer.h"

namespace ranvier::cyclone {

Result<std::unique_ptr<PeerTable>> PeerTable::open(Participant& participant) {
  std::unique_ptr<PeerTable> table(new PeerTable(participant));
  for (const Side side : {Side::kWriter, Side::kReader}) {
    Result<Handle> reader = open_builtin_reader(participant.entity(), side, *table);
    if (!reader) return reader.error();
    (side == Side::kWriter ? table->writers_ : table->readers_) = std::move(*reader);
  }
  return table;
}

void PeerTable::appeared(Side, const dds_builtintopic_endpoint_t& endpoint,
                         dds_instance_handle_t handle) {
  std::string shown = user_data_of_other_route(user_data_of(*endpoint.qos));
  Lock lock(mutex_);
  if (shown.empty()) {
    peers_.erase(handle);
  } else {
    peers_[handle] = {to_gid(endpoint.key), std::move(shown)};
  }
}

void PeerTable::gone(const Gid& gid) {
  Lock lock(mutex_);
  std::erase_if(peers_, [&](const auto& peer) { return peer.second.gid == gid; });
}

std::optional<PeerLink::Peer> PeerTable::find(std::uint64_t peer) {
  Lock lock(mutex_);
  const auto found = peers_.find(peer);
  if (found == peers_.end()) return std::nullopt;
  return found->second;
}

Result<std::unique_ptr<Writer>> PeerTable::open_writer(const Endpoint& endpoint,
                                                       const std::string& user_data,
                                                       EndpointEvents& events) {
  return open_topic_writer(participant_, endpoint, user_data, events);
}

Result<std::unique_ptr<Reader>> PeerTable::open_reader(const Endpoint& endpoint,
                                                       const std::string& user_data,
                                                       PeerSink& sink) {
  return open_topic_reader(participant_, endpoint, user_data, sink);
}

}  // namespace ranvier::cyclone
