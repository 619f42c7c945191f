#include "rates.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/trace_model/statistics.h"

namespace ranvier::topology {

using namespace trace_model;

namespace {

Nanoseconds middle(std::vector<Nanoseconds> of) { return statistics(std::move(of)).p50; }

Nanoseconds work(Nanoseconds of) { return of < kLeastWork ? 0 : of; }

// From the first to the last of these times, over their number.
std::optional<Nanoseconds> period(const std::vector<Nanoseconds>& times) {
  if (times.size() < 2) return std::nullopt;
  const auto [first, last] = std::minmax_element(times.begin(), times.end());
  return (*last - *first) / static_cast<Nanoseconds>(times.size() - 1);
}

/// Where the times of the model's threads are.
class ThreadsByTime final {
 public:
  explicit ThreadsByTime(const Model& model) : model_(model) {
    for (std::size_t i = 0; i < model.thread_times.size(); ++i) {
      const ThreadTime& one = model.thread_times[i];
      places_.emplace(std::pair(one.process, one.id), static_cast<Index>(i));
    }
  }
  /// In Model::thread_times; kNone if nobody looked at it.
  [[nodiscard]] Index time_of(Index thread) const {
    const trace_read::Thread& one = model_.threads[thread];
    const auto known = places_.find({one.process, one.id});
    return known == places_.end() ? kNone : known->second;
  }

 private:
  const Model& model_;
  std::map<std::pair<Index, std::int32_t>, Index> places_;
};

}  // namespace

std::vector<Nanoseconds> times_in_callbacks(const Model& model) {
  const ThreadsByTime of_times(model);
  std::vector<Nanoseconds> all(model.thread_times.size());
  for (const Run& run : model.runs) {
    const Index at = of_times.time_of(run.thread);
    if (at == kNone || run.end == kNever || run.is_nested) continue;
    const ThreadTime& time = model.thread_times[at];
    const Nanoseconds within = std::min(run.end, time.until) - std::max(run.start, time.from);
    all[at] += std::max<Nanoseconds>(within, 0);
  }
  return all;
}

bool is_of_every_node(const std::string& name) {
  static const std::set<std::string> topics{"/rosout", "/parameter_events"};
  static const std::set<std::string> services{
      "describe_parameters",       "get_parameter_types", "get_parameters",
      "get_type_description",      "list_parameters",     "set_parameters",
      "set_parameters_atomically", "get_logger_levels",   "set_logger_levels"};
  return topics.count(name) != 0 || services.count(name.substr(name.rfind('/') + 1)) != 0;
}

Rates::Rates(const Model& model)
    : model_(model),
      publications_(model.publishers.size()),
      runs_(model.callbacks.size()),
      publishes_(model.callbacks.size()),
      calls_services_(model.callbacks.size()) {
  for (std::size_t i = 0; i < model.publications.size(); ++i) {
    const PublishedMessage& one = model.publications[i];
    publications_[one.publisher].push_back(static_cast<Index>(i));
    if (one.run != kNone) publishes_[model.runs[one.run].callback] = true;
  }
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    if (model.runs[i].end != kNever) runs_[model.runs[i].callback].push_back(static_cast<Index>(i));
  }
  for (const Call& call : model.calls) {
    if (call.caller != kNone) calls_services_[model.runs[call.caller].callback] = true;
    if (call.client != kNone && call.sent != kNever) calls_[call.client].push_back(call.sent);
  }
  find_shares();
}

// A thread cannot have worked for longer than it ran; where it waited for a CPU it had work to do.
void Rates::find_shares() {
  const ThreadsByTime of_times(model_);
  std::vector<Nanoseconds> busy = times_in_callbacks(model_);
  for (const CpuWait& wait : model_.cpu_waits) {
    const Index time = of_times.time_of(wait.thread);
    if (time != kNone && wait.end > model_.thread_times[time].from) busy[time] -= wait.waited;
  }
  shares_.assign(model_.threads.size(), 1);
  for (Index i = 0; i < model_.threads.size(); ++i) {
    const Index time = of_times.time_of(i);
    if (time == kNone || busy[time] <= 0) continue;
    const auto used = static_cast<double>(model_.thread_times[time].used);
    shares_[i] = std::min(used / static_cast<double>(busy[time]), 1.0);
  }
}

