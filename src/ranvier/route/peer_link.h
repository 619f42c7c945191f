// What a network route offers to a route that stands above it and serves some of its
// pairs in another way: shared memory, for processes of one host.
//
// The route above says at each endpoint how a peer attaches to it (user_data), reads
// what peers say, and refuses what it brings itself (PeerSink::wants).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ranvier/route/route.h"

namespace ranvier {

/// Where the network delivers to when another route may serve the same publisher.
class PeerSink : public MessageSink {
 public:
  /// False if the other route brings what this publisher sends. The network asks before
  /// it decodes a message. Contract: as deliver().
  virtual bool wants(const Gid& publisher) noexcept = 0;

 protected:
  ~PeerSink() = default;
};

/// The part of a network route that routes above it use.
/// Threads: all functions from any thread.
class PeerLink {
 public:
  struct Peer {
    Gid gid;
    std::string user_data;
  };
  /// The other end of a match, by EndpointEvent::peer; none if it has no user data.
  /// Contract: also in EndpointEvents::on_event().
  virtual std::optional<Peer> find(std::uint64_t peer) = 0;
  /// Opens an endpoint that shows `user_data` to peers: letters, digits and dots.
  virtual Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                                      const std::string& user_data,
                                                      EndpointEvents& events) = 0;
  virtual Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                                      const std::string& user_data,
                                                      PeerSink& sink) = 0;

 protected:
  ~PeerLink() = default;
};

}  // namespace ranvier
