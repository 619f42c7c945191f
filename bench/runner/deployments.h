// The ways in which `ranvier bench topology` runs one graph.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/topology.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {

/// One of them.
struct Deployment {
  enum class Processes { kOneEach, kAsRecorded, kOne };

  std::string name;      ///< behind "topology/<graph>/"
  std::string title;     ///< for people
  std::string switches;  ///< what of a launch file or the environment does it; empty: the default
  Processes processes = Processes::kOneEach;
  std::vector<std::string> words = {};  ///< of our worker
  Environment environment = {};         ///< of our worker
  bool in_place = false;                ///< raw copies nothing either
  bool core = true;                     ///< else only with --all or --case

  [[nodiscard]] bool one_process() const { return processes == Processes::kOne; }
};

/// All that a graph can run in; "multi-process" is the first and "composed" the second.
/// @param policy  a file for RANVIER_EXECUTOR_POLICY; empty: none.
[[nodiscard]] std::vector<Deployment> deployments_of(const Topology& topology,
                                                     const std::string& policy);

/// The title of the deployment that a row of the bench is of, by its name's end.
[[nodiscard]] std::string deployment_title(const std::string& row_name);

}  // namespace ranvier::bench
