#include "ranvier/cyclone/endpoints/peer_table.h"

#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/reader.h"
#include "ranvier/cyclone/endpoints/writer.h"

namespace ranvier::cyclone {

Result<std::unique_ptr<PeerTable>> PeerTable::open(Participant& participant) {
  std::unique_ptr<PeerTable> table(new PeerTable(participant));
  const auto open = [&](dds_entity_t topic) {
    return Handle(create_builtin_reader(participant.entity(), topic, table->feed_));
  };
  table->writers_ = open(DDS_BUILTIN_TOPIC_DCPSPUBLICATION);
  table->readers_ = open(DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION);
  for (const Handle* handle : {&table->writers_, &table->readers_}) {
    if (handle->get() < 0) return dds_error(handle->get(), "Cannot hear of the user data of peers");
  }
  return table;
}

void PeerTable::Feed::appeared(const dds_builtintopic_endpoint_t& endpoint,
                               dds_instance_handle_t handle) {
  if (to_gid(endpoint.participant_key) == table.participant_.gid()) return;
  std::string shown = user_data_of_other_route(user_data_of(*endpoint.qos));
  Lock lock(table.mutex_);
  if (shown.empty()) {
    table.peers_.erase(handle);
  } else {
    table.peers_[handle] = {to_gid(endpoint.key), std::move(shown)};
  }
}

void PeerTable::Feed::gone(const dds_guid_t& key) {
  const Gid gid = to_gid(key);
  Lock lock(table.mutex_);
  std::erase_if(table.peers_, [&](const auto& peer) { return peer.second.gid == gid; });
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
