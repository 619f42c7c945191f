// One run of one side: which processes, for how long, and what came out.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/runner/network.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {

/// A process of a run.
struct Role {
  std::string program;  ///< file name beside the runner, or an absolute path
  std::vector<std::string> words;
  bool publishes = true;  ///< is stopped before those that only subscribe
  bool counted = true;    ///< its CPU and memory are part of the run's
  int host = 0;           ///< of the network of the plan
  bool late = false;      ///< is started when all others are ready
};

/// Quantities of one run, by name.
using Outcome = std::map<std::string, double>;

/// The processes of one side of a case.
struct Plan {
  std::vector<Role> roles;
  double seconds = 1;                ///< length of the window
  double settle_s = 0.05;            ///< time between "ready" and the window
  double patience_s = 60;            ///< with a worker that does not answer
  Environment environment = {};      ///< of all of them; the rest is of loopback_environment()
  bool counts_switches = false;      ///< adds switches_per_second, of the counted ones' threads
  bool tells_mappings = false;       ///< adds lines of mapping_lines(), of the counted ones
  bool awaits_ends = false;          ///< of the processes, which may have something to write; else
                                     ///< they are killed when they have said what they found
  const Network* network = nullptr;  ///< where the roles' hosts are; none: this machine's loopback
  std::function<void()> before_window = {};
  std::function<void(Outcome&)> after_window = {};  ///< before the workers are told of the end
};

/// What one run found, with the free lines that workers added.
struct RunResult {
  Outcome quantities;
  std::vector<std::string> lines;
  std::string fault = {};  ///< why the run failed although it has figures; else empty
};

/// Starts every process in a domain of its own, opens the window for all,
/// measures CPU and memory over it, and sums what the workers found.
///
/// Adds cpu_percent (of one core), cpu_us_per_message, cpu_us_per_delivery, pss_kb, rss_kb,
/// private_kb, threads, segment_kb (blocks of the files in /dev/shm that are the processes'
/// own shared memory), lost, and delivered_share.
/// Contract: blocks for the length of the window and the start-up.
/// Errors: WorkerFailure.
[[nodiscard]] RunResult run_plan(const Plan& plan);

}  // namespace ranvier::bench
