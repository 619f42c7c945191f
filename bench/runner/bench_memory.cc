#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

constexpr double kSettle = 1.0;  // discovery of 20 participants goes on for a while

Plan nodes_plan(const std::string& side, int processes, int nodes, bool bare) {
  Plan plan;
  plan.seconds = 0.2;
  plan.settle_s = kSettle;
  for (int i = 0; i < processes; ++i) {
    plan.roles.push_back(
        {"bench_memory_" + side,
         {"nodes=" + std::to_string(nodes), std::string("bare=") + (bare ? "1" : "0"),
          "name=memory_" + std::to_string(i)}});
  }
  return plan;
}

Outcome pss_of(const Plan& plan) {
  Outcome all = run_plan(plan).quantities;
  return {{"pss_kb", all["pss_kb"]}, {"private_kb", all["private_kb"]}};
}

// What each further node adds: the slope between one node and `many`.
std::function<RunResult()> slope(const std::string& side, int many, bool bare) {
  return [=] {
    Outcome one = pss_of(nodes_plan(side, 1, 1, bare));
    Outcome more = pss_of(nodes_plan(side, 1, many, bare));
    RunResult result;
    for (const char* key : {"pss_kb", "private_kb"}) {
      result.quantities[key] = (more[key] - one[key]) / (many - 1);
    }
    return result;
  };
}

std::function<RunResult()> total(const std::string& side, int processes, int nodes) {
  return [=] { return RunResult{pss_of(nodes_plan(side, processes, nodes, false)), {}}; };
}

Case base_case(const std::string& name) {
  Case result;
  result.name = "memory/" + name;
  result.placement =
      "free cores; one thread per process (ours: executor, raw: waitset) and Cyclone's own";
  result.quantity = {"pss", "pss_kb", "kB"};
  result.also = {{"private", "private_kb", "kB"}};
  return result;
}

Case total_case(const std::string& name, int processes, int nodes) {
  Case result = base_case(name);
  result.ours = total("ours", processes, nodes);
  result.raw = total("raw", processes, nodes);
  return result;
}

Case slope_case(const std::string& name, int many, bool bare) {
  Case result = base_case(name);
  result.ours = slope("ours", many, bare);
  result.raw = slope("raw", many, bare);
  return result;
}

}  // namespace

std::vector<Case> memory_cases(const Options& options) {
  std::vector<Case> cases = {total_case("one-node", 1, 1),
                             slope_case("composed/per-node", 20, false),
                             slope_case("composed/per-bare-node", 100, true)};
  if (options.all) {
    for (const int nodes : {10, 20, 100}) {
      cases.push_back(total_case("composed/" + std::to_string(nodes), 1, nodes));
    }
    cases.push_back(total_case("processes/10", 10, 1));
  }
  cases.push_back(total_case("processes/20", 20, 1));
  for (Case& each : shm_memory_cases(options)) cases.push_back(std::move(each));
  return cases;
}

}  // namespace ranvier::bench
