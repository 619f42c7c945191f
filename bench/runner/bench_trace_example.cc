// The example of a trace's use that was published: what made the longest interval of a planner.
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/runner/benches.h"
#include "bench/runner/scratch.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

constexpr double kPatience = 60;  // seconds

/// The kernel's scheduling events, from here to end(). Where there can be none, why.
class KernelEvents final {
 public:
  explicit KernelEvents(const std::string& folder) {
    try {
      recorder_ = std::make_unique<Worker>(
          trace_program(),
          std::vector<std::string>{"kernel", folder, "sched_switch", "sched_waking"},
          Environment{});
      (void)recorder_->read_line(kPatience, "the folder of its events");
    } catch (const WorkerFailure& failure) {
      refusal_ = failure.what();
      recorder_.reset();
    }
  }
  void end() {
    if (recorder_ && recorder_->end(SIGINT, kPatience) != 0)
      throw std::runtime_error("ranvier-trace kernel failed: " + recorder_->last_words());
  }
  [[nodiscard]] const std::string& refusal() const { return refusal_; }  ///< empty: none

 private:
  std::unique_ptr<Worker> recorder_;
  std::string refusal_;
};

void add_planner(const nlohmann::json& timers, RunResult& to) {
  for (const auto& timer : timers) {
    const std::string name = timer["timer"];
    if (!name.ends_with(" of /BehaviorPlanner")) continue;
    const auto ms = [&](const char* key) { return timer[key].get<double>() / 1e6; };
    to.quantities["interval_ms"] = ms("length_ns");
    to.quantities["no_cpu_ms"] = ms("no_cpu_ns");
    to.quantities["queued_ms"] = ms("queued_ns");
    to.quantities["work_ms"] = ms("work_ns");
    to.quantities["unexplained_ms"] = ms("unexplained_ns");
    to.lines.push_back(name + ": held up by " + timer["parts"].get<std::string>());
    return;
  }
  throw std::runtime_error("the trace has no two runs of the planner. Give more --seconds.");
}

RunResult run_example(Plan plan, const std::string& page) {
  const ScratchFolder folder;
  plan.environment["RANVIER_TRACE"] = folder.path();
  plan.awaits_ends = true;  // with the rest of their events
  KernelEvents kernel(folder.path());
  RunResult result = run_plan(plan);
  kernel.end();
  result.quantities["kernel"] = kernel.refusal().empty() ? 1 : 0;
  const std::string said = said_by_ranvier_trace({"culprits", folder.path(), "--timers", "--json"});
  add_planner(nlohmann::json::parse(said.substr(said.find('{')))["timers"], result);
  if (!kernel.refusal().empty())
    result.lines.push_back("without kernel events: " + kernel.refusal());
  if (page.empty()) return result;
  (void)said_by_ranvier_trace({"report", folder.path(), "-o", page});
  result.lines.push_back("the page: " + page);
  return result;
}

}  // namespace

std::vector<Case> trace_example_cases(const Options& options) {
  const Plan plan{{{"bench_reference_ours", {"executor=mt"}}},
                  options.window(options.all ? 30 : 6)};
  Case result;
  result.name = "trace/example";
  result.placement =
      "free cores; the reference graph on an executor thread per core and one more, all events and "
      "the kernel's of scheduling; left: the longest interval between two outputs of the planner, "
      "and what held up the later one";
  result.quantity = {"longest interval", "interval_ms", "ms"};
  result.also = {{"without a CPU", "no_cpu_ms", "ms"},
                 {"behind other callbacks", "queued_ms", "ms"},
                 {"more work than usual", "work_ms", "ms"},
                 {"late without a reason", "unexplained_ms", "ms"},
                 {"with kernel events", "kernel", "runs", true}};
  result.ours = [plan, page = options.page] { return run_example(plan, page); };
  result.repeats = 1;
  result.tells = true;
  return {result};
}

}  // namespace ranvier::bench
