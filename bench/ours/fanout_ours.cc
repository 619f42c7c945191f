// Our side of the fan-out bench: seed 003's test, written as a user would.
//
// One executor per process: executor=<one of make_executor()>, threads=N; of several threads the one
// node's callbacks share its exclusive group. burst: one timer per node publishes its share of the
// topics, all due together. spread: a timer per topic, a millisecond apart. With topics=0 the
// timers publish nothing: "ticks" says how often they ran.
#include <std_msgs/msg/string.hpp>
#include <thread>

#include "bench/common/placement.h"
#include "bench/ours/carriers.h"
#include "bench/ours/executors.h"
#include "bench/ours/options.h"
#include "bench/ours/shared.h"

namespace ranvier::bench {
namespace {

using std_msgs::msg::String;

class Fanout final {
 public:
  explicit Fanout(const Args& args)
      : topics_(args.integer("topics")),
        fan_(args.integer("fan")),
        payload_(static_cast<std::size_t>(args.integer("payload"))),
        spread_(args.text("pattern") == "spread"),
        period_(std::chrono::nanoseconds(1'000'000'000 / args.integer("rate"))),
        executor_(make_executor(args.text("executor", "single"),
                                static_cast<std::size_t>(args.integer("threads", 0)))) {
    const std::string role = args.text("role");
    for (long i = 0; i < args.integer("nodes"); ++i) {
      nodes_.push_back(std::make_shared<rclcpp::Node>("fanout_" + role + "_" + std::to_string(i)));
      executor_->add_node(nodes_.back());
    }
    if (role != "sub") add_publishers();
    if (role != "pub") add_subscriptions();
    if (role != "sub") add_timers();
  }

  void run() {
    SessionThread control(session());
    executor_->spin();
    Findings findings = control.join();
    findings.numbers["received"] = static_cast<double>(received_.load());
    findings.numbers["ticks"] = static_cast<double>(ticks_.load());
    control.finish(findings);
  }

 private:
  static std::string topic(long i) { return "fanout_" + std::to_string(i); }
  rclcpp::Node& node_of(long i) { return *nodes_[static_cast<std::size_t>(i) % nodes_.size()]; }

  static rclcpp::QoS qos() { return rclcpp::QoS(10).best_effort().transient_local(); }

  void add_publishers() {
    for (long i = 0; i < topics_; ++i) {
      publishers_.push_back(node_of(i).create_publisher<String>(topic(i), qos()));
    }
  }

  // Subscription k of every topic is on node k: each node hears every topic.
  void add_subscriptions() {
    for (long i = 0; i < topics_; ++i) {
      for (long k = 0; k < fan_; ++k) {
        subscriptions_.push_back(node_of(k).create_subscription<String>(
            topic(i), qos(), [this](const String& message) { take(message); }));
      }
    }
  }

  void add_timers() { spread_ ? add_spread_timers() : add_burst_timers(); }

  void add_burst_timers() {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      timers_.push_back(nodes_[n]->create_wall_timer(period_, [this, n] {
        ticks_.fetch_add(1, std::memory_order_relaxed);
        for (std::size_t i = n; i < publishers_.size(); i += nodes_.size()) publish(i);
      }));
    }
  }

  // A timer's phase is when it was made.
  void add_spread_timers() {
    const std::int64_t start = now_ns();
    for (std::size_t i = 0; i < publishers_.size(); ++i) {
      sleep_until_ns(start + static_cast<std::int64_t>(i) * 1'000'000);
      timers_.push_back(
          node_of(static_cast<long>(i)).create_wall_timer(period_, [this, i] { publish(i); }));
    }
  }

  void publish(std::size_t i) {
    fill(message_, payload_);
    put(message_, window_.stamp());
    publishers_[i]->publish(message_);
  }

  void take(const String& message) {
    warm_.store(true, std::memory_order_relaxed);
    if (get(message).measured != 0) received_.fetch_add(1, std::memory_order_relaxed);
  }

  bool matched() const {
    for (const auto& publisher : publishers_) {
      if (publisher->get_subscription_count() < static_cast<std::size_t>(fan_)) return false;
    }
    for (const auto& subscription : subscriptions_) {
      if (subscription->get_publisher_count() == 0) return false;
    }
    return true;
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { executor_->cancel(); };
    session.fan = static_cast<std::uint64_t>(fan_);
    if (!publishers_.empty()) session.window = &window_;
    if (subscriptions_.empty()) return session;
    session.warm = [this] { return warm_.load(std::memory_order_relaxed); };
    session.received = [this] { return received_.load(std::memory_order_relaxed); };
    return session;
  }

  const long topics_;
  const long fan_;
  const std::size_t payload_;
  const bool spread_;
  const std::chrono::nanoseconds period_;
  Window window_;
  String message_;
  std::atomic<std::uint64_t> received_{0};
  std::atomic<std::uint64_t> ticks_{0};
  std::atomic<bool> warm_{false};
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  const std::unique_ptr<rclcpp::Executor> executor_;
  std::vector<rclcpp::Publisher<String>::SharedPtr> publishers_;
  std::vector<rclcpp::Subscription<String>::SharedPtr> subscriptions_;
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    pin_this_thread(args.integers("cpus"));
    choose_shm(args.integer("shm", 0) != 0);
    const Rclcpp rclcpp;
    Fanout(args).run();
  });
}
