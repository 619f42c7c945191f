#include "bench/runner/benches.h"

namespace ranvier::bench {

const std::vector<Bench>& all_benches() {
  static const std::vector<Bench> benches = {
      {"fanout", "CPU of 20 topics with 10 subscriptions each at 50 Hz", fanout_cases, 6, false},
      {"pingpong", "one-way latency from publish() to callback entry", pingpong_cases, 6, false},
      {"goodput", "bytes received per second under a publisher that never pauses", goodput_cases, 6,
       false},
      {"loans", "crashes, dead-locks and losses of loans between processes (--seconds)",
       loans_cases, 1, false},
      {"topology", "a graph of nodes from FILE.json, in its deployments, and what each would bring",
       topology_cases, 6, true},
      {"links", "latency, loss and goodput between two hosts of 100 Mb/s that drop (needs root)",
       links_cases, 6, false},
      {"pipelines", "latency of rows of processes that hand messages on, 2 to 23 nodes",
       pipelines_cases, 6, false},
      {"containers", "CPU of 500 KB at 50 Hz to 1 to 16 subscriptions that work, in each container",
       containers_cases, 6, false},
      {"reference", "jitter of a cyclic planner in an Autoware-like graph, on each executor",
       reference_cases, 6, false},
      {"control", "how late a control loop of 1 kHz wakes, beside a thread that only sleeps",
       control_cases, 6, false},
      {"policies", "orders and threads of executors: chains in time, beside raw threads",
       policies_cases, 6, false},
      {"memory", "PSS of empty nodes, composed and as processes", memory_cases, 6, false},
      {"composition", "what composed nodes save: cases of growth, pingpong, goodput and containers",
       composition_cases, 3, false},
      {"footprint", "memory of a process, step by step, in C++ and Python; sizes of micro images",
       footprint_cases, 3, false},
      {"growth", "memory, CPU at rest and discovery of more and more nodes, processes and hosts",
       growth_cases, 3, false},
      {"start", "time from exec to the first publish", start_cases, 20, false},
      {"security", "latency and start under DDS Security, with two governances", security_cases, 6,
       false},
      {"python", "rclpy beside calls of a Python function, the interpreter, C++, and ROS 2's rclpy",
       python_cases, 6, false},
      {"command", "what `ros2` and `ros2 launch` take, and whether their answers are right",
       command_cases, 6, false},
      {"compose", "memory and CPU of one launch file in three deployments, nodes of FILE.json",
       compose_cases, 6, true},
      {"trace",
       "what a trace event costs, recorded and not, and how fast traces are read and reported",
       trace_cases, 6, false},
      {"bags",
       "what recorders and players take, keep and lose, beside write(2) and a raw publisher",
       bags_cases, 6, false},
      {"compile", "CPU and memory that compiling a talker takes", compile_cases, 6, false},
      {"micro", "sizes of the micro client on a Cortex-M3; latency, loss and the agent's costs",
       micro_cases, 1, false},
      {"floor", "what the machine gives: futex hand-over and memcpy", floor_cases, 6, false},
  };
  return benches;
}

}  // namespace ranvier::bench
