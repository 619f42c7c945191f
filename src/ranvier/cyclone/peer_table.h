// The notes of peers' endpoints, by the handle that their matches have.
#pragma once

#include <map>
#include <memory>

#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/reader_cache.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Hears of endpoints before they match, and keeps those that have a note, but for
/// this context's own: they are met in the process, or over the network.
///
/// Threads: all functions from any thread. Lock: inside those of DDS; nothing is
/// called under it.
class PeerTable final : public PeerNotes {
 public:
  static Result<std::unique_ptr<PeerTable>> open(Participant& participant);
  std::optional<Peer> find(std::uint64_t peer) override;

 private:
  struct Feed final : EndpointSink {
    explicit Feed(PeerTable& to) : table(to) {}
    void appeared(const dds_builtintopic_endpoint_t& endpoint,
                  dds_instance_handle_t handle) override;
    void gone(const dds_guid_t& key) override;
    PeerTable& table;
  };
  explicit PeerTable(const Gid& own) noexcept : own_(own) {}

  const Gid own_;  // of our participant
  Mutex mutex_;
  std::map<std::uint64_t, Peer> peers_ RANVIER_GUARDED_BY(mutex_);
  Feed feed_{*this};
  Handle writers_;  // these two go first: they call what stands above
  Handle readers_;
};

}  // namespace ranvier::cyclone
