// rclpy beside what it cannot be cheaper than, and beside ROS 2's own.
#include <unistd.h>

#include <filesystem>

#include "bench/runner/benches.h"
#include "bench/runner/python_side.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;

enum class Side { kOurs, kRos2 };

// ROS 2's, in the tree.
std::string ros2_python() {
  return std::filesystem::path(bench_folder()).parent_path() / ".venv-ros2/bin/python";
}

bool has_ros2() { return access(ros2_python().c_str(), X_OK) == 0; }

Role python(Side side, Words words, bool publishes = true, bool counted = true) {
  words.insert(words.begin(), python_worker());
  return {side == Side::kRos2 ? ros2_python() : python_of_ours(), std::move(words), publishes,
          counted};
}

// ROS 2's finds its own packages, and keeps to the machine by itself.
Environment environment_of(Side side, bool counts_copies) {
  Environment environment = python_environment();
  if (side == Side::kRos2) {
    environment["PYTHONPATH"] = "";
    environment["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST";
    return environment;
  }
  const auto lib = std::filesystem::path(program_folder()).parent_path() / "lib";
  if (counts_copies) environment["LD_PRELOAD"] = lib / "bench_python" / "libbench_copies.so";
  return environment;
}

/// Where programs of ours lie is asked for when it runs: --against moves it.
std::function<RunResult()> runs_python(Side side, std::vector<Role> roles, double seconds,
                                       bool counts_copies = false) {
  return [=] {
    Plan plan{roles, seconds};
    plan.environment = environment_of(side, counts_copies);
    return run_plan(plan);
  };
}

void add_ros2(Case& to, std::vector<Role> roles, double seconds) {
  if (!has_ros2()) {
    to.placement += "; no rclpy of ROS 2 beside it: tools/bootstrap.sh test makes .venv-ros2";
    return;
  }
  to.second = runs_python(Side::kRos2, std::move(roles), seconds);
  to.second_name = "ros2";
}

Case python_case(const std::string& name, Quantity quantity, std::string placement) {
  Case result;
  result.name = "python/" + name;
  result.quantity = std::move(quantity);
  result.placement = std::move(placement);
  result.loss_is_overload = false;
  return result;
}

const Quantity kCpu = {"cpu", "cpu_percent", "% core"};

// ---- CPU ----

constexpr const char* kFloorPlacement =
    "free cores; ours: a SingleThreadedExecutor of rclpy; raw: one of rclcpp that calls a Python "
    "function with a new empty object for each message or timer";

Words graph(const std::string& mode, const std::string& role, const std::string& type, int topics,
            int fan, int nodes, int rate) {
  return {"mode=" + mode,
          "role=" + role,
          "type=" + type,
          "topics=" + std::to_string(topics),
          "fan=" + std::to_string(fan),
          "nodes=" + std::to_string(nodes),
          "rate=" + std::to_string(rate)};
}

Case one_process(const std::string& name, const std::string& type, int topics, int fan, int nodes,
                 int rate, double seconds) {
  Case result = python_case(name, kCpu, kFloorPlacement);
  result.also = {{"received", "received", "messages", true}};
  const auto words = [&](const char* mode) {
    return graph(mode, "both", type, topics, fan, nodes, rate);
  };
  result.ours = runs_python(Side::kOurs, {python(Side::kOurs, words("graph"))}, seconds);
  result.raw = runs_python(Side::kOurs, {python(Side::kOurs, words("floor"))}, seconds);
  add_ros2(result, {python(Side::kRos2, words("graph"))}, seconds);
  return result;
}

// Only the subscription's process is counted: its publisher is rclpy's on both sides.
Case two_processes(const std::string& type, double seconds) {
  Case result = python_case("cpu/" + type + "/two-processes", kCpu,
                            std::string(kFloorPlacement) +
                                "; the process of the subscription alone, the publisher's is "
                                "rclpy's on both sides");
  result.also = {{"received", "received", "messages", true}};
  const auto roles = [&](Side side, const char* mode) {
    return std::vector<Role>{python(side, graph(mode, "sub", type, 1, 1, 1, 1000), false),
                             python(side, graph("graph", "pub", type, 1, 1, 1, 1000), true, false)};
  };
  result.ours = runs_python(Side::kOurs, roles(Side::kOurs, "graph"), seconds);
  result.raw = runs_python(Side::kOurs, roles(Side::kOurs, "floor"), seconds);
  add_ros2(result, roles(Side::kRos2, "graph"), seconds);
  return result;
}

// What a message costs between two ends of one node: without it the timer alone runs.
Case in_process(const std::string& name, Words words, int rate, double seconds) {
  Case result = python_case("in-process/" + name, kCpu,
                            "free cores; one node of rclpy, whose timer publishes to its own "
                            "subscription; raw: the timer alone");
  result.also = {{"received", "received", "messages", true}};
  result.ours = runs_python(Side::kOurs, {python(Side::kOurs, words)}, seconds);
  result.raw = runs_python(
      Side::kOurs, {python(Side::kOurs, graph("graph", "both", "String", 0, 0, 1, rate))}, seconds);
  return result;
}

void add_in_process(std::vector<Case>& cases, double seconds) {
  constexpr int kOften = 1000, kImages = 30;
  for (const auto& [name, fan] : {std::pair("String", 1), std::pair("unsubscribed", 0)}) {
    const char* const role = fan == 0 ? "pub" : "both";
    Words words = graph("graph", role, "String", 1, fan, 1, kOften);
    words.push_back("late=0");
    cases.push_back(in_process(name, words, kOften, seconds));
    add_ros2(cases.back(), {python(Side::kRos2, words)}, seconds);
  }
  for (const char* data : {"bytes", "numpy"}) {
    const Words words{"mode=image", "role=both", "size=8000000", "rate=" + std::to_string(kImages),
                      std::string("data=") + data};
    cases.push_back(in_process(std::string("8MB-") + data, words, kImages, seconds));
  }
}

// ---- images ----

std::vector<Role> images(Side side, std::size_t size, int rate) {
  const auto words = [&](const char* role, const char* cpus) {
    return Words{"mode=image", std::string("role=") + role, "size=" + std::to_string(size),
                 "rate=" + std::to_string(rate), std::string("cpus=") + cpus};
  };
  return {python(side, words("sub", "1"), false), python(side, words("pub", "0"))};
}

std::vector<Role> images_of_cpp(const std::string& size, int rate) {
  const auto words = [&](const char* role, const char* cpus) {
    return Words{std::string("role=") + role,
                 "type=image",
                 "size=" + size,
                 "rate=" + std::to_string(rate),
                 "qos=reliable",
                 "shm=1",
                 "way=plain",
                 "copy=0",
                 "fill=cached",
                 std::string("cpus=") + cpus};
  };
  return {{"bench_pingpong_ours", words("sub", "1"), false},
          {"bench_pingpong_ours", words("pub", "0"), true}};
}

constexpr const char* kImagePlacement =
    "publisher on core 0, subscriber on core 1, with all of their process; sensor_msgs/Image over "
    "the default route";

Case latency(const std::string& size, std::size_t bytes, double seconds) {
  constexpr int kRate = 100;
  Case result = python_case("latency/" + size, {"p50", "p50_us", "us", false, true},
                            std::string(kImagePlacement) + "; raw: C++ to C++, rclcpp");
  result.also = {{"p99", "p99_us", "us"},
                 {"publish", "publish_us", "us"},
                 {"copies_published", "copies_published", "copies"},
                 {"copies_received", "copies_received", "copies"}};
  result.ours = runs_python(Side::kOurs, images(Side::kOurs, bytes, kRate), seconds, true);
  result.raw = runs({images_of_cpp(size, kRate), seconds});
  add_ros2(result, images(Side::kRos2, bytes, kRate), seconds);
  return result;
}

// What a message costs its subscription, where only its size differs.
Case receive(double seconds) {
  constexpr int kRate = 100;
  Case result = python_case(
      "receive/4MB-over-128B", kCpu,
      std::string(kImagePlacement) + "; the subscriber's process alone, ours: 4 MB, raw: 128 B");
  result.also = {{"copies_received", "copies_received", "copies"}};
  const auto side = [&](std::size_t bytes) {
    std::vector<Role> roles = images(Side::kOurs, bytes, kRate);
    roles.back().counted = false;
    return runs_python(Side::kOurs, roles, seconds, true);
  };
  result.ours = side(4'000'000);
  result.raw = side(128);
  return result;
}

Case publish(double seconds) {
  constexpr std::size_t kBytes = 4'000'000;
  constexpr int kRate = 50;
  Case result = python_case(
      "publish/4MB", {"publish", "publish_us", "us"},
      std::string(kImagePlacement) +
          "; ours: publish() of an Image with a numpy array; raw: numpy copies as many bytes, "
          "beyond every cache");
  result.also = {{"copies_published", "copies_published", "copies"}};
  result.ours = runs_python(Side::kOurs, images(Side::kOurs, kBytes, kRate), seconds, true);
  result.raw = runs_python(
      Side::kOurs,
      {python(Side::kOurs, {"mode=image", "role=copy", "cpus=0", "size=" + std::to_string(kBytes),
                            "rate=" + std::to_string(kRate)})},
      seconds);
  // Its publish() takes longer than a period.
  add_ros2(result, images(Side::kRos2, kBytes, 1), seconds < 3 ? 3 : seconds);
  return result;
}

// ---- memory and start ----

std::function<RunResult()> idle(Side side, int nodes, int endpoints) {
  return runs_python(side,
                     {python(side, {"mode=idle", "nodes=" + std::to_string(nodes),
                                    "endpoints=" + std::to_string(endpoints)})},
                     0.2);
}

Case memory(const std::string& name, int nodes, int endpoints, const std::string& raw) {
  Case result = python_case("memory/" + name, {"pss", "pss_kb", "kB", false, true},
                            "free cores; one process, idle; raw: " + raw);
  result.also = {{"rss", "rss_kb", "kB", false, true},
                 {"private", "private_kb", "kB", false, true}};
  result.ours = idle(Side::kOurs, 1, endpoints);
  result.raw = idle(Side::kOurs, nodes, 0);
  if (has_ros2()) {
    result.second = idle(Side::kRos2, 1, endpoints);
    result.second_name = "ros2";
  }
  return result;
}

Case start() {
  Case result = python_case("start", {"start", "start_ms", "ms", false, true},
                            "free cores; from exec to a node (import, init, one default node); "
                            "raw: to the first line of a program");
  const auto words = [](int nodes) {
    return Words{"mode=start", "nodes=" + std::to_string(nodes), "exec_ns=now"};
  };
  result.ours = runs_python(Side::kOurs, {python(Side::kOurs, words(1))}, 0.001);
  result.raw = runs_python(Side::kOurs, {python(Side::kOurs, words(0))}, 0.001);
  add_ros2(result, {python(Side::kRos2, words(1))}, 0.001);
  return result;
}

// ---- threads ----

Case threads(double seconds) {
  Case result = python_case("threads", {"calls", "calls", "calls", true},
                            "free cores; a MultiThreadedExecutor whose callbacks let go of the "
                            "GIL; ours: two threads, raw: one");
  const auto words = [](int threads) {
    return Words{"mode=threads", "threads=" + std::to_string(threads)};
  };
  result.ours = runs_python(Side::kOurs, {python(Side::kOurs, words(2))}, seconds);
  result.raw = runs_python(Side::kOurs, {python(Side::kOurs, words(1))}, seconds);
  return result;
}

}  // namespace

