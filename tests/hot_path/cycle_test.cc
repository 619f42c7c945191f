// What a message costs between two processes that sleep meanwhile: each side of a
// cycle sleeps once, the publisher's wakes the other once, and nothing else is asked
// of the system or of the heap. This program is both sides: with an argument it is
// the one that is not counted.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "bench_interfaces/msg/array1kb.hpp"
#include "rclcpp/rclcpp.hpp"
#include "windows.h"

namespace {

using bench_interfaces::msg::Array1kb;
using hot_path::Cost;
using hot_path::Windows;
using namespace std::chrono_literals;

constexpr int kWarmUp = 50;
constexpr int kCounted = 100;

/// Publishes a loan every few milliseconds, if somebody is there.
class Talker final : public rclcpp::Node {
 public:
  explicit Talker(std::function<void()> published)
      : Node("talker"), published_(std::move(published)) {
    publisher_ = create_publisher<Array1kb>("cycle", 10);
    timer_ = create_wall_timer(3ms, [this] { publish(); });
  }

 private:
  void publish() {
    if (publisher_->get_subscription_count() == 0) return;
    auto loan = publisher_->borrow_loaned_message();
    loan.get().data[0] = 1;
    publisher_->publish(std::move(loan));
    published_();
  }
  const std::function<void()> published_;
  rclcpp::Publisher<Array1kb>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Listener final : public rclcpp::Node {
 public:
  explicit Listener(std::function<void()> heard) : Node("listener"), heard_(std::move(heard)) {
    subscription_ =
        create_subscription<Array1kb>("cycle", 10, [this](const Array1kb&) { heard_(); });
  }

 private:
  const std::function<void()> heard_;
  rclcpp::SubscriptionBase::SharedPtr subscription_;
};

int be_the_other(const std::string& what) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  rclcpp::init(0, nullptr);
  std::shared_ptr<rclcpp::Node> node;
  if (what == "talker") node = std::make_shared<Talker>([] {});
  if (what == "listener") node = std::make_shared<Listener>([] {});
  rclcpp::spin(node);
  return 0;
}

/// A process of this program with that argument.
class Other final {
 public:
  explicit Other(const char* what) : id_(::fork()) {
    if (id_ != 0) return;
    ::execl("/proc/self/exe", "other", what, nullptr);
    ::_exit(1);
  }
  ~Other() {
    ::kill(id_, SIGTERM);  // so that it tells DDS of its end
    ::waitpid(id_, nullptr, 0);
  }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;

 private:
  const pid_t id_;
};

/// Runs a node on a thread whose calls are counted, until a window of messages was
/// not disturbed.
/// @param calls  futex calls of a message, at most.
template <class Node>
Cost cost_of_messages(std::size_t calls) {
  Windows windows(calls * kCounted);
  std::string why;
  std::thread thread([&] {
    why = hot_path::watch_calls_of_this_thread();
    if (!why.empty()) return;
    rclcpp::executors::SingleThreadedExecutor executor;
    int messages = -kWarmUp;
    const auto node = std::make_shared<Node>([&] {
      if (++messages < 0 || messages % kCounted != 0) return;
      if (windows.opened() && windows.close()) return executor.cancel();
      windows.open();
    });
    executor.add_node(node);
    executor.spin();
  });
  thread.join();
  if (!why.empty()) [&] { GTEST_SKIP() << why; }();
  return windows.cost();
}

// A subscription that is awake yet need not be woken.
TEST(Cycle, APublisherSleepsOnceAndWakesOnceForEachMessage) {
  const Other other("listener");
  const Cost cost = cost_of_messages<Talker>(2);
  if (::testing::Test::IsSkipped()) return;
  EXPECT_GE(cost.calls, std::size_t{kCounted}) << "it sleeps, which must have been seen";
  EXPECT_LE(cost.calls, std::size_t{2 * kCounted}) << cost.which;
  EXPECT_EQ(cost.allocations, 0u);
}

TEST(Cycle, ASubscriptionSleepsOnceForEachMessage) {
  const Other other("talker");
  const Cost cost = cost_of_messages<Listener>(1);
  if (::testing::Test::IsSkipped()) return;
  EXPECT_GE(cost.calls, 1u) << "it sleeps, which must have been seen";
  EXPECT_LE(cost.calls, std::size_t{kCounted}) << cost.which;
  EXPECT_EQ(cost.allocations, 0u);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (std::string(argv[1]) == "talker" || std::string(argv[1]) == "listener")) {
    return be_the_other(argv[1]);
  }
  ::testing::InitGoogleTest(&argc, argv);
  ::setenv("ROS_DOMAIN_ID", std::to_string(1 + ::getpid() % 100).c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  ::setenv("RANVIER_SHM", "1", 1);
  rclcpp::init(0, nullptr);
  const int result = RUN_ALL_TESTS();
  rclcpp::shutdown();
  return result;
}
