#include "ranvier/run/watch/look.h"

#include <algorithm>

#include "ranvier/run/engine.h"

namespace ranvier {
namespace {

constexpr std::size_t kMostListed = 200;  // of an engine: a look under its mutex is short

// Each once: a thread is either in a callback of the engine or free for the next.
template <class See>
void each_frame(const Watched& watched, const Engine& engine, See see) {
  for (const SpinningThread* thread : watched.threads()) {
    const auto frames = thread->frames();
    for (std::size_t depth = 0; depth < frames.size(); ++depth) {
      const std::uint32_t run = frames[depth].run();
      if (frames[depth].engine() != &engine) continue;
      see(*thread, depth, frames[depth], run, depth + 1 == frames.size());
    }
  }
}

}  // namespace

EngineLook Engine::look(const Watched& watched) {
  EngineLook look{this, {}, {}, {}};
  const auto wait = [&](const Work& work) {
    const Strand& strand = work.strand();
    if (look.ready.size() < kMostListed) {
      look.ready.push_back({&work, &strand, strand.kind() == Strand::Kind::kExclusive});
    }
  };
  const Lock lock(mutex_);
  each_frame(watched, *this,
             [&](const SpinningThread& thread, std::size_t depth, const SpinFrame& frame,
                 std::uint32_t run, bool innermost) {
               const Work* const work = frame.work();
               if (!SpinFrame::is_running(run)) {
                 if (innermost) look.idle.push_back({thread.id(), this, work});
                 return;
               }
               const Strand& strand = work->strand();
               const bool exclusive = strand.kind() == Strand::Kind::kExclusive;
               look.runs.push_back({thread.id(), depth, run, this, work, &strand, exclusive,
                                    innermost, frame.pulls(), frame.wait()});
               if (exclusive) strand.parked_.for_each(wait);
             });
  ready_.for_each(wait);
  timers_.for_each_due(steady_ns(), wait);
  return look;
}

Look look_at_executors() {
  Look look;
  const Watched watched;
  look.at = steady_ns();
  for (Engine* engine : watched.engines()) look.engines.push_back(engine->look(watched));
  return look;
}

}  // namespace ranvier
