// `ros2` beside what it cannot be cheaper than: an interpreter, and a subscriber in C++.
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "bench/common/stats.h"
#include "bench/runner/bench_command.h"
#include "bench/runner/benches.h"
#include "bench/runner/python_side.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;

constexpr int kProcesses = 10;
constexpr int kNodes = 5;  // of each process
constexpr int kLater = 9;  // commands on a graph that has been there for a while
constexpr double kPatience = 60;

std::string name_of(const char* kind, int number) {
  char text[40];
  std::snprintf(text, sizeof text, "/bench/%s_%02d\n", kind, number);
  return text;
}

std::string all_of(const char* kind) {
  std::string lines;
  for (int i = 0; i < kProcesses * kNodes; ++i) lines += name_of(kind, i);
  return lines;
}

constexpr const char* kInfo =
    R"(/bench/node_37
  Subscribers:
    /parameter_events: rcl_interfaces/msg/ParameterEvent
  Publishers:
    /bench/topic_37: std_msgs/msg/String
    /parameter_events: rcl_interfaces/msg/ParameterEvent
    /rosout: rcl_interfaces/msg/Log
  Service Servers:
    /bench/node_37/describe_parameters: rcl_interfaces/srv/DescribeParameters
    /bench/node_37/get_parameter_types: rcl_interfaces/srv/GetParameterTypes
    /bench/node_37/get_parameters: rcl_interfaces/srv/GetParameters
    /bench/node_37/get_type_description: type_description_interfaces/srv/GetTypeDescription
    /bench/node_37/list_parameters: rcl_interfaces/srv/ListParameters
    /bench/node_37/set_parameters: rcl_interfaces/srv/SetParameters
    /bench/node_37/set_parameters_atomically: rcl_interfaces/srv/SetParametersAtomically
  Service Clients:

  Action Servers:

  Action Clients:

)";

// Fifty nodes in ten processes; it is there once each of them says so.
class Graph {
 public:
  Graph() : environment_(loopback_environment()) {
    environment_.merge(python_environment());
    for (int i = 0; i < kProcesses; ++i) {
      processes_.push_back(
          std::make_unique<Worker>(program_folder() + "/bench_command_ours",
                                   Words{"role=graph", "first=" + std::to_string(i * kNodes),
                                         "nodes=" + std::to_string(kNodes)},
                                   environment_));
    }
    for (auto& process : processes_) process->expect("ready", kPatience);
  }
  [[nodiscard]] const Environment& environment() const { return environment_; }

 private:
  Environment environment_;
  std::vector<std::unique_ptr<Worker>> processes_;
};

Finished answer(const Words& words, const Environment& environment, const std::string& expected) {
  Finished finished = run_to_end(words, environment);
  if (finished.status == 0 && finished.said == expected) return finished;
  std::string line;
  for (const std::string& word : words) line += word + " ";
  throw std::runtime_error(line + "ended with status " + std::to_string(finished.status) +
                           " and said:\n" + finished.said + "instead of:\n" + expected);
}

// A middle with its bounds, as a case reads them.
void put_bounded(Outcome& to, const std::string& key, const std::vector<double>& values) {
  const Interval interval = median_interval(values);
  to[key] = interval.middle;
  to[key + "_low"] = interval.low;
  to[key + "_high"] = interval.high;
}

RunResult look(const Words& words, const std::string& expected) {
  RunResult result;
  const Graph graph;
  const Finished first = answer(ros2(words), graph.environment(), expected);
  result.quantities["first_wall_ms"] = first.wall_ms;
  result.quantities["first_cpu_ms"] = first.cpu_ms;
  std::vector<double> wall, cpu;
  for (int i = 0; i < kLater; ++i) {
    const Finished later = answer(ros2(words), graph.environment(), expected);
    wall.push_back(later.wall_ms);
    cpu.push_back(later.cpu_ms);
  }
  put_bounded(result.quantities, "wall_ms", wall);
  put_bounded(result.quantities, "cpu_ms", cpu);
  result.quantities["right"] = 1 + kLater;
  return result;
}