std::vector<Case> python_cases(const Options& options) {
  const double seconds = options.window(options.all ? 1.5 : 0.6);
  std::vector<Case> cases;
  for (const char* type : {"String", "Imu", "Twist"}) {
    if (!options.all && type != std::string("String")) continue;
    cases.push_back(
        one_process(std::string("cpu/") + type + "/one-process", type, 1, 1, 1, 1000, seconds));
    cases.push_back(two_processes(type, seconds));
  }
  cases.push_back(one_process("timer", "String", 0, 0, 1, 1000, seconds));
  add_in_process(cases, seconds);
  cases.push_back(latency("128B", 128, seconds));
  if (options.all) {
    cases.push_back(latency("100KB", 100'000, seconds));
    cases.push_back(latency("1MB", 1'000'000, seconds));
    cases.push_back(latency("4MB", 4'000'000, seconds));
    cases.push_back(receive(seconds));
    cases.push_back(one_process("fanout/1-node", "String", 20, 10, 1, 50, seconds));
    cases.push_back(one_process("fanout/10-nodes", "String", 20, 10, 10, 50, seconds));
    cases.push_back(memory("endpoints", 1, 5, "the same without 5 publishers and 5 subscriptions"));
    cases.push_back(threads(seconds));
  }
  cases.push_back(publish(seconds));
  cases.push_back(memory("node", 0, 0, "the interpreter alone"));
  cases.push_back(start());
  return cases;
}

}  // namespace ranvier::bench
