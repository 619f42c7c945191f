// A publisher and a subscription of two processes of this host: which path their messages take.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ranvier/shm/listing.h"
#include "ranvier/shm/matches.h"

namespace ranvier::shm {

/// The path of a pair's messages. Each end has its own, and changes it by next_path() alone.
enum class Path : std::uint8_t {
  kSeeking,  ///< the publisher gives all to the network; the subscription holds what that brings
  kJoining,  ///< the publisher gives all to both; the subscription hands on what the network
             ///< brings, until the ring has the same message too
  kRing,     ///< the publisher gives all to the ring; what the network brings is dropped
  kEnded,    ///< the publisher gives the network what follows the ring; the subscription has
             ///< taken the ring, and drops what the network brings of the same
  kNetwork   ///< the publisher gives all to the network; the subscription hands that on
};
constexpr std::size_t kPaths = 5;

/// What happens to a pair, as one end sees it.
enum class PairEvent : std::uint8_t {
  kAttached,   ///< the publisher let the reader in; it gives the network nothing more for it
  kJoined,     ///< the publisher let the reader in, and gives both the same
  kCaughtUp,   ///< the reader takes from the ring what the network brings
  kDetached,   ///< the reader was taken out, or the subscription has withdrawn it
  kRingEnded,  ///< the publisher has no room: it has ended the ring for all readers
  kGivenUp     ///< the ring is of no use to the pair, for now
};
constexpr std::size_t kPairEvents = 6;

/// The path after an event; none where the event cannot be.
constexpr std::optional<Path> next_path(Path path, PairEvent event) noexcept {
  using enum Path;
  constexpr std::optional<Path> kNot;
  // clang-format off
  constexpr std::array<std::array<std::optional<Path>, kPairEvents>, kPaths> kTable{{
      //  kAttached  kJoined   kCaughtUp  kDetached  kRingEnded  kGivenUp     from
      {{  kRing,     kJoining, kNot,      kNot,      kNot,       kNetwork}},  // kSeeking
      {{  kNot,      kNot,     kRing,     kNetwork,  kNetwork,   kNot}},      // kJoining
      {{  kNot,      kNot,     kNot,      kSeeking,  kEnded,     kNot}},      // kRing
      {{  kNot,      kNot,     kNot,      kNot,      kNot,       kNetwork}},  // kEnded
      {{  kJoining,  kJoining, kNot,      kNot,      kNot,       kNetwork}},  // kNetwork
  }};
  // clang-format on
  return kTable[static_cast<std::size_t>(path)][static_cast<std::size_t>(event)];
}

/// Whether the publisher gives the network what it publishes, for this pair.
constexpr bool uses_network(Path path) noexcept { return path != Path::kRing; }
/// Whether the publisher gives it to the ring.
constexpr bool uses_ring(Path path) noexcept {
  return path == Path::kJoining || path == Path::kRing;
}
/// Whether the user knows of the match: from the first path that is decided.
constexpr bool is_decided(Path path) noexcept { return path != Path::kSeeking; }

/// What both ends have of a pair. Threads: whoever serves its endpoint.
struct Pair {
  explicit Pair(const MatchEvent& match, const ShmRuntime& runtime);
  /// Changes the path, and the time until which, or after which, the peer is looked for.
  void change(PairEvent event, const ShmRuntime& runtime);
  /// Where the peer's block is in its window, or kNowhere; none if that is to be asked again.
  /// The first look that finds the window notifies the peer: of two ends that start together the
  /// second finds the first.
  std::optional<std::uint64_t> find_peer(ShmRuntime& runtime);
  /// Tells the peer to look at this end.
  void notify_peer() const noexcept { window->event(Segment::kRuntimeEvent).notify(); }

  std::uint64_t peer;
  Gid gid;
  Address at;
  Path path = Path::kSeeking;
  bool counted = false;  // the user knows of the match
  bool never = false;    // the peer has no shared memory, and will have none
  Timeout patience;      // of kSeeking; else until the peer is looked for again
  Ref<Window> window;
};

}  // namespace ranvier::shm
