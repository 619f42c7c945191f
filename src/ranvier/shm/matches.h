// Which matches of the network are of this host, and what is new of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ranvier/os/mutex.h"
#include "ranvier/route/peer_link.h"
#include "ranvier/shm/address.h"
#include "ranvier/shm/shm_runtime.h"

namespace ranvier::shm {

/// The network says that a peer of this host matches, or that it does no more.
struct MatchEvent {
  bool came;
  std::uint64_t peer;  ///< EndpointEvent::peer
  Gid gid;
  Address at;  ///< if it came
};

/// The network's threads note matches here; whoever serves the endpoint takes them.
/// Threads: any.
class Matches final {
 public:
  Matches(ShmRuntime& runtime, PeerLink& peers) noexcept : runtime_(runtime), peers_(peers) {}

  /// @param came  void(const Gid&): called with a peer that came, before anybody can take that.
  /// @return false for a peer that only the network can reach.
  template <class Came>
  bool note(const EndpointEvent& event, Came came) {
    return event.change > 0 ? note_peer(event.peer, came) : note_end(event.peer);
  }
  bool any() const noexcept { return any_.load(std::memory_order_acquire); }
  std::vector<MatchEvent> take() {
    Lock lock(mutex_);
    any_.store(false, std::memory_order_relaxed);
    return std::exchange(events_, {});
  }
  /// Calls `gone` unless a peer with that Gid matches. None can come meanwhile.
  template <class Gone>
  void unless_there(const Gid& gid, Gone gone) {
    Lock lock(mutex_);
    const auto has = [&](const auto& one) { return one.second == gid; };
    if (std::none_of(there_.begin(), there_.end(), has)) gone();
  }

 private:
  template <class Came>
  bool note_peer(std::uint64_t handle, Came came) {
    const std::optional<PeerLink::Peer> peer = peers_.find(handle);
    const std::optional<Address> at = peer ? parse_user_data(peer->user_data) : std::nullopt;
    if (!at || !runtime_.can_reach(*at) || !runtime_.start()) return false;
    Lock lock(mutex_);
    came(peer->gid);
    there_[handle] = peer->gid;
    events_.push_back({true, handle, peer->gid, *at});
    any_.store(true, std::memory_order_release);
    return true;
  }
  bool note_end(std::uint64_t handle) {
    Lock lock(mutex_);
    const auto there = there_.find(handle);
    if (there == there_.end()) return false;
    events_.push_back({false, handle, there->second, {}});
    there_.erase(there);
    any_.store(true, std::memory_order_release);
    return true;
  }

  ShmRuntime& runtime_;
  PeerLink& peers_;
  std::atomic<bool> any_{false};
  Mutex mutex_{"matches"};
  std::map<std::uint64_t, Gid> there_ RANVIER_GUARDED_BY(mutex_);
  std::vector<MatchEvent> events_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::shm
