// Our side of bench pipelines: one node of the row, on a SingleThreadedExecutor.
//
// node=K of nodes=N; the first publishes messages of bytes= at rate=, the others publish what
// they get, by reference, in the callback. With shm=1 all neighbours meet in shared memory, or
// the worker fails. Each but the first tells when every message came to it. With always=1 messages
// count from the start on, not only within the window, and there are no others. With beside=K the
// first publishes on K more topics, each by a timer of its own, and the last subscribes to them:
// "beside" counts what came.
#include <algorithm>
#include <bench_interfaces/msg/pipeline100kb.hpp>
#include <bench_interfaces/msg/pipeline10kb.hpp>
#include <bench_interfaces/msg/pipeline128b.hpp>
#include <bench_interfaces/msg/pipeline1kb.hpp>
#include <bench_interfaces/msg/pipeline500kb.hpp>
#include <optional>

#include "bench/common/latency.h"
#include "bench/common/pipeline.h"
#include "bench/ours/options.h"
#include "bench/ours/shared.h"

namespace ranvier::bench {
namespace {

/// The topics beside the row.
template <class Message>
class Beside final {
 public:
  Beside(rclcpp::Node& node, const Place& place, const rclcpp::QoS& qos, const Args& args) {
    for (const std::string& topic : topics_beside(args)) {
      if (place.first()) add_publisher(node, topic, qos, args);
      if (place.last()) {
        subscriptions_.push_back(
            node.create_subscription<Message>(topic, qos, [this](const Message&) { ++received_; }));
      }
    }
  }
  [[nodiscard]] bool matched() const {
    return std::all_of(publishers_.begin(), publishers_.end(),
                       [](const auto& one) { return one->get_subscription_count() > 0; }) &&
           std::all_of(subscriptions_.begin(), subscriptions_.end(),
                       [](const auto& one) { return one->get_publisher_count() > 0; });
  }
  [[nodiscard]] std::uint64_t received() const { return received_; }

 private:
  void add_publisher(rclcpp::Node& node, const std::string& topic, const rclcpp::QoS& qos,
                     const Args& args) {
    const auto publisher = node.create_publisher<Message>(topic, qos);
    publishers_.push_back(publisher);
    timers_.push_back(node.create_wall_timer(std::chrono::nanoseconds(pipeline_period_ns(args)),
                                             [this, publisher] { publisher->publish(*message_); }));
  }

  const std::unique_ptr<Message> message_ = std::make_unique<Message>();
  std::uint64_t received_ = 0;
  std::vector<typename rclcpp::Publisher<Message>::SharedPtr> publishers_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
};

template <class Message>
class Pipeline final {
 public:
  explicit Pipeline(const Args& args)
      : place_(args),
        through_shm_(args.integer("shm") != 0),
        always_(args.integer("always", 0) != 0),
        node_(std::make_shared<rclcpp::Node>("pipeline_" + args.text("node"))) {
    const rclcpp::QoS qos = make_qos(args.text("qos"));
    if (always_) window_.open();
    if (!place_.last()) publisher_ = node_->create_publisher<Message>(place_.out(), qos);
    if (!place_.first()) {
      subscription_ = node_->create_subscription<Message>(
          place_.in(), qos, [this](const Message& message) { take(message); });
    } else {
      timer_ = node_->create_wall_timer(std::chrono::nanoseconds(pipeline_period_ns(args)),
                                        [this] { start(); });
    }
    beside_.emplace(*node_, place_, qos, args);
    executor_.add_node(node_);
  }

  void run() {
    SessionThread control(session());
    executor_.spin();
    Findings findings = control.join();
    if (!place_.first()) {
      log_.describe(findings);
      log_.tell_each(findings);
    }
    findings.numbers["beside"] = static_cast<double>(beside_->received());
    control.finish(findings);
  }

 private:
  void start() {
    const Stamp stamp = window_.stamp();
    if (always_ && stamp.measured == 0) return;  // the window has closed
    message_->stamp = stamp.published_ns;
    message_->number = stamp.sequence;
    message_->reserved[0] = static_cast<std::uint8_t>(stamp.measured);
    publisher_->publish(*message_);
  }

  void take(const Message& message) {
    const std::int64_t entered = now_ns();
    log_.record({message.stamp, message.number, message.reserved[0]}, entered);
    if (publisher_) publisher_->publish(message);
    else sink_ = sink_ + touch_pages(message.bytes.data(), message.bytes.size());
  }

  bool matched() const {
    const bool both = (!publisher_ || publisher_->get_subscription_count() > 0) &&
                      (!subscription_ || subscription_->get_publisher_count() > 0) &&
                      beside_->matched();
    if (both && through_shm_) expect_shm();
    return both;
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { executor_.cancel(); };
    session.fan = session.among = place_.hops();
    if (place_.first()) {
      session.window = &window_;
      return session;
    }
    session.warm = [this] { return log_.warm() || log_.received() > 0; };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const Place place_;
  const bool through_shm_;
  const bool always_;
  Window window_;
  LatencyLog log_{kPipelineSamples};
  unsigned sink_ = 0;
  const std::unique_ptr<Message> message_ = std::make_unique<Message>();
  const rclcpp::Node::SharedPtr node_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  typename rclcpp::Publisher<Message>::SharedPtr publisher_;
  rclcpp::SubscriptionBase::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::optional<Beside<Message>> beside_;
};

template <class Message>
void run(const Args& args) {
  std::make_unique<Pipeline<Message>>(args)->run();
}

void run_of_size(const Args& args) {
  namespace msg = bench_interfaces::msg;
  switch (args.integer("bytes")) {
    case 128: return run<msg::Pipeline128b>(args);
    case 1'032: return run<msg::Pipeline1kb>(args);
    case 10'240: return run<msg::Pipeline10kb>(args);
    case 102'400: return run<msg::Pipeline100kb>(args);
    case 512'000: return run<msg::Pipeline500kb>(args);
  }
  throw std::invalid_argument("there is no message of a pipeline with bytes=" + args.text("bytes") +
                              ". Add one to bench/interfaces and here.");
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    choose_shm(args.integer("shm") != 0);
    const Rclcpp rclcpp;
    run_of_size(args);
  });
}
