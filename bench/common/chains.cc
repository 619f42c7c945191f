#include "bench/common/chains.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <map>
#include <sstream>
#include <stdexcept>

#include "analysis/schedule/case_study.h"
#include "analysis/schedule/response_time.h"
#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

/// The chains of a half and their placement, with CPUs and executors numbered anew.
struct Half {
  schedule::TaskSet set;
  schedule::Placement placement;
};

std::size_t first_cpu_of(const std::string& half) {
  if (half == "ab") return 0;
  if (half == "cd") return 2;
  throw std::invalid_argument("half '" + half + "' of the case study is none of ab, cd.");
}

// Builds a half of the published set, chain by chain.
class Halving final {
 public:
  explicit Halving(std::size_t first_cpu) : first_cpu_(first_cpu) {}

  Half half() {
    for (std::size_t chain = 0; chain < set_.size(); ++chain) add(chain);
    return std::move(half_);
  }

 private:
  bool is_here(std::size_t executor) const {
    const std::size_t cpu = placement_.executors[executor].cpu;
    return cpu == first_cpu_ || cpu == first_cpu_ + 1;
  }

  void add(std::size_t number) {
    if (!is_here(placement_.executor_of[number].front())) return;
    schedule::Chain chain = set_[number];
    chain.callbacks.clear();
    if (chain.timer_of) chain.timer_of = numbers_.at(*chain.timer_of);
    numbers_[number] = half_.set.size();
    auto& executors = half_.placement.executor_of.emplace_back();
    auto& priorities = half_.placement.priority_of.emplace_back();
    for (std::size_t i = 0; i < set_[number].callbacks.size(); ++i) {
      const std::size_t executor = placement_.executor_of[number][i];
      if (!is_here(executor)) break;
      chain.callbacks.push_back(set_[number].callbacks[i]);
      executors.push_back(renumbered(executor));
      priorities.push_back(placement_.priority_of[number][i]);
    }
    half_.set.push_back(std::move(chain));
  }

  std::size_t renumbered(std::size_t executor) {
    const auto [at, added] = executors_.try_emplace(executor, executors_.size());
    if (added) {
      half_.placement.executors.push_back(placement_.executors[executor]);
      half_.placement.executors.back().cpu -= first_cpu_;
    }
    return at->second;
  }

  const std::size_t first_cpu_;
  const schedule::TaskSet set_ = schedule::case_study();
  const schedule::Placement placement_ = schedule::case_study_placement();
  std::map<std::size_t, std::size_t> numbers_, executors_;  // by those of the whole study
  Half half_;
};

void add_steps(const Half& half, std::size_t chain, double raised, Study& study,
               std::vector<std::vector<std::size_t>>& steps_of) {
  const schedule::Chain& of = half.set[chain];
  std::vector<std::size_t>& mine = steps_of.emplace_back();
  for (std::size_t i = 0; i < of.callbacks.size(); ++i) {
    if (i == 0 && of.timer_of) {
      mine.push_back(steps_of[*of.timer_of].front());
      continue;
    }
    Step step{of.callbacks[i].id,
              chain,
              of.callbacks[i].cost,
              0,
              std::nullopt,
              false,
              std::nullopt,
              half.placement.priority_of[chain][i],
              half.placement.executor_of[chain][i]};
    std::replace(step.name.begin(), step.name.end(), '.', '_');
    if (i == 0) step.period = of.period;
    if (of.best_effort) step.cost = std::llround(static_cast<double>(step.cost) * raised);
    if (i > 0) step.after = mine.back();
    if (step.after) study.steps[*step.after].feeds = true;
    mine.push_back(study.steps.size());
    study.steps.push_back(std::move(step));
  }
  study.steps[mine.back()].ends = chain;
}

void place_as_published(const Half& half, Study& study) {
  study.placement = half.placement;
  for (const schedule::ExecutorPlace& at : half.placement.executors)
    study.threads.push_back({static_cast<int>(at.cpu), at.priority});
  for (const Step& step : study.steps) {
    if (half.set[step.chain].best_effort) study.threads[step.thread].fifo = 0;
  }
}

