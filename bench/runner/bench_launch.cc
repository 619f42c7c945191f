// `ros2 launch` of nodes that only spin, beside a shell script that starts the same.
#include "bench/common/clock.h"
#include "bench/runner/bench_command.h"
#include "bench/runner/launched.h"
#include "bench/runner/python_side.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;

constexpr int kNodes = 20;
constexpr std::int64_t kSettleNs = 500'000'000;  // until what starting needed has been freed

std::string node_program() { return program_folder() + "/bench_launched_ours"; }

Words launch_words() {
  return ros2({"launch", bench_folder() + "/launch/many_nodes.launch.py",
               "program:=" + node_program(), "nodes:=" + std::to_string(kNodes)});
}

Words script_words() {
  return {bench_folder() + "/launch/many_nodes.sh", node_program(), std::to_string(kNodes)};
}

RunResult start_by_launch() {
  Launched launch(launch_words(), kNodes);
  RunResult result;
  result.quantities["start_ms"] = launch.start_ms();
  launch.end();
  return result;
}

// The nodes end with the script.
RunResult start_by_script() {
  const Launched script(script_words(), kNodes);
  RunResult result;
  result.quantities["start_ms"] = script.start_ms();
  return result;
}

RunResult idle_launch(double seconds) {
  Launched launch(launch_words(), kNodes);
  sleep_until_ns(now_ns() + kSettleNs);
  RunResult result;
  measure_processes(launch.launch_and_guard(), seconds, result.quantities);
  launch.end();
  return result;
}

}  // namespace

std::vector<Case> launch_cases(double seconds) {
  Case start;
  start.name = "launch/20-nodes";
  start.placement =
      "free cores; 20 processes of a node, from the fork of what starts them to the first callback "
      "of the last one; ours: ros2 launch; raw: a shell script that starts each with &";
  start.quantity = {"start", "start_ms", "ms"};
  start.ours = start_by_launch;
  start.raw = start_by_script;
  Case idle;
  idle.name = "launch/idle";
  idle.placement =
      "free cores; ros2 launch and its guard alone, while the 20 nodes that they started spin";
  idle.quantity = {"cpu", "cpu_percent", "% core"};
  idle.also = {{"pss", "pss_kb", "kB"}, {"private", "private_kb", "kB"}};
  idle.ours = [seconds] { return idle_launch(seconds); };
  return {start, idle};
}

}  // namespace ranvier::bench
