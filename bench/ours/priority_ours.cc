// Our side of policies/pingpong, after the published demo of callback-group priorities: a node
// sends a ping on two paths each period; the callbacks that answer them compute. The ping node and
// the high callback's group are on one executor, the low one's on another; both threads are on
// one core, under SCHED_FIFO where the user may.
#include <bench_interfaces/msg/array128b.hpp>
#include <thread>

#include "bench/common/paths.h"
#include "bench/common/placement.h"
#include "bench/common/realtime.h"
#include "bench/ours/carriers.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using Message = bench_interfaces::msg::Array128b;

/// One path: the ends of the ping node, and the callback that answers.
/// Threads: that callback's is its group's, the rest that of the ping node.
class Path final {
 public:
  Path(const std::string& name, rclcpp::Node& ping, rclcpp::Node& pong, std::int64_t work_ns)
      : work_ns_(work_ns),
        group_(pong.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false)) {
    const std::string there = "ping_" + name, back = "pong_" + name;
    pings_ = ping.create_publisher<Message>(there, PathArgs::kDepth);
    answers_ = pong.create_publisher<Message>(back, PathArgs::kDepth);
    rclcpp::SubscriptionOptions in_group;
    in_group.callback_group = group_;
    taken_ = pong.create_subscription<Message>(
        there, PathArgs::kDepth, [this](const Message& message) { answer(message); }, in_group);
    answered_ = ping.create_subscription<Message>(
        back, PathArgs::kDepth, [this](const Message& message) { log_.record(get(message)); });
  }

  const rclcpp::CallbackGroup::SharedPtr& group() const { return group_; }
  const PathLog& log() const { return log_; }
  bool matched() const {
    return pings_->get_subscription_count() > 0 && answers_->get_subscription_count() > 0;
  }
  void ping(const Stamp& stamp) { send(*pings_, stamp); }

 private:
  void answer(const Message& message) {
    const Stamp stamp = get(message);
    burn(work_ns_);
    send(*answers_, stamp);
  }

  static void send(rclcpp::Publisher<Message>& to, const Stamp& stamp) {
    auto message = std::make_unique<Message>();
    put(*message, stamp);
    to.publish(std::move(message));
  }

  const std::int64_t work_ns_;
  PathLog log_;
  const rclcpp::CallbackGroup::SharedPtr group_;
  rclcpp::Publisher<Message>::SharedPtr pings_, answers_;
  rclcpp::Subscription<Message>::SharedPtr taken_, answered_;
};

class Priority final {
 public:
  explicit Priority(const Args& args)
      : args_(args),
        ping_(std::make_shared<rclcpp::Node>("ping", node_options(true))),
        pong_(std::make_shared<rclcpp::Node>("pong", node_options(true))),
        high_("high", *ping_, *pong_, args_.high_ns),
        low_("low", *ping_, *pong_, args_.low_ns) {
    for_high_.add_node(ping_);
    for_high_.add_callback_group(high_.group(), pong_->get_node_base_interface());
    for_low_.add_callback_group(low_.group(), pong_->get_node_base_interface());
  }

  void run() {
    SessionThread control(session());
    std::thread high([this] { spin(for_high_, PathArgs::kHighPriority); });
    std::thread low([this] { spin(for_low_, PathArgs::kLowPriority); });
    high.join();
    low.join();
    Findings findings = control.join();
    high_.log().describe("high", window_, findings);
    low_.log().describe("low", window_, findings);
    real_time_.describe(findings);
    control.finish(findings);
  }

 private:
  void spin(rclcpp::Executor& executor, int priority) {
    pin_this_thread(args_.cores);
    real_time_.take(priority);
    executor.spin();
  }

  void ping() {
    const Stamp stamp = window_.stamp();
    high_.ping(stamp);
    low_.ping(stamp);
  }

  bool started() {
    if (!high_.matched() || !low_.matched()) return false;
    timer_ =
        ping_->create_wall_timer(std::chrono::nanoseconds(args_.period_ns), [this] { ping(); });
    return true;
  }

  Session session() {
    Session session;
    session.matched = [this] { return started(); };
    session.window = &window_;
    session.received = [this] { return high_.log().answered(); };
    session.end = [this] {
      for_high_.cancel();
      for_low_.cancel();
    };
    return session;
  }

  const PathArgs args_;
  Window window_;
  RealTime real_time_;
  rclcpp::executors::SingleThreadedExecutor for_high_, for_low_;
  rclcpp::Node::SharedPtr ping_, pong_;
  Path high_, low_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Priority>(argc, argv);
}
