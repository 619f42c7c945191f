// Our side of the memory and start benches: `nodes` empty nodes on one executor.
//
// bare=1 makes bare nodes. With exec_ns, the CLOCK_MONOTONIC
// time of the exec, it also publishes once and reports how long that took.
#include <std_msgs/msg/string.hpp>

#include "bench/common/clock.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

void publish_first(rclcpp::Node& node, Findings& findings, std::int64_t exec_ns) {
  const auto publisher = node.create_publisher<std_msgs::msg::String>("chatter", 10);
  std_msgs::msg::String hello;
  hello.data = "hello";
  publisher->publish(hello);
  findings.numbers["first_publish_ms"] = static_cast<double>(now_ns() - exec_ns) / 1e6;
}

void run(const Args& args) {
  const Rclcpp rclcpp;
  rclcpp::executors::SingleThreadedExecutor executor;
  std::vector<rclcpp::Node::SharedPtr> nodes;
  Findings start;
  for (long i = 0; i < args.integer("nodes"); ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>(args.text("name") + "_" + std::to_string(i),
                                                   node_options(args.integer("bare") != 0)));
    executor.add_node(nodes.back());
  }
  if (args.has("exec_ns")) publish_first(*nodes.front(), start, args.integer("exec_ns"));
  Session session;
  session.end = [&] { executor.cancel(); };
  SessionThread control(session);
  executor.spin();
  control.join();
  control.finish(start);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { run(Args(count, words)); });
}
