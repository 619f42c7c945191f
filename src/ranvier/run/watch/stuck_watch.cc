#include "ranvier/run/watch/stuck_watch.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

constexpr int kLooks = 3;   // that must find the same, one after the other
constexpr int kMisses = 2;  // between two turns of a wait that turns

}  // namespace

// Makes what lists engines and threads, before a thread looks: a fork() in the middle of that would
// leave it half made in the child, whose own thread would wait for it without end.
StuckWatch::StuckWatch(std::int64_t bound) : bound_(bound) { const Watched made; }

std::int64_t StuckWatch::period() const noexcept {
  constexpr std::int64_t kLeast = 20'000'000, kMost = 1'000'000'000;
  return std::clamp(bound_ / 8, kLeast, kMost);
}

// @return how long the oldest has been under way, ns; -1 if there is none.
std::int64_t StuckWatch::note_runs() {
  const std::int64_t now = steady_ns();
  std::int64_t oldest = -1;
  std::map<Place, Seen> still;
  const Watched watched;
  for (const SpinningThread* thread : watched.threads()) {
    const auto frames = thread->frames();
    for (std::size_t depth = 0; depth < frames.size(); ++depth) {
      const std::uint32_t run = frames[depth].run();
      if (!SpinFrame::is_running(run)) continue;
      const Place place{thread->id(), depth};
      Seen& seen = still[place];
      const auto known = seen_.find(place);
      if (known != seen_.end() && known->second.number == run) {
        seen = known->second;
      } else {
        seen.number = run;
        seen.since = now;
      }
      oldest = std::max(oldest, now - seen.since);
    }
  }
  seen_ = std::move(still);
  return oldest;
}

// A wait that turns, as that of tf2, is none for the moment between two turns.
Awaits StuckWatch::awaits_of(Seen& seen, const RunLook& run) {
  const Awaits now = ranvier::awaits_of(run);
  const bool turns = seen.awaits.kind == Awaits::Kind::kTransforms;
  if (turns && now.kind == Awaits::Kind::kNothing && ++seen.misses <= kMisses) return seen.awaits;
  seen.misses = 0;
  if (!(now == seen.awaits)) seen.looks = 0;
  return seen.awaits = now;
}

// @param age  ns: younger ones are not judged.
std::vector<StuckRun> StuckWatch::judge(const Look& look, const Entities& entities,
                                        std::int64_t age) {
  std::vector<RunLook> runs;
  std::vector<Awaits> awaits;
  for (const EngineLook& engine : look.engines) {
    for (const RunLook& run : engine.runs) {
      const auto known = seen_.find({run.thread, run.depth});
      if (known == seen_.end() || known->second.number != run.number) continue;
      if (look.at - known->second.since < age) continue;
      runs.push_back(run);
      awaits.push_back(awaits_of(known->second, run));
    }
  }
  const auto stuck = find_stuck(look, entities, runs, awaits);
  for (const RunLook& run : runs) {
    Seen& seen = seen_[{run.thread, run.depth}];
    const bool is_stuck = std::any_of(stuck.begin(), stuck.end(), [&](const StuckRun& one) {
      return one.run.thread == run.thread && one.run.depth == run.depth;
    });
    seen.looks = is_stuck ? seen.looks + 1 : 0;
  }
  return stuck;
}

void StuckWatch::note_ready(const Look& look) {
  std::map<const void*, std::int64_t> still;
  for (const EngineLook& engine : look.engines) {
    for (const ReadyLook& one : engine.ready) {
      const auto known = ready_.find(one.work);
      still[one.work] = known != ready_.end() ? known->second : look.at;
    }
  }
  ready_ = std::move(still);
}

std::vector<std::string> StuckWatch::look() {
  std::vector<std::string> texts;
  if (note_runs() < bound_ / 2) {
    ready_.clear();
    return texts;
  }
  const Entities entities;
  const Look look = look_at_executors();
  note_ready(look);
  for (const StuckRun& one : judge(look, entities, bound_ / 2)) {
    Seen& seen = seen_[{one.run.thread, one.run.depth}];
    const std::int64_t waited = look.at - seen.since;
    if (seen.told || seen.looks < kLooks || waited < bound_) continue;
    seen.told = true;
    texts.push_back(text_of(one, entities, waited));
  }
  return texts;
}

std::vector<std::string> StuckWatch::look_now() {
  std::vector<std::string> texts;
  for (int i = 0; i < kLooks; ++i) {
    if (i > 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    note_runs();
    const Entities entities;
    const Look look = look_at_executors();
    note_ready(look);
    texts.clear();
    for (const StuckRun& one : judge(look, entities, 0)) {
      const Seen& seen = seen_[{one.run.thread, one.run.depth}];
      if (seen.looks >= kLooks) texts.push_back(text_of(one, entities, look.at - seen.since));
    }
  }
  return texts;
}

}  // namespace ranvier
