#include "analysis/trace_model/recent.h"

#include <algorithm>
#include <utility>

#include "analysis/trace_model/apart.h"

namespace ranvier::trace_model {
namespace {

using trace_read::Event;

/// When the callback ended that a thread was in when its events begin; kNever if none.
std::vector<Nanoseconds> ends_of_first_callbacks(const trace_read::Trace& trace) {
  std::vector<Nanoseconds> ends(trace.threads.size(), kNever);
  std::vector<int> depth(trace.threads.size());
  trace_read::for_each(trace, [&](const trace_read::EventView& event) {
    if (event.event() == Event::callback_start) ++depth[event.thread()];
    if (event.event() != Event::callback_end) return;
    if (depth[event.thread()] > 0) {
      --depth[event.thread()];
    } else {
      ends[event.thread()] = event.time();
    }
  });
  return ends;
}

/// Fills a Look.
class Looking final {
 public:
  Looking(const trace_read::Trace& trace, const Model& model, const Bounds& bounds)
      : model_(model),
        bounds_(bounds),
        after_(std::max(bounds.from, bounds.edge)),
        first_ends_(ends_of_first_callbacks(trace)) {
    look_.asked = apart(bounds.from, bounds.to);
    look_.seen = std::max<Nanoseconds>(0, apart(after_, bounds.to));
  }

  Look run(const ChainQuery& query) {
    const bool whole = query.what == ChainQuery::What::kWhole;
    for (const Chain& chain : find_chains(model_, query)) add(chain, whole);
    add_runs();
    for (const Untaken& one : model_.untaken) {
      if (one.dropped != kNever && is_now(one.dropped)) ++look_.drops[name_of(one)];
    }
    for (const Take& take : model_.takes) look_.cut += is_now(take.taken) && is_cut(take);
    return std::move(look_);
  }

 private:
  [[nodiscard]] bool is_now(Nanoseconds time) const { return time > after_ && time <= bounds_.to; }

  void add(const Chain& chain, bool whole) {
    Look::Ways* ways = nullptr;
    for (std::size_t i = 0; i < chain.count(); ++i) {
      if (!is_now(chain.ends[i])) continue;
      if (whole && !begins_here(model_.publications[chain.hops[i].front().publication])) continue;
      if (!ways) ways = &look_.chains[describe(model_, chain)];
      ways->latencies.push_back(apart(chain.begins[i], chain.starts[i]));
      for (const Stages& link : chain.ways[i]) {
        for (std::size_t s = 0; s < kStageCount; ++s) ways->stages[s] += link[s];
      }
    }
  }

  // Not so where the events that it goes on from are beyond the edge.
  [[nodiscard]] bool begins_here(const PublishedMessage& first) const {
    if (first.run == kNone) return first.begin > first_ends_[first.thread];
    const Run& run = model_.runs[first.run];
    if (run.take != kNone) return !is_cut(model_.takes[run.take]);
    return model_.callbacks[run.callback].of != Callback::Of::kSubscription;
  }
  [[nodiscard]] bool is_cut(const Take& take) const {
    return take.publication == kNone && take.source_timestamp < bounds_.edge;
  }

  void add_runs() {
    std::map<Index, Nanoseconds> starts;  // of each callback, the last one
    for (const Run& run : model_.runs) {
      const auto [before, is_first] = starts.try_emplace(run.callback, run.start);
      const Nanoseconds last = std::exchange(before->second, run.start);
      const bool has_ended = run.end != kNever && is_now(run.end);
      const bool has_period = !is_first && last > bounds_.edge && is_now(run.start);
      if (!has_ended && !has_period) continue;
      Look::Runs& runs = look_.callbacks[model_.describe(run.callback)];
      if (has_ended) runs.durations.push_back(apart(run.start, run.end));
      if (has_period) runs.periods.push_back(apart(last, run.start));
    }
  }

  [[nodiscard]] std::string name_of(const Untaken& one) const {
    const Subscription& at = model_.subscriptions[one.subscription];
    return at.topic + " at " + model_.name_of(at.node) + " (" + one.reason + ")";
  }

