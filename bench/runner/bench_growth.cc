// How a system grows: further nodes, processes and hosts.
#include <memory>

#include "bench/runner/benches.h"
#include "bench/runner/growth.h"

namespace ranvier::bench {
namespace {

using Counts = std::vector<int>;

constexpr double kSettle = 1.5;  // discovery goes on after all have met

enum class Kind { kComposed, kProcesses, kHosts };

Role process(const std::string& side, Kind kind, int index, int count) {
  const bool last = index == count - 1;
  Role role{"bench_memory_" + side,
            {"nodes=1", "bare=0", "name=growth_" + std::to_string(index), "began_ns=now",
             "gathers=" + std::to_string(last ? count : count - 1)}};
  role.late = last;
  role.host = kind == Kind::kHosts ? index : 0;
  if (kind == Kind::kHosts) role.words.push_back("shm=0");  // they are one machine, if it may know
  return role;
}

Plan plan_of(const std::string& side, Kind kind, int count, double seconds) {
  Plan plan;
  plan.seconds = seconds;
  plan.settle_s = kSettle;
  if (kind == Kind::kComposed) {
    plan.roles.push_back(
        {"bench_memory_" + side, {"nodes=" + std::to_string(count), "bare=0", "name=growth"}});
    return plan;
  }
  for (int i = 0; i < count; ++i) plan.roles.push_back(process(side, kind, i, count));
  return plan;
}

// What came to all interfaces from the start to the window, and a second within it.
RunResult run_counted(Plan plan, int hosts) {
  const Network network(hosts);
  plan.network = &network;
  double before = 0;
  plan.before_window = [&] { before = network.bytes(); };
  double during = 0;
  plan.after_window = [&](Outcome&) { during = network.bytes() - before; };
  RunResult result = run_plan(plan);
  result.quantities["traffic_kb"] = before / 1e3;
  result.quantities["rest_kb_s"] = during / 1e3 / plan.seconds;
  return result;
}

Outcome run_one(const std::string& side, Kind kind, int count, double seconds) {
  const Plan plan = plan_of(side, kind, count, seconds);
  if (kind == Kind::kComposed) {
    Outcome out = run_plan(plan).quantities;
    out["last_ms"] = out["last_node_ms"];
    return out;
  }
  const bool counts = Network::refusal().empty();
  RunResult run = counts ? run_counted(plan, kind == Kind::kHosts ? count : 1) : run_plan(plan);
  join_gathering(run, count);
  return run.quantities;
}

std::function<RunResult()> series(const std::string& side, Kind kind, const Counts& counts,
                                  double seconds) {
  return [=] {
    Series all;
    for (const int count : counts) {
      all.counts.push_back(count);
      all.runs.push_back(run_one(side, kind, count, seconds));
    }
    return RunResult{join_series(all), {}};
  };
}

/// Name, unit, and key of a quantity of join_series().
struct Grown {
  const char* name;
  const char* key;
  const char* unit;
};

void add_growth(const Grown& grown, const Counts& counts, Case& to) {
  const std::string name = grown.name;
  const std::string key = grown.key;
  to.also.push_back({name + ", for one more", key + "_slope", grown.unit});
  Quantity exponent{name + ", exponent", key + "_exponent", ""};
  exponent.bounded = true;
  to.also.push_back(exponent);
  for (const int count : counts) {
    Quantity at{name + " of " + std::to_string(count), key + "@" + std::to_string(count),
                grown.unit};
    at.json_only = count != counts.back();
    to.also.push_back(at);
  }
}

void add_traffic(const Counts& counts, Case& to) {
  add_growth({"traffic until all rest", "traffic_kb", "kB"}, counts, to);
  Quantity computed{"computed: traffic of 1,000", "computed_1000_MB", "MB"};
  computed.bounded = true;
  to.also.push_back(computed);
}

Case growth_case(const std::string& name, Kind kind, const Counts& counts, double seconds) {
  Case result;
  result.name =
      "growth/" + name + "/" + std::to_string(counts.front()) + "-" + std::to_string(counts.back());
  result.quantity = {"pss, for one more", "pss_kb_slope", "kB"};
  add_growth({"cpu at rest", "cpu_percent", "% core"}, counts, result);
  add_growth({"pss", "pss_kb", "kB"}, counts, result);
  std::erase_if(result.also, [&](const Quantity& q) { return q.key == result.quantity.key; });
  add_growth({"start of the last", "last_ms", "ms"}, counts, result);
  result.ours = series("ours", kind, counts, seconds);
  result.raw = series("raw", kind, counts, seconds);
  return result;
}

Case composed_case(const Counts& counts, double seconds) {
  Case result = growth_case("composed", Kind::kComposed, counts, seconds);
  result.placement =
      "free cores; one process of so many default nodes on one executor; raw: one participant "
      "with their endpoints; start of the last: of the last node, in the process";
  return result;
}

Case met_case(const std::string& name, Kind kind, const Counts& counts, double seconds) {
  Case result = growth_case(name, kind, counts, seconds);
  add_growth({"discovery", "discovery_ms", "ms"}, counts, result);
  result.also.push_back({"have not met all", "incomplete", "processes"});
  return result;
}

Case processes_case(const Counts& counts, double seconds) {
  Case result = met_case("processes", Kind::kProcesses, counts, seconds);
  result.placement =
      "free cores; processes of a default node each, with a publisher and a subscription of one "
      "topic; the last starts when the others have met; default routes; raw: the same endpoints";
  if (const std::string why = Network::refusal(); !why.empty()) {
    result.placement += "; no bytes: " + why;
  } else {
    result.placement += "; in a network namespace of their own, whose bytes count";
    add_traffic(counts, result);
  }
  return result;
}

Case hosts_case(const Counts& counts, double seconds) {
  Case result = met_case("hosts", Kind::kHosts, counts, seconds);
  result.placement =
      "free cores; as processes, but each in a network namespace of its own, wired to one bridge; "
      "over DDS";
  add_traffic(counts, result);
  if (const std::string why = Network::refusal(); !why.empty()) result = refused(result, why);
  return result;
}

}  // namespace

std::vector<Case> growth_cases(const Options& options) {
  const double seconds = options.window(1.5);
  std::vector<Case> cases{composed_case({1, 10, 30}, seconds), processes_case({3, 6, 12}, seconds),
                          hosts_case({3, 4, 6}, seconds)};
  if (!options.all) return cases;
  cases.push_back(processes_case({2, 4}, seconds));
  cases.push_back(hosts_case({2, 4}, seconds));
  cases.push_back(composed_case({1, 2, 5, 10, 20, 50, 100}, seconds));
  cases.push_back(processes_case({2, 5, 10, 20, 40, 60}, seconds));
  cases.push_back(hosts_case({2, 4, 6, 8, 12}, seconds));
  return cases;
}

}  // namespace ranvier::bench
