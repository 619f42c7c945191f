// The user data that endpoints of peers show for routes above this one, by the handles of matches.
#pragma once

#include <map>
#include <memory>

#include "ranvier/cyclone/endpoints/reader_cache.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/os/mutex.h"
#include "ranvier/route/peer_link.h"

namespace ranvier::cyclone {

/// Learns of endpoints before they match, and keeps those that have user data, but for
/// this context's own: messages go to them within the process, or over the network.
///
/// Threads: all functions from any thread. Lock: inside those of DDS; nothing is
/// called under it.
class PeerTable final : public PeerLink, private EndpointSink {
 public:
  static Result<std::unique_ptr<PeerTable>> open(Participant& participant);
  std::optional<Peer> find(std::uint64_t peer) override;
  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              const std::string& user_data,
                                              EndpointEvents& events) override;
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              const std::string& user_data,
                                              PeerSink& sink) override;

 private:
  explicit PeerTable(Participant& participant) noexcept : participant_(participant) {}
  void appeared(Side side, const dds_builtintopic_endpoint_t& endpoint,
                dds_instance_handle_t handle) override;
  void gone(const Gid& gid) override;

  Participant& participant_;
  Mutex mutex_{"peer table"};
  std::map<std::uint64_t, Peer> peers_ RANVIER_GUARDED_BY(mutex_);
  Handle writers_;  // these two go first: they call what stands above
  Handle readers_;
};

}  // namespace ranvier::cyclone
