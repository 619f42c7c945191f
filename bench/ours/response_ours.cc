// Both sides of policies/response: timers of 10 ms, a few of them so that there are enough calls,
// beside callbacks that compute all the time, one a core. executor=single: all on one
// SingleThreadedExecutor; executor=callback_isolated: on a CallbackIsolatedExecutor, whose threads
// have the settings of the file of RANVIER_EXECUTOR_POLICY.
//
// Beside each timer's callback a raw thread of the same process, under SCHED_FIFO where the user
// may, wakes from a futex half a slot later. It reports how late both entered.
#include <sched.h>

#include <thread>

#include "bench/common/placement.h"
#include "bench/common/realtime.h"
#include "bench/common/wakes.h"
#include "bench/ours/executors.h"
#include "bench/ours/options.h"
#include "bench/raw/futex.h"

namespace ranvier::bench {
namespace {

constexpr std::int64_t kPeriodNs = 10'000'000;
constexpr std::int64_t kLoadNs = 5'000'000;  // a load callback computes as long as its period is
constexpr int kTimers = 4;
constexpr std::int64_t kSlotNs = kPeriodNs / kTimers;
constexpr int kRawPriority = 50;  // the file's too

class Response final {
 public:
  explicit Response(const Args& args)
      : cores_(args.integers("cpus")), executor_(make_executor(args.text("executor"))) {
    for (int i = 0; i < kTimers; ++i) nodes_.push_back(make_node("measured_" + std::to_string(i)));
    for (int i = 0; i < core_count(); ++i) {
      nodes_.push_back(make_node("load_" + std::to_string(i)));
      timers_.push_back(nodes_.back()->create_wall_timer(std::chrono::nanoseconds(kLoadNs),
                                                         [] { burn(kLoadNs); }));
    }
    for (const auto& node : nodes_) executor_->add_node(node);
  }

  void run() {
    SessionThread control(session());
    const std::int64_t start_ns = now_ns() + kPeriodNs;
    std::vector<std::thread> raw;
    for (int i = 0; i < kTimers; ++i) {
      start_timer(i, start_ns + i * kSlotNs);
      raw.emplace_back([this, i, start_ns] { wake(i, start_ns + i * kSlotNs + kSlotNs / 2); });
    }
    executor_->spin();
    for (std::thread& thread : raw) thread.join();
    Findings findings = control.join();
    describe(findings);
    control.finish(findings);
  }

 private:
  static rclcpp::Node::SharedPtr make_node(const std::string& name) {
    return std::make_shared<rclcpp::Node>(name, node_options(true));
  }
  Session session() {
    Session session;
    session.warm = [this] { return warm_.load(); };
    session.window = &window_;
    session.end = [this] {
      ended_ = true;
      executor_->cancel();
    };
    return session;
  }

  // The first call is a period later.
  void start_timer(int i, std::int64_t when_ns) {
    sleep_until_ns(when_ns);
    timers_.push_back(nodes_[static_cast<std::size_t>(i)]->create_wall_timer(
        std::chrono::nanoseconds(kPeriodNs), [this, i](const rclcpp::TimerInfo& info) {
          const std::int64_t entered = now_ns();
          if (measured()) of_ours_[i].record(entered - info.expected_call_time.nanoseconds());
          if (is_fifo()) fifo_[i] = 1;
          warm_ = true;
        }));
  }

  // The runtime sets a flag too: what the thread starts has not its policy.
  static bool is_fifo() { return (::sched_getscheduler(0) & ~SCHED_RESET_ON_FORK) == SCHED_FIFO; }

  void wake(int i, std::int64_t due_ns) {
    pin_this_thread(cores_);
    real_time_.take(kRawPriority);
    std::atomic<std::uint32_t> word{0};
    for (; !ended_; due_ns += kPeriodNs) {
      while (now_ns() < due_ns) futex_until(word, 0, due_ns);
      if (measured()) of_raw_[i].record(now_ns() - due_ns);
    }
  }

  bool measured() const { return window_.opened_ns() != 0 && window_.closed_ns() == 0; }

  void describe(Findings& findings) const {
    Wakes ours, raw;
    int fifo = 0;
    for (int i = 0; i < kTimers; ++i) {
      ours.add(of_ours_[i]);
      raw.add(of_raw_[i]);
      fifo += fifo_[i].load();
    }
    ours.describe(findings, "");
    raw.describe(findings, "raw_");
    real_time_.describe(findings);
    findings.numbers["raw_realtime"] = findings.numbers["realtime"];
    findings.numbers["realtime"] = fifo;
  }

  const std::vector<int> cores_;
  Window window_;
  RealTime real_time_;
  Wakes of_ours_[kTimers], of_raw_[kTimers];
  std::atomic<int> fifo_[kTimers]{};
  std::atomic<bool> ended_{false}, warm_{false};
  std::unique_ptr<rclcpp::Executor> executor_;
  std::vector<rclcpp::Node::SharedPtr> nodes_;
  std::vector<rclcpp::TimerBase::SharedPtr> timers_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    pin_this_thread(args.integers("all_cpus"));
    const Rclcpp rclcpp;
    std::make_unique<Response>(args)->run();
  });
}