Case look_case(const std::string& name, const Words& words, const std::string& expected) {
  Case result;
  result.name = "command/" + name;
  result.placement =
      "free cores; 50 nodes in 10 processes, one host; from the fork to the end of the command. An "
      "answer that is not complete and right fails the case";
  result.quantity = {"wall", "wall_ms", "ms", false, false, true};
  result.also = {{"cpu", "cpu_ms", "ms", false, false, true},
                 {"just started: wall", "first_wall_ms", "ms"},
                 {"just started: cpu", "first_cpu_ms", "ms"},
                 {"right answers", "right", "answers", true}};
  result.ours = [words, expected] { return look(words, expected); };
  return result;
}

// ---- what starting costs ----

RunResult times_of(const Finished& finished) {
  RunResult result;
  result.quantities = {{"wall_ms", finished.wall_ms}, {"cpu_ms", finished.cpu_ms}};
  return result;
}

Finished must_end_well(const Words& words, const Environment& environment,
                       const std::string& contains) {
  Finished finished = run_to_end(words, environment);
  if (finished.status == 0 && finished.said.find(contains) != std::string::npos) return finished;
  throw std::runtime_error(words.back() + " ended with status " + std::to_string(finished.status) +
                           " and said:\n" + finished.said);
}

Case help() {
  Case result;
  result.name = "command/help";
  result.placement = "free cores; ours: ros2 --help; raw: python3 -c pass";
  result.quantity = {"wall", "wall_ms", "ms", false, true};
  result.also = {{"cpu", "cpu_ms", "ms", false, true}};
  result.ours = [] {
    return times_of(must_end_well(ros2({"--help"}), python_environment(), "topic"));
  };
  result.raw = [] {
    return times_of(must_end_well({python_of_ours(), "-c", "pass"}, python_environment(), ""));
  };
  return result;
}

// The interpreter that has argcomplete; empty if none has.
std::string python_that_completes() {
  for (const std::string& python : {python_of_ours(), std::string("/usr/bin/python3")}) {
    if (run_to_end({python, "-c", "import argcomplete"}, {}).status == 0) return python;
  }
  return "";
}

Case complete() {
  static const std::string line = "ros2 topic ";
  Case result;
  result.name = "command/complete";
  result.placement = "free cores; ours: what may follow 'ros2 topic'; raw: python3 -c pass";
  result.quantity = {"wall", "wall_ms", "ms", false, true};
  result.also = {{"cpu", "cpu_ms", "ms", false, true}};
  result.ours = [] {
    const std::string python = python_that_completes();
    if (python.empty()) throw std::runtime_error("no Python has argcomplete (python3-argcomplete)");
    Environment environment = python_environment();
    environment.insert({{"_ARGCOMPLETE", "1"},
                        {"_ARGCOMPLETE_IFS", "\n"},
                        {"_ARGCOMPLETE_STDOUT_FILENAME", "/dev/stdout"},
                        {"COMP_LINE", line},
                        {"COMP_POINT", std::to_string(line.size())}});
    return times_of(must_end_well({python, program_folder() + "/ros2"}, environment, "echo"));
  };
  result.raw = [] {
    const std::string python = python_that_completes();
    return times_of(must_end_well({python, "-c", "pass"}, python_environment(), ""));
  };
  return result;
}

}  // namespace

std::vector<Case> command_cases(const Options& options) {
  const double seconds = options.window(options.all ? 6 : 4);
  std::vector<Case> cases = {
      look_case("topic-list", {"topic", "list"}, all_of("topic") + "/parameter_events\n/rosout\n"),
      look_case("node-list", {"node", "list"}, all_of("node")),
      look_case("node-info", {"node", "info", "/bench/node_37"}, kInfo),
      look_case("param-get", {"param", "get", "/bench/node_37", "number"},
                "Integer value is: 37\n"),
      help(),
      complete(),
      hz_case("4MB", 100, seconds),
      hz_case("128B", 1000, seconds)};
  for (Case& each : launch_cases(seconds)) cases.push_back(std::move(each));
  return cases;
}

}  // namespace ranvier::bench
