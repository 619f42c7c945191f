// A control loop as ros2_control's controller manager runs one, over mock hardware: a thread under
// SCHED_FIFO sleeps until each period, reads seven joints, commands them and publishes their states,
// beside an executor that answers services and reads these states. sleep=std: by the standard
// library, as ros2_control does; sleep=clock: by a clock of rclcpp, as it does in simulated time.
//
// Beside it a thread that sleeps by clock_nanosleep() alone, with the same period, policy and core,
// half a period later, so that neither finds the other at work. It reports how late both woke.
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/joint_state.hpp>
#include <std_srvs/srv/empty.hpp>
#include <thread>

#include "bench/common/placement.h"
#include "bench/common/wakes.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using JointState = sensor_msgs::msg::JointState;

constexpr std::size_t kJoints = 7;
constexpr int kPriority = 50;  // what ros2_control asks for

/// Mock hardware, whose joints are where they were commanded to be, and its one controller.
/// Threads: that of the loop.
class Arm final {
 public:
  explicit Arm(rclcpp::Node& node)
      : states_(node.create_publisher<JointState>("joint_states", 10)), command_(kJoints, 0) {
    for (std::size_t i = 0; i < kJoints; ++i) message_.name.push_back("joint" + std::to_string(i));
    message_.position = message_.velocity = message_.effort = command_;
  }

  /// One read(), update() and write(). `measured` travels as the effort.
  void cycle(const rclcpp::Time& now, bool measured) {
    message_.header.stamp = now;
    message_.position = command_;
    message_.effort.assign(kJoints, measured ? 1 : 0);
    for (double& joint : command_) joint += 1e-3;
    states_->publish(message_);
  }

 private:
  rclcpp::Publisher<JointState>::SharedPtr states_;
  std::vector<double> command_;
  JointState message_;
};

/// Threads: run() is the process's own; the two loops have one each.
class Control final {
 public:
  explicit Control(const Args& args)
      : period_ns_(1'000'000'000 / args.integer("rate")),
        cores_(args.integers("cpus")),
        sleeps_by_clock_(args.text("sleep") == "clock"),
        node_(std::make_shared<rclcpp::Node>("controller_manager")),
        arm_(*node_) {
    reader_ = node_->create_subscription<JointState>(
        "joint_states", 10, [this](const JointState& state) { read(state); });
    service_ = node_->create_service<Empty>(
        "list_controllers",
        [](const Empty::Request::SharedPtr, const Empty::Response::SharedPtr) {});
    executor_.add_node(node_);
  }

  void run() {
    ::mlockall(MCL_CURRENT | MCL_FUTURE);  // as ros2_control does, where the user may
    SessionThread conducting(session());
    const std::int64_t start_ns = now_ns() + period_ns_;
    std::thread loop([this, start_ns] { control(start_ns); });
    std::thread raw([this, start_ns] { only_sleep(start_ns + period_ns_ / 2); });
    executor_.spin();
    raw.join();
    loop.join();
    Findings findings = conducting.join();
    of_control_.describe(findings, "");
    of_raw_.describe(findings, "raw_");
    findings.numbers["realtime"] = realtime_.load();
    findings.numbers["received"] = static_cast<double>(received_.load());
    conducting.finish(findings);
  }

 private:
  using Empty = std_srvs::srv::Empty;
  using Steady = std::chrono::steady_clock;

  Session session() {
    Session session;
    session.warm = [this] { return warm_.load(); };
    session.window = &window_;
    session.received = [this] { return received_.load(); };
    session.end = [this] {
      ended_ = true;
      executor_.cancel();
    };
    return session;
  }

  void read(const JointState& state) {
    warm_ = true;
    if (state.effort[0] > 0) ++received_;
  }

  void begin() {
    pin_this_thread(cores_);
    const sched_param priority{kPriority};
    if (::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &priority) == 0) ++realtime_;
  }

  void control(std::int64_t due_ns) {
    begin();
    rclcpp::Clock clock(RCL_STEADY_TIME);
    for (; !ended_; due_ns += period_ns_) {
      if (sleeps_by_clock_) {
        clock.sleep_until(rclcpp::Time(due_ns, RCL_STEADY_TIME));
      } else {
        std::this_thread::sleep_until(Steady::time_point(std::chrono::nanoseconds(due_ns)));
      }
      const Stamp woken = window_.stamp();
      measures_ = woken.measured != 0;
      if (measures_) of_control_.record(woken.published_ns - due_ns);
      arm_.cycle(clock.now(), measures_);
    }
  }

  void only_sleep(std::int64_t due_ns) {
    begin();
    for (; !ended_; due_ns += period_ns_) {
      sleep_until_ns(due_ns);
      const std::int64_t woken_ns = now_ns();
      if (measures_) of_raw_.record(woken_ns - due_ns);
    }
  }

  const std::int64_t period_ns_;
  const std::vector<int> cores_;
  const bool sleeps_by_clock_;
  Window window_;
  Wakes of_control_, of_raw_;
  std::atomic<bool> ended_{false}, measures_{false}, warm_{false};
  std::atomic<int> realtime_{0};
  std::atomic<std::uint64_t> received_{0};
  rclcpp::Node::SharedPtr node_;
  Arm arm_;
  rclcpp::Subscription<JointState>::SharedPtr reader_;
  rclcpp::Service<Empty>::SharedPtr service_;
  rclcpp::executors::SingleThreadedExecutor executor_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  return ranvier::bench::run_ours<ranvier::bench::Control>(argc, argv);
}
