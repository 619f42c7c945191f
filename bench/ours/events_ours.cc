// Our side of policies/events: a node with twenty subscriptions, five in each callback group, on an
// EventsCBGExecutor of two threads; a thread of the same process publishes to each in turn.
#include <bench_interfaces/msg/array128b.hpp>
#include <rclcpp/executors/events_cbg_executor/events_cbg_executor.hpp>
#include <thread>

#include "bench/common/load_topics.h"
#include "bench/ours/carriers.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Message = bench_interfaces::msg::Array128b;

class Events final {
 public:
  explicit Events(const Args& args)
      : args_(args),
        logs_(args_, window_),
        source_(args_, window_),
        talker_(std::make_shared<rclcpp::Node>("talker", node_options(true))),
        listener_(std::make_shared<rclcpp::Node>("listener", node_options(true))),
        executor_(rclcpp::ExecutorOptions(), LoadArgs::kThreads) {
    for (std::size_t group = 0; group < LoadArgs::kGroups; ++group) add_group(group);
    executor_.add_node(listener_);
  }

  void run() {
    SessionThread control(session());
    std::thread publishing([this] {
      source_.run([this](std::size_t topic, const Stamp& stamp) { publish(topic, stamp); });
    });
    executor_.spin();
    publishing.join();
    Findings findings = control.join();
    logs_.describe(findings);
    control.finish(findings);
  }

 private:
  void add_group(std::size_t group) {
    rclcpp::SubscriptionOptions in_group;
    in_group.callback_group =
        listener_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
    for (std::size_t i = 0; i < LoadArgs::kTopicsOfGroup; ++i) {
      const std::size_t topic = group * LoadArgs::kTopicsOfGroup + i;
      const std::string name = "events_" + std::to_string(topic);
      publishers_.push_back(talker_->create_publisher<Message>(name, LoadArgs::kDepth));
      subscriptions_.push_back(listener_->create_subscription<Message>(
          name, LoadArgs::kDepth,
          [this, topic](const Message& message) { logs_.of(topic).take(get(message)); }, in_group));
    }
  }

  void publish(std::size_t topic, const Stamp& stamp) {
    auto message = std::make_unique<Message>();
    put(*message, stamp);
    publishers_[topic]->publish(std::move(message));
  }

  bool matched() const {
    return std::all_of(publishers_.begin(), publishers_.end(),
                       [](const auto& one) { return one->get_subscription_count() > 0; });
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.warm = [this] { return logs_.warm(); };
    session.window = &window_;
    session.received = [this] { return logs_.received(); };
    session.end = [this] {
      source_.end();
      executor_.cancel();
    };
    return session;
  }

  const LoadArgs args_;
  Window window_;
  LoadLogs logs_;
  LoadSource source_;
  rclcpp::Node::SharedPtr talker_, listener_;
  rclcpp::executors::EventsCBGExecutor executor_;
  std::vector<rclcpp::Publisher<Message>::SharedPtr> publishers_;
  std::vector<rclcpp::Subscription<Message>::SharedPtr> subscriptions_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Events>(argc, argv);
}
