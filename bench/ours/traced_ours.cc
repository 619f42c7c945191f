// A publisher and a subscription that are traced in every other block of time.
//
// role=pub, role=sub: a process each, on a SingleThreadedExecutor; messages are fixed
// arrays of size=, at rate=. dir= is for the traces. The latency of each message counts
// for the block in which it was published.
#include <sched.h>

#include <array>
#include <bench_interfaces/msg/array1kib.hpp>
#include <bench_interfaces/msg/array256kib.hpp>
#include <bench_interfaces/msg/array32kib.hpp>
#include <bench_interfaces/msg/array64kib.hpp>
#include <optional>

#include "bench/common/blocks.h"
#include "bench/common/placement.h"
#include "bench/ours/block_recording.h"
#include "bench/ours/shared.h"
#include "bench/ours/ways.h"

namespace ranvier::bench {
namespace {

/// The latencies of each block.
///
/// Threads: record() on the callback's; warm() and received() from any; the rest after it.
class BlockLog final {
 public:
  /// Contract: no allocation.
  void record(const Stamp& stamp, std::int64_t entered_ns) noexcept {
    warm_.store(true, std::memory_order_relaxed);
    if (stamp.measured == 0) return;
    received_.fetch_add(1, std::memory_order_relaxed);
    if (!block_counts(stamp.published_ns)) return;
    const std::int64_t block = block_at(stamp.published_ns);
    if (first_ < 0) first_ = block;
    const auto at = static_cast<std::size_t>(block - first_);
    if (at >= sums_.size()) return;
    ++sums_[at].count;
    sums_[at].ns += entered_ns - stamp.published_ns;
  }
  bool warm() const noexcept { return warm_.load(std::memory_order_relaxed); }
  std::uint64_t received() const noexcept { return received_.load(std::memory_order_relaxed); }

  /// A line "latency BLOCK MESSAGES NS" for each block; NS is the sum.
  void describe(Findings& findings) const {
    findings.numbers["received"] = static_cast<double>(received());
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      if (sums_[i].count == 0) continue;
      findings.lines.push_back("latency " + std::to_string(first_ + static_cast<std::int64_t>(i)) +
                               " " + std::to_string(sums_[i].count) + " " +
                               std::to_string(sums_[i].ns));
    }
  }

 private:
  struct Sum {
    std::int64_t count = 0;
    std::int64_t ns = 0;
  };
  std::atomic<bool> warm_{false};
  std::atomic<std::uint64_t> received_{0};
  std::int64_t first_ = -1;
  std::array<Sum, 16384> sums_{};  // an hour and more
};

// Only this thread, as in the seed's experiment: others that it starts would be so too.
bool become_realtime() {
  sched_param most{};
  most.sched_priority = ::sched_get_priority_max(SCHED_FIFO);
  return ::sched_setscheduler(0, SCHED_FIFO, &most) == 0;
}

template <class Message>
class Traced final {
 public:
  explicit Traced(const Args& args) : directory_(args.text("dir")) {
    node_ = std::make_shared<rclcpp::Node>("traced_" + args.text("role"));
    args.text("role") == "pub" ? add_publisher(args) : add_subscription();
    executor_.add_node(node_);
  }

  void run() {
    SessionThread control(session());
    BlockRecording recording(directory_);
    const bool realtime = become_realtime();
    executor_.spin();
    Findings findings = control.join();
    recording.end(findings);
    findings.numbers["realtime"] = realtime ? 1 : 0;
    if (subscription_) log_.describe(findings);
    control.finish(findings);
  }

 private:
  void add_publisher(const Args& args) {
    source_.emplace(*node_, "traced", make_qos("reliable"), Way::kPlain, sizeof(Message::data));
    const std::chrono::nanoseconds period(1'000'000'000 / args.integer("rate"));
    timer_ = node_->create_wall_timer(period, [this] { source_->publish(window_); });
  }
  void add_subscription() {
    subscription_ = subscribe<Message>(*node_, "traced", make_qos("reliable"), Way::kPlain,
                                       [this](const Message& message) { take(message); });
  }
  void take(const Message& message) {
    const std::int64_t entered = now_ns();
    log_.record(get(message), entered);
    sink_ = sink_ + look_at(message);
  }

  bool matched() const {
    const bool both = source_ ? source_->matched() > 0 : subscription_->get_publisher_count() > 0;
    if (both) expect_shm();
    return both;
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { executor_.cancel(); };
    if (source_) session.window = &window_;
    if (!subscription_) return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string directory_;
  Window window_;
  BlockLog log_;
  unsigned sink_ = 0;
  rclcpp::Node::SharedPtr node_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::optional<Source<Message>> source_;
  rclcpp::SubscriptionBase::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

template <class Message>
void run(const Args& args) {
  std::make_unique<Traced<Message>>(args)->run();
}

void run_with_size(const Args& args) {
  namespace msg = bench_interfaces::msg;
  switch (size_of_name(args.text("size"))) {
    case 1024: return run<msg::Array1kib>(args);
    case 32 * 1024: return run<msg::Array32kib>(args);
    case 64 * 1024: return run<msg::Array64kib>(args);
    case 256 * 1024: return run<msg::Array256kib>(args);
  }
  throw std::invalid_argument("there is no fixed array of " + args.text("size") +
                              ". Add one to bench/interfaces and here.");
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    pin_this_thread(args.integers("cpus"));
    choose_shm(true);
    const Rclcpp rclcpp;
    run_with_size(args);
  });
}
