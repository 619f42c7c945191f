// The catalogue: every bench as a list of cases.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/case.h"

namespace ranvier::bench {

/// What the command line asks of a bench.
struct Options {
  bool all = false;    ///< the full set, not the core subset
  double seconds = 0;  ///< length of a window; 0: the bench's own
  std::string file;    ///< of topology
  std::string flight;  ///< of topology: where our processes have flight recorders; empty: none
  std::string policy;  ///< of topology: a file for RANVIER_EXECUTOR_POLICY; empty: none
  std::string record;  ///< of nav2: a folder for traces of the measured windows; empty: none
  std::string page;    ///< of topology, trace (its example) and report: where it goes
  int ends = 50;       ///< of storm: names, or clients of one name
  bool default_nodes = false;  ///< of storm: instead of bare ones
  int calls = 10;              ///< of storm: requests of each client
  int rounds = 50;             ///< of faults: processes that are killed
  unsigned seed = 0;           ///< of faults: 0 for one at random
  [[nodiscard]] double window(double otherwise) const { return seconds > 0 ? seconds : otherwise; }
};

/// A bench of `ranvier bench <name>`.
struct Bench {
  const char* name;
  const char* summary;
  std::vector<Case> (*cases)(const Options&);
  int repeats;      ///< unless --repeats says otherwise
  bool needs_file;  ///< takes FILE.json
};

[[nodiscard]] const std::vector<Bench>& all_benches();

[[nodiscard]] std::vector<Case> fanout_cases(const Options&);
[[nodiscard]] std::vector<Case> pingpong_cases(const Options&);
[[nodiscard]] std::vector<Case> goodput_cases(const Options&);
/// Those of fanout, pingpong, goodput and memory that go through shared memory.
[[nodiscard]] std::vector<Case> shm_fanout_cases(const Options&);
[[nodiscard]] std::vector<Case> shm_pingpong_cases(const Options&);
[[nodiscard]] std::vector<Case> shm_goodput_cases(const Options&);
[[nodiscard]] std::vector<Case> shm_memory_cases(const Options&);
[[nodiscard]] std::vector<Case> composition_cases(const Options&);
[[nodiscard]] std::vector<Case> footprint_cases(const Options&);
[[nodiscard]] std::vector<Case> growth_cases(const Options&);
[[nodiscard]] std::vector<Case> links_cases(const Options&);
[[nodiscard]] std::vector<Case> pipelines_cases(const Options&);
[[nodiscard]] std::vector<Case> topology_cases(const Options&);
[[nodiscard]] std::vector<Case> memory_cases(const Options&);
[[nodiscard]] std::vector<Case> loans_cases(const Options&);
[[nodiscard]] std::vector<Case> start_cases(const Options&);
/// A process from its exec to the end of its first publish; `side` is "ours" or "raw".
[[nodiscard]] Plan start_plan(const std::string& side);
[[nodiscard]] std::vector<Case> security_cases(const Options&);
[[nodiscard]] std::vector<Case> python_cases(const Options&);
[[nodiscard]] std::vector<Case> command_cases(const Options&);
[[nodiscard]] std::vector<Case> compose_cases(const Options&);
[[nodiscard]] std::vector<Case> compile_cases(const Options&);
[[nodiscard]] std::vector<Case> micro_cases(const Options&);
[[nodiscard]] std::vector<Case> floor_cases(const Options&);
[[nodiscard]] std::vector<Case> containers_cases(const Options&);
[[nodiscard]] std::vector<Case> control_cases(const Options&);
[[nodiscard]] std::vector<Case> reference_cases(const Options&);
[[nodiscard]] std::vector<Case> policies_cases(const Options&);
[[nodiscard]] std::vector<Case> trace_cases(const Options&);
[[nodiscard]] std::vector<Case> bags_cases(const Options&);
/// Those of trace that measure what recording adds to the latency of messages.
[[nodiscard]] std::vector<Case> trace_latency_cases(const Options&);
/// That of trace which names what made the longest interval of a planner.
[[nodiscard]] std::vector<Case> trace_example_cases(const Options&);

}  // namespace ranvier::bench
