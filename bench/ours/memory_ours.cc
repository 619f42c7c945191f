// Our side of the memory, start, footprint and growth benches: `nodes` empty nodes on one executor;
// nodes=0 is a process that links all of it and calls nothing.
//
// bare=1 makes bare nodes. With exec_ns, the CLOCK_MONOTONIC time of the exec, it
// also publishes once and reports how long that took. publishers=N and
// subscriptions=N add as many idle endpoints to the first node, on topics that
// nobody else has, or, with paired=1, somebody: they are awaited then. meets=pub and
// meets=sub are the two ends of one pair more, which is awaited, with shm=1 in shared
// memory; without the word shm, as by default. rate=R publishes on each publisher, so often a second.
// heap=1: bench/common/heap.h; gathers=N: bench/common/gathering.h.
#include <algorithm>
#include <std_msgs/msg/string.hpp>

#include "bench/common/clock.h"
#include "bench/common/gathering.h"
#include "bench/common/heap.h"
#include "bench/ours/options.h"
#include "bench/ours/shared.h"

namespace ranvier::bench {
namespace {

using std_msgs::msg::String;

void publish_first(rclcpp::Node& node, Findings& findings, std::int64_t exec_ns) {
  const auto publisher = node.create_publisher<String>("chatter", 10);
  String hello;
  hello.data = "hello";
  publisher->publish(hello);
  findings.numbers["first_publish_ms"] = static_cast<double>(now_ns() - exec_ns) / 1e6;
}

/// Endpoints that have nothing to do, and what they have met.
class Idle final {
 public:
  Idle(rclcpp::Node& node, const Args& args)
      : meets_(args.text("meets", "")),
        paired_(args.integer("paired", 0) != 0),
        through_shm_(args.integer("shm", 0) != 0) {
    for (long i = 0; i < args.integer("publishers", 0); ++i) add_publisher(node, topic(i));
    for (long i = 0; i < args.integer("subscriptions", 0); ++i) add_subscription(node, topic(i));
    if (meets_ == "pub") add_publisher(node, "meeting");
    if (meets_ == "sub") add_subscription(node, "meeting");
    if (!args.has("rate")) return;
    timer_ = node.create_wall_timer(std::chrono::nanoseconds(1'000'000'000 / args.integer("rate")),
                                    [this] { publish(); });
  }

  bool met() const {
    const bool both = (meets_ != "pub" || publishers_.back()->get_subscription_count() > 0) &&
                      (meets_ != "sub" || subscriptions_.back()->get_publisher_count() > 0) &&
                      (!paired_ || all_met());
    if (both && through_shm_) expect_shm();
    return both;
  }

 private:
  static std::string topic(long i) { return "idle_" + std::to_string(i); }
  bool all_met() const {
    return std::all_of(publishers_.begin(), publishers_.end(),
                       [](const auto& one) { return one->get_subscription_count() > 0; }) &&
           std::all_of(subscriptions_.begin(), subscriptions_.end(),
                       [](const auto& one) { return one->get_publisher_count() > 0; });
  }
  void add_publisher(rclcpp::Node& node, const std::string& name) {
    publishers_.push_back(node.create_publisher<String>(name, 10));
  }
  void add_subscription(rclcpp::Node& node, const std::string& name) {
    subscriptions_.push_back(node.create_subscription<String>(name, 10, [](const String&) {}));
  }

  void publish() {
    String hello;
    hello.data = "hello";
    for (const auto& publisher : publishers_) publisher->publish(hello);
  }

  const std::string meets_;
  const bool paired_;
  const bool through_shm_;
  std::vector<rclcpp::Publisher<String>::SharedPtr> publishers_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
  rclcpp::TimerBase::SharedPtr timer_;
};

/// Its pair of ends among those of all processes.
class Meeting final {
 public:
  Meeting(rclcpp::Node& node, const Args& args) : gathering_(args) {
    if (!gathering_.any()) return;
    publisher_ = node.create_publisher<String>(Gathering::kTopic, 10);
    subscription_ = node.create_subscription<String>(Gathering::kTopic, 10, [](const String&) {});
  }
  bool met() { return !gathering_.any() || gathering_.met(writers(), readers()); }
  void count() {
    if (gathering_.any()) gathering_.count(writers(), readers());
  }
  void tell(Findings& findings) const { gathering_.tell(findings); }

 private:
  std::size_t writers() const { return subscription_->get_publisher_count(); }
  std::size_t readers() const { return publisher_->get_subscription_count(); }

  Gathering gathering_;
  rclcpp::PublisherBase::SharedPtr publisher_;
  rclcpp::SubscriptionBase::SharedPtr subscription_;
};

void run_nothing() {
  SessionThread control(Session{});
  control.finish(control.join());
}

void run(const Args& args) {
  if (args.integer("nodes") == 0) return run_nothing();
  if (args.has("shm")) choose_shm(args.integer("shm") != 0);
  const Rclcpp rclcpp;
  rclcpp::executors::SingleThreadedExecutor executor;
  std::vector<rclcpp::Node::SharedPtr> nodes;
  Findings start;
  for (long i = 0; i < args.integer("nodes"); ++i) {
    const std::int64_t begin = now_ns();
    nodes.push_back(std::make_shared<rclcpp::Node>(args.text("name") + "_" + std::to_string(i),
                                                   node_options(args.integer("bare") != 0)));
    executor.add_node(nodes.back());
    start.numbers["last_node_ms"] = static_cast<double>(now_ns() - begin) / 1e6;
  }
  Idle idle(*nodes.front(), args);
  Meeting meeting(*nodes.front(), args);
  if (args.has("exec_ns")) publish_first(*nodes.front(), start, args.integer("exec_ns"));
  Session session;
  session.matched = [&] { return idle.met() && meeting.met(); };
  session.going = [&] { meeting.count(); };
  session.end = [&] { executor.cancel(); };
  SessionThread control(session);
  executor.spin();
  control.join();
  meeting.tell(start);
  add_heap(args, start);
  control.finish(start);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { run(Args(count, words)); });
}
