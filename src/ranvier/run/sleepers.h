// Who of an engine's threads sleeps, and whom a piece of news wakes.
//
// One sleeper, the leader, wakes by itself when the next timer is due; the
// others, the followers, sleep until they are called. So a timer that comes due
// wakes one thread, and a work that becomes ready wakes one, a follower if there
// is any, because a leader that is called must be replaced.
//
// A leader may watch the process's shared event (shm_event.h): then it sleeps there,
// and not on the engine's event count.
#pragma once

#include <cstdint>
#include <optional>

#include "ranvier/run/event_count.h"
#include "ranvier/run/shm_event.h"

namespace ranvier {

/// The book of sleepers; the sleep itself is the EventCount's.
///
/// Threads: guarded by the engine's mutex, but for notify(), which comes after it.
/// Promise: whoever is called comes: reports back with unpark() and looks for
///          work, or lets another look. `called` never exceeds those who come.
class Sleepers final {
 public:
  enum class Parked : std::uint8_t { kAwake, kFollower, kLeader };

  /// Whom to wake, once the mutex is let go.
  struct Call {
    int followers = 0;
    bool leader = false;
    std::optional<ShmEvent::WakeWord> watch;  ///< where that leader sleeps, if it watches
    explicit operator bool() const noexcept { return followers != 0 || leader; }
    /// Wakes them. Contract: any thread; a system call for each kind called.
    void notify(EventCount& event) const noexcept;
  };

  /// True if somebody sleeps whom nobody has called.
  bool available() const noexcept { return followers_ != called_ || leader_ == Leader::kAsleep; }
  /// True if somebody who was called has not reported back yet.
  bool coming() const noexcept { return called_ != 0 || leader_ == Leader::kCalled; }

  /// True if nobody leads: who lies down now may.
  bool leaderless() const noexcept { return leader_ == Leader::kNobody; }
  /// Books the calling thread as asleep: as the leader if there is none and
  /// `due` (steady ns, kForever: no timer) is a time to wait for, or if it watches, which only a
  /// leader may.
  Parked park(std::int64_t due, std::optional<ShmEvent::WakeWord> watch) noexcept;
  /// The thread that slept like `rest` is back.
  void unpark(Parked parked) noexcept;

  /// Up to `count` sleepers, followers first.
  [[nodiscard]] Call call(std::uint32_t count) noexcept;
  /// Somebody, unless a leader already wakes by `due`.
  [[nodiscard]] Call watch(std::int64_t due) noexcept;

  /// Threads that are asleep, or called and not back yet.
  std::uint32_t count() const noexcept { return followers_ + (leader_ != Leader::kNobody); }
  /// How often a thread lay down.
  std::uint64_t parks() const noexcept { return parks_; }

 private:
  enum class Leader : std::uint8_t { kNobody, kAsleep, kCalled };
  void call_leader(Call& call) noexcept;

  std::uint32_t followers_ = 0;  // asleep, or called and not back yet
  std::uint32_t called_ = 0;     // of them
  Leader leader_ = Leader::kNobody;
  std::optional<ShmEvent::WakeWord> watch_;  // of the leader
  std::int64_t due_ = kForever;              // the leader wakes then
  std::uint64_t parks_ = 0;
};

}  // namespace ranvier
