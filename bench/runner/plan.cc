#include "bench/runner/plan.h"

#include <memory>
#include <optional>
#include <tuple>

#include "bench/common/clock.h"
#include "bench/runner/mappings.h"
#include "bench/runner/segments.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Workers = std::vector<std::unique_ptr<Worker>>;

std::unique_ptr<Worker> start(const Plan& plan, const Role& role, const Environment& environment) {
  std::optional<Inside> host;
  if (plan.network != nullptr) host.emplace(plan.network->host(role.host));
  const bool absolute = role.program.front() == '/';
  return std::make_unique<Worker>(absolute ? role.program : program_folder() + "/" + role.program,
                                  role.words, environment);
}

Workers start(const Plan& plan) {
  Environment environment = plan.environment;
  environment.merge(plan.network != nullptr ? plan.network->environment() : loopback_environment());
  Workers workers(plan.roles.size());
  for (const bool late : {false, true}) {
    for (std::size_t i = 0; i < workers.size(); ++i) {
      if (plan.roles[i].late == late) workers[i] = start(plan, plan.roles[i], environment);
    }
    for (std::size_t i = 0; i < workers.size(); ++i) {
      if (plan.roles[i].late == late) workers[i]->expect("ready", plan.patience_s);
    }
  }
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
    outcome["threads"] += status_of(worker->pid(), "Threads");
  }
}

void add_mappings(const Counted& workers, std::vector<std::string>& to) {
  for (const Worker* worker : workers) {
    for (std::string& line : mapping_lines(mappings_of(worker->pid())))
      to.push_back(std::move(line));
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

void await_ends(const Plan& plan, Workers& workers) {
  constexpr int kNoSignal = 0;
  for (auto& worker : workers) std::ignore = worker->end(kNoSignal, plan.patience_s);
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
  if (plan.before_window) plan.before_window();
  open_windows(plan, workers);
  measure_window(counted(plan, workers), plan, result.quantities);
  if (plan.after_window) plan.after_window(result.quantities);
  if (plan.tells_mappings) add_mappings(counted(plan, workers), result.lines);
  close_windows(plan, workers, result);
  if (plan.awaits_ends) await_ends(plan, workers);
  derive(result.quantities);
  return result;
}

}  // namespace ranvier::bench
