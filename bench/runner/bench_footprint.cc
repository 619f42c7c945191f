// What a process takes of memory, step by step, after a published measurement.
#include "bench/runner/benches.h"
#include "bench/runner/micro.h"
#include "bench/runner/python_side.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;

/// What the process has more than that of the step before.
struct Step {
  const char* name;
  int nodes, publishers, subscriptions, rate;
  bool core;
};
constexpr Step kSteps[] = {
    {"nothing", 0, 0, 0, 0, true},      {"node", 1, 0, 0, 0, true},
    {"publisher", 1, 1, 0, 1, true},    {"subscription", 1, 1, 1, 1, true},
    {"100Hz", 1, 1, 1, 100, true},      {"5+5", 1, 5, 5, 1, true},
    {"100+100", 1, 100, 100, 1, false},
};

Words words_of(const Step& step) {
  Words words{"nodes=" + std::to_string(step.nodes),
              "bare=0",
              "name=footprint",
              "mode=idle",
              "endpoints=0",
              "publishers=" + std::to_string(step.publishers),
              "subscriptions=" + std::to_string(step.subscriptions)};
  if (step.rate > 0) words.push_back("rate=" + std::to_string(step.rate));
  return words;
}

std::function<RunResult()> process(const Role& role, double seconds) {
  Plan plan{{role}, seconds};
  plan.settle_s = 0.3;
  plan.tells_mappings = true;
  return runs(plan);
}

std::function<RunResult()> cpp(const std::string& side, const Step& step, double seconds) {
  return process({"bench_memory_" + side, words_of(step)}, seconds);
}

std::function<RunResult()> python(const Step& step, double seconds) {
  Words words = words_of(step);
  words.insert(words.begin(), python_worker());
  return [=] {
    Plan plan{{{python_of_ours(), words}}, seconds};
    plan.environment = python_environment();
    plan.settle_s = 0.3;
    plan.tells_mappings = true;
    return run_plan(plan);
  };
}

Case step_case(const std::string& language, const Step& step, const std::string& process) {
  Case result;
  result.name = "footprint/" + language + "/" + step.name;
  result.placement = "free cores; " + process +
                     ", one executor thread, the default routes; raw: a process of Cyclone's C "
                     "API with the same endpoints and one thread, but for those of Cyclone; "
                     "mappings are in the report, of the last run";
  result.quantity = {"rss", "rss_kb", "kB"};
  result.also = {{"pss", "pss_kb", "kB"}, {"private", "private_kb", "kB"}};
  return result;
}

void add_micro(std::vector<Case>& to) {
  for (const std::string program : {"client-best-effort", "client-reliable", "rclc"}) {
    Case image;
    image.name = "footprint/micro/" + program;
    image.placement =
        "a publisher and a subscription of an int32 on a Cortex-M3, from the ELF: flash, and static "
        "RAM without the stack";
    image.quantity = {"flash", "flash", "bytes"};
    image.also = {{"ram", "ram", "bytes"}, {"stack", "stack", "bytes"}};
    image.repeats = 1;
    image.ours = micro_size(program);
    if (const std::string lacks = micro_tools_lack(); !lacks.empty()) {
      image = refused(image, lacks);
    }
    to.push_back(std::move(image));
  }
}

}  // namespace

std::vector<Case> footprint_cases(const Options& options) {
  const double seconds = options.window(1);
  std::vector<Case> cases;
  for (const Step& step : kSteps) {
    if (!options.all && !step.core) continue;
    cases.push_back(step_case("cpp", step, "a program of rclcpp"));
    cases.back().ours = cpp("ours", step, seconds);
    cases.back().raw = cpp("raw", step, seconds);
  }
  for (const Step& step : kSteps) {
    if (!options.all && !step.core) continue;
    if (python_of_ours().empty()) break;  // a build without Python
    cases.push_back(step_case("python", step, "a program of rclpy (nothing: the interpreter)"));
    cases.back().ours = python(step, seconds);
    cases.back().raw = cpp("raw", step, seconds);
  }
  add_micro(cases);
  return cases;
}

}  // namespace ranvier::bench
