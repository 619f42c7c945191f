// Our side of policies/isolated: a node with a topic and its subscription in each of `groups`
// callback groups, on a CallbackIsolatedExecutor (executor=callback_isolated) or a
// SingleThreadedExecutor (executor=single), and a thread that publishes to them. role=pub,
// role=sub: two processes; role=both: one.
#include <bench_interfaces/msg/array128b.hpp>
#include <thread>

#include "bench/common/latency.h"
#include "bench/ours/carriers.h"
#include "bench/ours/executors.h"
#include "bench/ours/listeners.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Message = bench_interfaces::msg::Array128b;
constexpr std::size_t kDepth = 10;

/// A subscription in a group of its own.
class Listener final {
 public:
  Listener(rclcpp::Node& node, const std::string& topic) {
    rclcpp::SubscriptionOptions in_group;
    in_group.callback_group =
        node.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
    subscription_ = node.create_subscription<Message>(
        topic, kDepth, [this](const Message& message) { log_.record(get(message), now_ns()); },
        in_group);
  }
  const LatencyLog& log() const { return log_; }
  bool matched() const { return subscription_->get_publisher_count() > 0; }

 private:
  static constexpr std::size_t kMost = 5'000;
  LatencyLog log_{kMost};
  rclcpp::Subscription<Message>::SharedPtr subscription_;
};

class Isolated final {
 public:
  explicit Isolated(const Args& args)
      : role_(args.text("role")),
        groups_(static_cast<std::size_t>(args.integer("groups"))),
        spacing_ns_(1'000'000'000 / (args.integer("rate") * args.integer("groups"))),
        executor_(make_executor(args.text("executor"))),
        node_(std::make_shared<rclcpp::Node>("isolated_" + role_, node_options(true))) {
    for (std::size_t i = 0; i < groups_; ++i) add(*node_, "isolated_" + std::to_string(i));
    executor_->add_node(node_);
  }

  void run() {
    SessionThread control(session());
    std::thread publishing([this] { publish_until_ended(); });
    executor_->spin();
    publishing.join();
    Findings findings = control.join();
    if (!listeners_.empty()) listeners_.describe(findings, {"p99_us"});
    control.finish(findings);
  }

 private:
  void add(rclcpp::Node& node, const std::string& topic) {
    if (role_ != "sub") publishers_.push_back(node.create_publisher<Message>(topic, kDepth));
    if (role_ != "pub") listeners_.add(node, topic);
  }

  // To the topics in turn, evenly over the period.
  void publish_until_ended() {
    if (publishers_.empty()) return;
    std::size_t topic = 0;
    for (std::int64_t due = now_ns(); !ended_; due += spacing_ns_) {
      sleep_until_ns(due);
      auto message = std::make_unique<Message>();
      put(*message, window_.stamp());
      publishers_[topic]->publish(std::move(message));
      topic = (topic + 1) % groups_;
    }
  }

  bool heard() const {
    return std::all_of(publishers_.begin(), publishers_.end(),
                       [](const auto& one) { return one->get_subscription_count() > 0; });
  }
  bool matched() const { return heard() && listeners_.matched(); }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.warm = [this] { return listeners_.warm(); };
    if (!publishers_.empty()) session.window = &window_;
    if (role_ != "pub") session.received = [this] { return listeners_.received(); };
    session.end = [this] {
      ended_ = true;
      executor_->cancel();
    };
    return session;
  }

  const std::string role_;
  const std::size_t groups_;
  const std::int64_t spacing_ns_;
  Window window_;
  std::atomic<bool> ended_{false};
  std::unique_ptr<rclcpp::Executor> executor_;
  rclcpp::Node::SharedPtr node_;
  std::vector<rclcpp::Publisher<Message>::SharedPtr> publishers_;
  Listeners<Listener> listeners_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Isolated>(argc, argv);
}