void place_by_default(const Half& half, Study& study) {
  study.threads = {{0, 0}, {1, 0}};
  study.placement = half.placement;
  study.placement.executors = {{0, 1}, {1, 1}};
  for (auto& of_chain : study.placement.executor_of) {
    for (std::size_t& executor : of_chain) executor = half.placement.executors[executor].cpu;
  }
  for (Step& step : study.steps) step.thread = half.placement.executors[step.thread].cpu;
}

double ms(double ns) { return ns / 1e6; }

// Times that are due in the window, and can be late in it.
std::int64_t dues_in(std::int64_t first_ns, std::int64_t period, std::int64_t from,
                     std::int64_t until) {
  const auto before = [&](std::int64_t when) { return (when - first_ns + period - 1) / period; };
  return std::max<std::int64_t>(0, before(until) - before(from));
}

}  // namespace

Study make_study(const std::string& half_name, Placing placing, double raised) {
  const Half half = Halving(first_cpu_of(half_name)).half();
  Study study;
  study.chains = half.set;
  study.bounds = schedule::response_times(half.set, half.placement);
  std::vector<std::vector<std::size_t>> steps_of;
  for (std::size_t chain = 0; chain < half.set.size(); ++chain)
    add_steps(half, chain, raised, study, steps_of);
  placing == Placing::kPublished ? place_as_published(half, study) : place_by_default(half, study);
  return study;
}

std::int64_t work_ns_of(const Step& step) {
  constexpr std::int64_t kOfRunningIt = 300'000;
  return step.cost - kOfRunningIt;
}

std::string policy_of(const Study& study) {
  std::ostringstream file;
  file << "order: priority\ncallbacks:\n";
  for (const Step& step : study.steps) {
    file << "  - {id: \"/" << step.name << "@";
    step.after ? file << "Subscription(/" << study.steps[*step.after].name << ")"
               : file << "Timer(" << step.period << ")";
    file << "\", priority: " << step.priority << "}\n";
  }
  return file.str();
}

ChainLog::ChainLog(const Study& study) : study_(study), ended_(study.chains.size()) {
  constexpr std::size_t kMost = 50'000;
  for (auto& of_chain : ended_) of_chain.reserve(kMost);
}

void ChainLog::record(std::size_t chain, std::int64_t due_ns, std::int64_t end_ns) noexcept {
  auto& ended = ended_[chain];
  if (ended.size() < ended.capacity()) ended.push_back({due_ns, end_ns});
}

void ChainLog::describe_chain(std::size_t chain, const Times& window, Findings& findings) const {
  const std::vector<Ended>& all = ended_[chain];
  const std::int64_t period = study_.chains[chain].period;
  const std::int64_t from = window.opened, until = window.closed - period;
  const std::int64_t first = all.empty() ? from : all.front().due_ns;
  const auto due = static_cast<double>(dues_in(first, period, from, until));
  std::vector<double> took;
  double beyond = 0, in_time = 0;
  for (const Ended& ended : all) {
    if (ended.due_ns < from || ended.due_ns >= until) continue;
    const std::int64_t time = ended.end_ns - ended.due_ns;
    took.push_back(ms(static_cast<double>(time)));
    beyond += time > study_.bounds[chain] ? 1 : 0;
    in_time += time <= period ? 1 : 0;
  }
  const std::string key = "chain" + study_.chains[chain].name.substr(6) + "_";
  auto& numbers = findings.numbers;
  numbers[key + "max_ms"] = quantile(took, 1);
  numbers[key + "p99_ms"] = quantile(took, 0.99);
  numbers["due"] += due;
  numbers["beyond"] += beyond;
  numbers["missed"] += due - in_time;
  std::ostringstream line;
  line << std::fixed << std::setprecision(1) << study_.chains[chain].name << ": mean " << mean(took)
       << ", at most " << quantile(took, 1) << ", bound "
       << ms(static_cast<double>(study_.bounds[chain])) << ", period "
       << ms(static_cast<double>(period)) << " ms; " << std::setprecision(0) << due
       << " instances due, " << beyond << " beyond the bound, " << due - in_time
       << " deadlines missed";
  findings.lines.push_back(line.str());
}

void ChainLog::describe(const Times& window, Findings& findings) const {
  for (std::size_t chain = 0; chain < ended_.size(); ++chain) {
    if (!study_.chains[chain].best_effort) describe_chain(chain, window, findings);
  }
}

}  // namespace ranvier::bench
