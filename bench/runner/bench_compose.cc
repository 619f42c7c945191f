// One launch file in three deployments: `ros2 launch --compose none|all|isolated`.
#include <filesystem>

#include "bench/common/clock.h"
#include "bench/runner/benches.h"
#include "bench/runner/launched.h"
#include "bench/runner/python_side.h"
#include "bench/runner/topology.h"

namespace ranvier::bench {
namespace {

constexpr std::int64_t kSettleNs = 500'000'000;

// The package that has the nodes lies in the build folder, as in a prefix of colcon.
Environment with_package() {
  const auto lib = std::filesystem::path(program_folder()).parent_path() / "lib";
  return {{"AMENT_PREFIX_PATH", lib / "bench_prefix"}};
}

RunResult composed(const std::string& file, const std::string& mode, int nodes, double seconds) {
  Launched launch(ros2({"launch", bench_folder() + "/launch/topology.launch.py", "file:=" + file,
                        "--compose", mode}),
                  nodes, with_package());
  sleep_until_ns(now_ns() + kSettleNs);
  RunResult result;
  measure_processes(launch.started(), seconds, result.quantities);
  result.quantities["processes"] = static_cast<double>(launch.started().size());
  result.quantities["all_pss_kb"] = result.quantities["pss_kb"];
  for (const pid_t process : launch.launch_and_guard()) {
    result.quantities["all_pss_kb"] += memory_of(process).pss;
  }
  launch.end();
  return result;
}

// "Impact of ROS 2 Node Composition in Robotic Systems": other machines, other nodes, ROS 2 Humble
// on Cyclone DDS; the relation of the deployments is what compares.
std::vector<std::string> published(const std::string& mode) {
  const std::string fig2 = "paper, Fig. 2 (10 empty nodes, Raspberry Pi 4): PSS composed about 1/3";
  if (mode == "all") return {fig2};
  if (mode != "isolated") return {};
  return {fig2,
          "paper, Table I (Nav2, 15 nodes, x86): PSS 118.85 to 67.67 MB, 0.57; CPU 48.60 to 36.09 "
          "%, 0.74",
          "paper, Table I (Nav2, 15 nodes, ARM): PSS 116.63 to 78.63 MB, 0.67; CPU 154.27 to "
          "109.62 %, 0.71"};
}

Case compose_case(const Topology& topology, const Options& options, const std::string& mode) {
  const std::string file = std::filesystem::absolute(options.file);
  const int nodes = static_cast<int>(topology.nodes.size());
  const double seconds = options.window(options.all ? 6 : 3);
  const auto side = [=](const std::string& how) {
    return [=] {
      RunResult result = composed(file, how, nodes, seconds);
      result.lines = published(how);
      return result;
    };
  };
  Case result;
  result.name = "compose/" + topology.name + "/" + mode;
  result.placement =
      "free cores; the processes that ros2 launch started, from one launch file; ours: --compose " +
      mode + (mode == "none" ? "" : "; raw: the same, --compose none");
  result.quantity = {"pss", "pss_kb", "kB"};
  result.also = {{"cpu", "cpu_percent", "% core"},
                 {"private", "private_kb", "kB"},
                 {"pss with launch", "all_pss_kb", "kB"},
                 {"processes", "processes", "processes"}};
  result.ours = side(mode);
  if (mode != "none") result.raw = side("none");
  result.tells = true;
  return result;
}

}  // namespace

std::vector<Case> compose_cases(const Options& options) {
  const Topology topology = load_topology(options.file);
  std::vector<Case> cases;
  for (const char* mode : {"none", "all", "isolated"}) {
    cases.push_back(compose_case(topology, options, mode));
  }
  return cases;
}

}  // namespace ranvier::bench
