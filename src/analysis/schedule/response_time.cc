#include "analysis/schedule/response_time.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace ranvier::schedule {
namespace {

// One callback of one chain, where it runs. The shared timer of two chains is one of each.
struct Place {
  std::size_t chain;
  std::size_t executor;
  std::size_t cpu;
  std::int64_t cost;
  std::pair<int, int> level;  // of the thread, of the callback: what is higher goes first
  bool timer = false;
};

// A callback that stands before a segment, each `period` again, or once.
struct Interference {
  std::int64_t cost;
  std::int64_t period;  // 0: once
  std::int64_t delay;   // how far two releases may come together
};

class Analysis final {
 public:
  Analysis(const TaskSet& set, const Placement& placement) : set_(set) {
    for (std::size_t chain = 0; chain < set.size(); ++chain) {
      horizon_ = std::max(horizon_, set[chain].period * kPeriods);
      for (std::size_t i = 0; i < set[chain].callbacks.size(); ++i) {
        const std::size_t executor = placement.executor_of[chain][i];
        const ExecutorPlace& at = placement.executors[executor];
        places_.push_back({chain,
                           executor,
                           at.cpu,
                           set[chain].callbacks[i].cost,
                           {at.priority, placement.priority_of[chain][i]}});
        places_.back().timer = i == 0;
        if (i == 0) timers_.push_back(places_.back());
      }
    }
  }

  /// @param times  of the chains, for the delay that they bring.
  std::int64_t of_chain(std::size_t chain, const std::vector<std::int64_t>& times) const {
    std::map<std::size_t, std::vector<Place>> segments;  // by CPU
    for (const Place& place : places_) {
      if (place.chain == chain) segments[place.cpu].push_back(place);
    }
    std::int64_t sum = 0;
    for (const auto& [cpu, segment] : segments) {
      const std::int64_t time = of_segment(segment, segments.size() == 1, times);
      if (time == kUnbounded) return kUnbounded;
      sum += time;
    }
    return sum > set_[chain].period ? sum + set_[chain].period : sum;
  }

 private:
  std::int64_t of_segment(const std::vector<Place>& segment, bool whole,
                          const std::vector<std::int64_t>& times) const {
    const Place& lowest =
        *std::min_element(segment.begin(), segment.end(),
                          [](const Place& a, const Place& b) { return a.level < b.level; });
    std::int64_t alone = blocking(lowest);
    for (const Place& place : segment) alone += place.cost;
    return fixed_point(alone, before(lowest, whole, times));
  }

  // The longest that may just have begun in the executor.
  std::int64_t blocking(const Place& lowest) const {
    std::int64_t longest = 0;
    for (const Place& place : places_) {
      if (place.executor == lowest.executor && place.chain != lowest.chain &&
          place.level < lowest.level) {
        longest = std::max(longest, place.cost);
      }
    }
    return longest;
  }

  std::vector<Interference> before(const Place& lowest, bool whole,
                                   const std::vector<std::int64_t>& times) const {
    std::vector<Interference> all;
    for (const Place& place : places_) {
      if (place.cpu != lowest.cpu || place.level <= lowest.level) continue;
      const bool own = place.chain == lowest.chain;
      if (own && whole) continue;
      const bool in_time = own && times[place.chain] <= set_[place.chain].period;
      const bool periodic = in_time || place.timer || is_whole(place.chain);
      const std::int64_t delay = periodic ? 0 : times[place.chain];
      const bool once = delay == 0 && released_once(place, lowest, own);
      all.push_back({place.cost, once ? 0 : period_of(place), delay});
    }
    return all;
  }

  // Its timer, lower than ours on our CPU, releases none before we are done.
  bool released_once(const Place& place, const Place& lowest, bool own) const {
    const Place& timer = timers_[place.chain];
    return !own && timer.cpu == lowest.cpu && timer.level < lowest.level;
  }

  bool is_whole(std::size_t chain) const {
    return std::all_of(places_.begin(), places_.end(), [&](const Place& place) {
      return place.chain != chain || place.cpu == timers_[chain].cpu;
    });
  }

  // A chain that sits on one CPU begins no instance before the last one has ended.
  std::int64_t period_of(const Place& place) const {
    if (!is_whole(place.chain)) return set_[place.chain].period;
    std::int64_t cost = 0;
    for (const Place& other : places_) cost += other.chain == place.chain ? other.cost : 0;
    return std::max(cost, set_[place.chain].period);
  }

  std::int64_t fixed_point(std::int64_t alone, const std::vector<Interference>& all) const {
    double load = 0;
    for (const auto& [cost, period, delay] : all) {
      if (delay == kUnbounded) return kUnbounded;
      if (period != 0) load += static_cast<double>(cost) / static_cast<double>(period);
    }
    if (load >= 1.0) return kUnbounded;
    for (std::int64_t time = alone; time < horizon_;) {
      std::int64_t next = alone;
      for (const auto& [cost, period, delay] : all) {
        next += period == 0 ? cost : cost * ((time + delay + period - 1) / period);
      }
      if (next == time) return time;
      time = next;
    }
    return kUnbounded;
  }

  static constexpr std::int64_t kPeriods = 1000;  // what takes as many counts as unbounded
  const TaskSet& set_;
  std::int64_t horizon_ = 0;
  std::vector<Place> places_;
  std::vector<Place> timers_;  // by chain
};

}  // namespace

// The delays depend on the times, and the times on the delays: up from none, until nothing
// changes. What still grows after as many rounds as there are chains, squared, has no bound.
std::vector<std::int64_t> response_times(const TaskSet& set, const Placement& placement,
                                         Releases releases) {
  const Analysis analysis(set, placement);
  std::vector<std::int64_t> times(set.size(), 0);
  for (std::size_t round = 0; round <= set.size() * set.size(); ++round) {
    std::vector<std::int64_t> next;
    for (std::size_t chain = 0; chain < set.size(); ++chain) {
      next.push_back(analysis.of_chain(chain, times));
    }
    if (releases == Releases::kPeriodic || next == times) return next;
    times = std::move(next);
  }
  return std::vector<std::int64_t>(set.size(), kUnbounded);
}

}  // namespace ranvier::schedule
