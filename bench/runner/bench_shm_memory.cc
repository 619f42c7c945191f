// What shared memory takes of a process that has nothing to do.
#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

constexpr double kSettle = 1.0;  // the peer goes on hearing of endpoints for a while
constexpr int kFew = 20;
constexpr int kMany = 120;

constexpr const char* kPlacement =
    "free cores; one process with a peer on this host that it has met (ours: in shared memory, "
    "which both map); of the peer nothing is counted; ours: executor; raw: waitset";

using Words = std::vector<std::string>;

Role idle_role(const std::string& side, bool counted, bool bare, const Words& idle) {
  Role role{"bench_memory_" + side,
            {"nodes=1", bare ? "bare=1" : "bare=0", counted ? "name=counted" : "name=peer",
             counted ? "meets=pub" : "meets=sub", counted ? "heap=1" : "heap=0", "shm=1"},
            true,
            counted};
  role.words.insert(role.words.end(), idle.begin(), idle.end());
  return role;
}

Outcome run_idle(const std::string& side, bool bare, const Words& idle, const Words& of_peer) {
  const Plan plan{
      {idle_role(side, true, bare, idle), idle_role(side, false, true, of_peer)}, 0.2, kSettle};
  return run_plan(plan).quantities;
}

// What there is `count` of; with a counterpart, each of its own in the peer.
struct Idle {
  std::string what;
  std::string counterpart = {};
  Outcome run(const std::string& side, int count) const {
    const std::string number = "=" + std::to_string(count);
    if (counterpart.empty()) return run_idle(side, true, {what + number}, {});
    return run_idle(side, true, {what + number, "paired=1"}, {counterpart + number, "paired=1"});
  }
};

// What each further endpoint adds.
std::function<RunResult()> slope(const std::string& side, const Idle& idle) {
  return [=] {
    Outcome few = idle.run(side, kFew);
    Outcome many = idle.run(side, kMany);
    RunResult result;
    for (const char* key : {"pss_kb", "private_kb", "heap_kb", "segment_kb"}) {
      result.quantities[key] = (many[key] - few[key]) / (kMany - kFew);
    }
    return result;
  };
}

Case case_of(const std::string& name,
             const std::function<std::function<RunResult()>(const std::string& side)>& side) {
  Case result;
  result.name = "memory/shm/" + name;
  result.placement = kPlacement;
  result.ours = side("ours");
  result.raw = side("raw");
  return result;
}

// The price on top of the DDS endpoint is the difference.
Case endpoint_case(const std::string& name, const Idle& idle) {
  Case result = case_of(name, [&](const std::string& side) { return slope(side, idle); });
  result.quantity = {"pss", "pss_kb", "kB"};
  result.quantity.difference = true;
  result.also = {
      {"private", "private_kb", "kB"}, {"heap", "heap_kb", "kB"}, {"segment", "segment_kb", "kB"}};
  return result;
}

// A default node that has nothing but the one topic on which it has met the peer.
Case process_case() {
  Case result = case_of("idle-process", [](const std::string& side) {
    return [side] { return RunResult{run_idle(side, false, {}, {}), {}}; };
  });
  result.quantity = {"segment", "segment_kb", "kB"};
  result.also = {{"pss", "pss_kb", "kB"}, {"private", "private_kb", "kB"}};
  return result;
}

}  // namespace

std::vector<Case> shm_memory_cases(const Options&) {
  return {endpoint_case("per-publisher", {"publishers"}),
          endpoint_case("per-subscription", {"subscriptions"}),
          endpoint_case("per-publisher-met", {"publishers", "subscriptions"}),
          endpoint_case("per-subscription-met", {"subscriptions", "publishers"}), process_case()};
}

}  // namespace ranvier::bench
