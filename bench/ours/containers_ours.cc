// Our side of the containers bench: one publishing node and `subs` subscribing
// ones, as components in a container. kind=single: all nodes on one
// SingleThreadedExecutor (component_container). kind=mt: on one
// MultiThreadedExecutor (component_container_mt). kind=isolated: each node on a
// SingleThreadedExecutor and a thread of its own (component_container_isolated).
#include <thread>

#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/common/work.h"
#include "bench/ours/carriers.h"
#include "bench/ours/executors.h"
#include "bench/ours/listeners.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Message = bench_interfaces::msg::Array500kb;

/// A component that works `steps` on each message.
class Listener final {
 public:
  Listener(long number, std::uint64_t steps)
      : node_(std::make_shared<rclcpp::Node>("listener_" + std::to_string(number))), steps_(steps) {
    subscription_ = node_->create_subscription<Message>(
        "containers", make_qos("reliable"), [this](const Message& message) { take(message); });
  }
  const rclcpp::Node::SharedPtr& node() const { return node_; }
  const LatencyLog& log() const { return log_; }
  bool matched() const { return subscription_->get_publisher_count() > 0; }

 private:
  void take(const Message& message) {
    const std::int64_t entered = now_ns();
    work(steps_);
    log_.record(get(message), entered);
  }

  const rclcpp::Node::SharedPtr node_;
  const std::uint64_t steps_;
  LatencyLog log_{20'000};
  rclcpp::Subscription<Message>::SharedPtr subscription_;
};

/// The executors of a container, and the threads that spin them.
class Container final {
 public:
  explicit Container(const std::string& kind) : kind_(kind) {}

  void add(const rclcpp::Node::SharedPtr& node) {
    if (executors_.empty() || kind_ == "isolated") executors_.push_back(make());
    executors_.back()->add_node(node);
  }
  /// The first executor on this thread, each other one on its own.
  void spin() {
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < executors_.size(); ++i) {
      threads.emplace_back([this, i] { executors_[i]->spin(); });
    }
    executors_.front()->spin();
    for (std::thread& thread : threads) thread.join();
  }
  void cancel() {
    for (const auto& executor : executors_) executor->cancel();
  }

 private:
  std::unique_ptr<rclcpp::Executor> make() const {
    return make_executor(kind_ == "mt" ? "mt" : "single");
  }

  const std::string kind_;
  std::vector<std::unique_ptr<rclcpp::Executor>> executors_;
};

class Containers final {
 public:
  explicit Containers(const Args& args)
      : container_(args.text("kind")), talker_(std::make_shared<rclcpp::Node>("talker")) {
    const auto steps = static_cast<std::uint64_t>(args.integer("steps"));
    publisher_ = talker_->create_publisher<Message>("containers", make_qos("reliable"));
    container_.add(talker_);
    for (long i = 0; i < args.integer("subs"); ++i) {
      container_.add(listeners_.add(i, steps).node());
    }
    timer_ = talker_->create_wall_timer(
        std::chrono::nanoseconds(1'000'000'000 / args.integer("rate")), [this] { publish(); });
  }

  void run() {
    SessionThread control(session());
    container_.spin();
    Findings findings = control.join();
    listeners_.describe(findings, {"mean_us", "p99_us"});
    control.finish(findings);
  }

 private:
  void publish() {
    auto message = std::make_unique<Message>();
    fill(*message, message->data.size());
    put(*message, window_.stamp());
    publisher_->publish(std::move(message));
  }

  bool matched() const {
    return publisher_->get_subscription_count() >= listeners_.size() && listeners_.matched();
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.warm = [this] { return listeners_.warm(); };
    session.window = &window_;
    session.fan = listeners_.size();
    session.received = [this] { return listeners_.received(); };
    session.end = [this] { container_.cancel(); };
    return session;
  }

  Window window_;
  Container container_;
  rclcpp::Node::SharedPtr talker_;
  Listeners<Listener> listeners_;
  rclcpp::Publisher<Message>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Containers>(argc, argv);
}
