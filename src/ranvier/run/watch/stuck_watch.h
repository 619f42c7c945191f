// Looks from outside at the callbacks of this process, and says which of them can never go on.
//
// What is looked at (watched.h) is written anyway or costs two stores; all else happens in here,
// on whatever thread calls, and only while some callback takes long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ranvier/run/watch/judge.h"

namespace ranvier {

/// Threads: one at a time, with no lock of the core.
class StuckWatch final {
 public:
  /// @param bound  ns that a callback may wait before it is told of.
  explicit StuckWatch(std::int64_t bound);

  /// What is found stuck for the first time, a text for each callback. To be called again and
  /// again, each period().
  std::vector<std::string> look();
  /// What is stuck now, however short, told of before or not. Takes a tenth of a second.
  std::vector<std::string> look_now();
  /// Executors, their threads, what runs and what waits, since when, and their groups.
  std::string describe();

  /// ns. A callback is told of between bound and bound + period() after it began.
  std::int64_t period() const noexcept;

 private:
  struct Seen {
    std::uint32_t number = 0;
    std::int64_t since = 0;  // steady ns: of the first look that saw it
    Awaits awaits;
    int looks = 0;   // one after the other that found it stuck in the same wait
    int misses = 0;  // looks that came between two turns of a wait that turns
    bool told = false;
  };
  using Place = std::pair<pid_t, std::size_t>;  // thread and depth

  std::int64_t note_runs();
  std::vector<StuckRun> judge(const Look& look, const Entities& entities, std::int64_t age);
  Awaits awaits_of(Seen& seen, const RunLook& run);
  void note_ready(const Look& look);
  std::int64_t since_of(const RunLook& run, std::int64_t now) const;

  const std::int64_t bound_;
  std::map<Place, Seen> seen_;
  std::map<const void*, std::int64_t> ready_;  // since when each work was found ready
};

}  // namespace ranvier
