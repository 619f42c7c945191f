#include "analysis/trace_model/starvation.h"

#include <algorithm>
#include <utility>

#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/stages.h"
#include "analysis/trace_model/thread_waits.h"

namespace ranvier::trace_model {
namespace {

bool is_longer(const Wait& a, const Wait& b) {
  return std::pair(a.waited, b.run) > std::pair(b.waited, a.run);  // of equals the first run
}

/// The longest of many, in memory for a few.
class Longest final {
 public:
  explicit Longest(std::size_t most) : most_(most) {}
  void add(const Wait& wait) {
    if (all_.size() < most_) {
      all_.push_back(wait);
      std::push_heap(all_.begin(), all_.end(), is_longer);
    } else if (most_ > 0 && is_longer(wait, all_.front())) {
      std::pop_heap(all_.begin(), all_.end(), is_longer);
      all_.back() = wait;
      std::push_heap(all_.begin(), all_.end(), is_longer);
    }
  }
  std::vector<Wait> sorted() {
    std::sort_heap(all_.begin(), all_.end(), is_longer);
    return std::move(all_);
  }

 private:
  const std::size_t most_;
  std::vector<Wait> all_;
};

// When the callback of a run was ready; kNever if no event says.
Nanoseconds ready_of(const Model& model, const Run& run, Nanoseconds last_start) {
  if (run.take != kNone) return model.takes[run.take].delivered;
  const Callback& callback = model.callbacks[run.callback];
  if (callback.of != Callback::Of::kTimer || last_start == kNever) return kNever;
  const Nanoseconds period = model.timers[callback.owner].period;
  Nanoseconds due = 0;
  const bool is_real = period > 0 && !__builtin_add_overflow(last_start, period, &due);
  return is_real ? due : kNever;
}

}  // namespace

Starvation find_starvation(const Model& model, Nanoseconds limit, std::size_t most) {
  std::vector<std::vector<Nanoseconds>> waits(model.callbacks.size());
  std::vector<Nanoseconds> last_start(model.callbacks.size(), kNever);
  Longest longest(most);
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    const Run& run = model.runs[i];
    const Nanoseconds ready = ready_of(model, run, last_start[run.callback]);
    last_start[run.callback] = run.start;
    if (ready == kNever) continue;
    const Nanoseconds waited = std::max<Nanoseconds>(0, apart(ready, run.start));
    waits[run.callback].push_back(waited);
    if (waited > limit) longest.add({static_cast<Index>(i), ready, waited, 0, kNever});
  }
  Starvation result{limit, {}, longest.sorted()};
  const StageClock clock(model);
  const WaitClock cores(model);
  for (Wait& one : result.longest) {
    one.busy = std::clamp<Nanoseconds>(clock.busy_before(one.run, one.ready), 0, one.waited);
    const Run& run = model.runs[one.run];
    if (cores.knows(run.thread)) one.cpu = cores.waited(run.thread, one.ready, run.start);
  }
  for (std::size_t i = 0; i < waits.size(); ++i) {
    if (waits[i].empty()) continue;
    const auto starved = std::count_if(waits[i].begin(), waits[i].end(),
                                       [&](Nanoseconds one) { return one > limit; });
    result.callbacks.push_back({static_cast<Index>(i), statistics(std::move(waits[i])),
                                static_cast<std::uint64_t>(starved)});
  }
  return result;
}

}  // namespace ranvier::trace_model
