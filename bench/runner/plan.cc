#include "bench/runner/plan.h"

#include <memory>

#include "bench/common/clock.h"
#include "bench/runner/segments.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Workers = std::vector<std::unique_ptr<Worker>>;

Workers start(const Plan& plan) {
  Environment environment = plan.environment;
  environment.merge(loopback_environment());
  Workers workers;
  for (const Role& role : plan.roles) {
    const bool absolute = role.program.front() == '/';
    workers.push_back(std::make_unique<Worker>(
        absolute ? role.program : program_folder() + "/" + role.program, role.words, environment));
  }
  for (auto& worker : workers) worker->expect("ready", plan.patience_s);
  return workers;
}

using Counted = std::vector<const Worker*>;

Counted counted(const Plan& plan, const Workers& workers) {
  Counted those;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    if (plan.roles[i].counted) those.push_back(workers[i].get());
  }
  return those;
}

std::int64_t total_cpu_ns(const Counted& workers) {
  std::int64_t total = 0;
  for (const Worker* worker : workers) total += worker->cpu_ns();
  return total;
}

void open_windows(const Plan& plan, Workers& workers) {
  for (auto& worker : workers) {
    worker->send("go");
    worker->expect("going", plan.patience_s);
  }
}

void sleep_seconds(double seconds) {
  sleep_until_ns(now_ns() + static_cast<std::int64_t>(seconds * 1e9));
}

double total_switches(const Counted& workers) {
  double total = 0;
  for (const Worker* worker : workers) total += switches_of(worker->pid());
  return total;
}

void measure_window(const Counted& workers, const Plan& plan, Outcome& outcome) {
  const double switches = plan.counts_switches ? total_switches(workers) : 0;
  const std::int64_t cpu = total_cpu_ns(workers);
  const std::int64_t wall = now_ns();
  sleep_seconds(plan.seconds);
  const auto used = static_cast<double>(total_cpu_ns(workers) - cpu);
  const auto lasted = static_cast<double>(now_ns() - wall);
  outcome["cpu_ns"] = used;
  outcome["cpu_percent"] = 100 * used / lasted;
  if (plan.counts_switches)
    outcome["switches_per_second"] = (total_switches(workers) - switches) * 1e9 / lasted;
  for (const Worker* worker : workers) {
    const Memory memory = memory_of(worker->pid());
    outcome["segment_kb"] += segment_kb(worker->pid());
    outcome["pss_kb"] += memory.pss;
    outcome["rss_kb"] += memory.rss;
    outcome["private_kb"] += memory.own;
  }
}

void add_to_result(const Findings& findings, RunResult& result) {
  for (const auto& [key, value] : findings.numbers) result.quantities[key] += value;
  result.lines.insert(result.lines.end(), findings.lines.begin(), findings.lines.end());
}

// Publishers first: only then is it known how much the subscribers may expect.
void close_windows(const Plan& plan, Workers& workers, RunResult& result) {
  for (const bool publishers : {true, false}) {
    const auto expected = static_cast<std::uint64_t>(result.quantities["expected"]);
    for (std::size_t i = 0; i < workers.size(); ++i) {
      if (plan.roles[i].publishes != publishers) continue;
      workers[i]->send("stop " + std::to_string(expected));
    }
    for (std::size_t i = 0; i < workers.size(); ++i) {
      if (plan.roles[i].publishes == publishers)
        add_to_result(workers[i]->findings(plan.patience_s), result);
    }
  }
}

void derive(Outcome& outcome) {
  const double expected = outcome["expected"];
  if (expected <= 0) return;
  outcome["lost"] = expected - outcome["received"];
  outcome["delivered_share"] = outcome["received"] / expected;
  outcome["cpu_us_per_message"] = outcome["cpu_ns"] / 1e3 / outcome["sent"];
  outcome["cpu_us_per_delivery"] = outcome["cpu_ns"] / 1e3 / outcome["received"];
}

}  // namespace

RunResult run_plan(const Plan& plan) {
  RunResult result;
  Workers workers = start(plan);
  sleep_seconds(plan.settle_s);
  open_windows(plan, workers);
  measure_window(counted(plan, workers), plan, result.quantities);
  close_windows(plan, workers, result);
  derive(result.quantities);
  return result;
}

}  // namespace ranvier::bench