  const Model& model_;
  const Bounds& bounds_;
  const Nanoseconds after_;
  const std::vector<Nanoseconds> first_ends_;
  Look look_;
};

std::size_t numbers_in(const Look& look) {
  std::size_t count = look.chains.size() + look.callbacks.size() + look.drops.size();
  for (const auto& [name, ways] : look.chains) count += ways.latencies.size();
  for (const auto& [name, runs] : look.callbacks) {
    count += runs.durations.size() + runs.periods.size();
  }
  return count;
}

void append(std::vector<Nanoseconds>& to, const std::vector<Nanoseconds>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Those that go on in another: "A -> /b -> C" where there is "A -> /b -> C -> /d -> E".
void drop_beginnings(std::map<std::string, Look::Ways>& chains) {
  std::erase_if(chains, [&](const auto& one) {
    const std::string further = one.first + " -> ";
    const auto next = chains.lower_bound(further);
    return next != chains.end() && next->first.starts_with(further);
  });
}

double per_second(std::size_t count, Nanoseconds time) {
  return time > 0 ? static_cast<double>(count) * 1e9 / static_cast<double>(time) : 0;
}

Latest::Chain summary(const std::string& name, Look::Ways ways, Nanoseconds seen) {
  Latest::Chain chain{name, per_second(ways.latencies.size(), seen), {}, {}};
  const auto count = static_cast<double>(std::max<std::size_t>(ways.latencies.size(), 1));
  for (std::size_t s = 0; s < kStageCount; ++s) {
    chain.stages[s] = static_cast<double>(ways.stages[s]) / count;
  }
  chain.latency = statistics(std::move(ways.latencies));
  return chain;
}

}  // namespace

Look look_at(const trace_read::Trace& trace, const Model& model, const ChainQuery& query,
             const Bounds& bounds) {
  return Looking(trace, model, bounds).run(query);
}

void Window::add(Look look) {
  const std::size_t numbers = numbers_in(look);
  covered_ += look.asked;
  numbers_ += numbers;
  looks_.push_back({std::move(look), numbers});
  // The last look stays, whatever it has.
  while (looks_.size() > 1 && (covered_ > length_ || numbers_ > most_)) drop_oldest();
}

void Window::drop_oldest() {
  covered_ -= looks_.front().look.asked;
  numbers_ -= looks_.front().numbers;
  looks_.pop_front();
}

Latest Window::recent(bool whole) const {
  Latest recent;
  std::map<std::string, Look::Ways> chains;
  std::map<std::string, Look::Runs> callbacks;
  for (const auto& [look, numbers] : looks_) {
    recent.asked += look.asked;
    recent.seen += look.seen;
    recent.cut += look.cut;
    recent.lost += look.lost;
    for (const auto& [name, count] : look.drops) recent.drops[name] += count;
    for (const auto& [name, ways] : look.chains) {
      Look::Ways& sum = chains[name];
      append(sum.latencies, ways.latencies);
      for (std::size_t s = 0; s < kStageCount; ++s) sum.stages[s] += ways.stages[s];
    }
    for (const auto& [name, runs] : look.callbacks) {
      append(callbacks[name].durations, runs.durations);
      append(callbacks[name].periods, runs.periods);
    }
  }
  if (whole) drop_beginnings(chains);
  for (auto& [name, ways] : chains) {
    recent.chains.push_back(summary(name, std::move(ways), recent.seen));
  }
  for (auto& [name, runs] : callbacks) {
    recent.callbacks.push_back({name, per_second(runs.durations.size(), recent.seen),
                                statistics(std::move(runs.durations)),
                                statistics(std::move(runs.periods))});
  }
  std::stable_sort(recent.chains.begin(), recent.chains.end(),
                   [](const auto& a, const auto& b) { return a.latency.p99 > b.latency.p99; });
  std::stable_sort(recent.callbacks.begin(), recent.callbacks.end(),
                   [](const auto& a, const auto& b) { return a.duration.p99 > b.duration.p99; });
  return recent;
}

}  // namespace ranvier::trace_model
