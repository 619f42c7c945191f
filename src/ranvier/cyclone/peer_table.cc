#include "ranvier/cyclone/peer_table.h"

#include "ranvier/cyclone/dds_error.h"

namespace ranvier::cyclone {
Result<std::unique_ptr<PeerTable>> PeerTable::open(Participant& participant) {
  std::unique_ptr<PeerTable> table(new PeerTable(participant.gid()));
  const auto open = [&](dds_entity_t topic) {
    return Handle(create_builtin_reader(participant.entity(), topic, table->feed_));
  };
  table->writers_ = open(DDS_BUILTIN_TOPIC_DCPSPUBLICATION);
  table->readers_ = open(DDS_BUILTIN_TOPIC_DCPSSUBSCRIPTION);
  for (const Handle* handle : {&table->writers_, &table->readers_}) {
    if (handle->get() < 0) return dds_error(handle->get(), "Cannot hear of the notes of peers");
  }
  return table;
}

void PeerTable::Feed::appeared(const dds_builtintopic_endpoint_t& endpoint,
                               dds_instance_handle_t handle) {
  if (to_gid(endpoint.participant_key) == table.own_) return;
  std::string note = note_of(user_data_of(*endpoint.qos));
  Lock lock(table.mutex_);
  if (note.empty()) {
    table.peers_.erase(handle);
  } else {
    table.peers_[handle] = {to_gid(endpoint.key), std::move(note)};
  }
}

void PeerTable::Feed::gone(const dds_guid_t& key) {
  const Gid gid = to_gid(key);
  Lock lock(table.mutex_);
  std::erase_if(table.peers_, [&](const auto& peer) { return peer.second.gid == gid; });
}

std::optional<PeerNotes::Peer> PeerTable::find(std::uint64_t peer) {
  Lock lock(mutex_);
  const auto found = peers_.find(peer);
  if (found == peers_.end()) return std::nullopt;
  return found->second;
}

}  // namespace ranvier::cyclone