Nanoseconds Rates::cpu(Nanoseconds took, Index thread) const {
  return static_cast<Nanoseconds>(static_cast<double>(took) * shares_[thread]);
}

bool Rates::publishes(Index callback) const { return callback != kNone && publishes_[callback]; }

bool Rates::ran(Index callback) const { return callback != kNone && !runs_[callback].empty(); }

bool Rates::calls(Index callback) const { return callback != kNone && calls_services_[callback]; }

Nanoseconds Rates::work_of(Index callback) const {
  if (callback == kNone || runs_[callback].empty()) return 0;
  std::vector<Nanoseconds> took;
  for (const Index run : runs_[callback])
    took.push_back(cpu(model_.runs[run].end - model_.runs[run].start, model_.runs[run].thread));
  return work(middle(std::move(took)));
}

std::optional<Nanoseconds> Rates::period_of_client(Index client) const {
  const auto known = calls_.find(client);
  return known == calls_.end() ? std::nullopt : period(known->second);
}

// The callback that most of its messages come from; kNone if less than nine of ten do.
Index Rates::usual_callback(Index publisher) const {
  std::map<Index, std::size_t> counts;
  for (const Index at : publications_[publisher]) {
    const Index run = model_.publications[at].run;
    ++counts[run == kNone ? kNone : model_.runs[run].callback];
  }
  for (const auto& [callback, count] : counts) {
    if (count * 10 >= publications_[publisher].size() * 9) return callback;
  }
  return kNone;
}

// How many times the callback runs until it publishes again. What it did before its first message
// does not count: until somebody subscribes nothing is published.
double Rates::runs_for_each(Index callback, const std::vector<Index>& publications) const {
  Index first = kNone, last = 0;
  for (const Index at : publications) {
    const Index run = model_.publications[at].run;
    if (run == kNone || model_.runs[run].callback != callback) continue;
    first = std::min(first, run);
    last = std::max(last, run);
  }
  const auto& runs = runs_[callback];
  const auto between = std::count_if(runs.begin(), runs.end(),
                                     [&](Index run) { return run > first && run <= last; });
  return static_cast<double>(between) / static_cast<double>(publications.size() - 1);
}

Trigger Rates::trigger_of(Index publisher) const {
  Trigger trigger;
  const auto& all = publications_[publisher];
  std::vector<Nanoseconds> times, until;
  for (const Index at : all) times.push_back(model_.publications[at].begin);
  trigger.period = period(times).value_or(0);
  const Index callback = usual_callback(publisher);
  trigger.is_rate_alone = callback == kNone;
  if (callback == kNone || all.size() < 2) return trigger;
  for (const Index at : all) {
    const PublishedMessage& one = model_.publications[at];
    if (one.run == kNone) continue;
    until.push_back(cpu(one.begin - model_.runs[one.run].start, model_.runs[one.run].thread));
  }
  trigger.work = work(middle(std::move(until)));
  const double share = runs_for_each(callback, all);
  const Callback& of = model_.callbacks[callback];
  constexpr double kExact = 0.05;
  const bool whole = share >= 1 - kExact && std::abs(share - std::round(share)) <= kExact * share;
  if (of.of == Callback::Of::kTimer && of.owner != kNone && std::round(share) == 1 && whole) {
    trigger.timer = of.owner;
    trigger.period = model_.timers[of.owner].period;
  } else if (of.of == Callback::Of::kSubscription && of.owner != kNone && whole) {
    trigger.after = of.owner;
    trigger.every = static_cast<std::uint64_t>(std::round(share));
    trigger.period = 0;
  } else {
    trigger.is_rate_alone = true;
  }
  return trigger;
}

}  // namespace ranvier::topology
