// What a message costs between two processes that sleep meanwhile: each side of a
// cycle sleeps once, the publisher's wakes the other once, nothing else is asked of
// the system or of the heap, and few pages are touched: after a pause each costs a walk
// through cold page tables. This program is both sides: with an argument it is the other.
#include <gtest/gtest.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "../support/fork_child.h"
#include "../support/own_domain.h"
#include "bench_interfaces/msg/array1kb.hpp"
#include "rclcpp/rclcpp.hpp"
#include "windows.h"

namespace {

using bench_interfaces::msg::Array1kb;
using hot_path::Cost;
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
  explicit Other(const char* what) : id_(ranvier::support::fork_child()) {
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
  pid_t id() const { return id_; }

 private:
  const pid_t id_;
};

/// Runs a node on a thread whose calls are counted, until a window of messages was
/// not disturbed: while the other side is late the segment may grow, and threads of
/// DDS may meet ours at a lock; while ours is, it need not sleep. What every message costs
/// is seen in the last of ten.
/// @param least  of a window's calls.
/// @param calls  of a message, at most.
template <class Node>
Cost cost_of_messages(std::size_t least, std::size_t calls) {
  Cost cost;
  std::string why;
  std::thread thread([&] {
    why = hot_path::watch_calls_of_this_thread();
    if (!why.empty()) return;
    rclcpp::executors::SingleThreadedExecutor executor;
    int messages = -kWarmUp;
    const auto node = std::make_shared<Node>([&] {
      if (++messages < 0 || messages % kCounted != 0) return;
      if (messages != 0) cost = hot_path::close_window();
      const bool steady = messages != 0 && cost.calls >= least && cost.calls <= calls * kCounted &&
                          cost.allocations == 0;
      if (steady || messages == 10 * kCounted) return executor.cancel();
      hot_path::open_window();
    });
    executor.add_node(node);
    executor.spin();
  });
  thread.join();
  if (!why.empty()) [&] { GTEST_SKIP() << why; }();
  return cost;
}

// A subscription that is awake yet need not be woken.
TEST(Cycle, APublisherSleepsOnceAndWakesOnceForEachMessage) {
  const Other other("listener");
  const Cost cost = cost_of_messages<Talker>(kCounted, 2);
  if (::testing::Test::IsSkipped()) return;
  EXPECT_GE(cost.calls, std::size_t{kCounted}) << "it sleeps, which must have been seen";
  EXPECT_LE(cost.calls, std::size_t{2 * kCounted}) << cost.which;
  EXPECT_EQ(cost.allocations, 0u);
}

TEST(Cycle, ASubscriptionSleepsOnceForEachMessage) {
  const Other other("talker");
  const Cost cost = cost_of_messages<Listener>(1, 1);
  if (::testing::Test::IsSkipped()) return;
  EXPECT_GE(cost.calls, 1u) << "it sleeps, which must have been seen";
  EXPECT_LE(cost.calls, std::size_t{kCounted}) << cost.which;
  EXPECT_EQ(cost.allocations, 0u);
}

/// Pages that a process has touched since they were last forgotten.
struct Pages {
  int code = 0;  ///< of our libraries
  int all = 0;
};

// False where the system does not tell which pages were touched.
bool forget_pages(pid_t of) {
  return static_cast<bool>(std::ofstream("/proc/" + std::to_string(of) + "/clear_refs")
                           << '1' << std::flush);
}

Pages touched_pages(pid_t of) {
  Pages pages;
  std::ifstream maps("/proc/" + std::to_string(of) + "/smaps");
  bool code = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.find('-') < line.find(' ')) {
      code = line.find("r-xp") != line.npos &&
             (line.find("/libranvier.so") != line.npos || line.find("/librclcpp.so") != line.npos);
    }
    int kilobytes = 0;
    if (std::sscanf(line.c_str(), "Referenced: %d", &kilobytes) != 1) continue;
    pages.all += kilobytes * 1024 / static_cast<int>(::sysconf(_SC_PAGESIZE));
    if (code) pages.code += kilobytes * 1024 / static_cast<int>(::sysconf(_SC_PAGESIZE));
  }
  return pages;
}

// A quarter of the values is smaller.
int quartile_of(std::vector<int> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 4, values.end());
  return values[values.size() / 4];
}

/// A node of this process that talks to the other one, or listens, on a thread of its own.
template <class Node>
class Flow {
 public:
  Flow() {
    executor_.add_node(node_);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~Flow() {
    executor_.cancel();
    thread_.join();
  }
  void wait_for(int more) const {
    for (const int until = messages_ + more; messages_ < until;) std::this_thread::sleep_for(1ms);
  }

 private:
  std::atomic<int> messages_{0};
  rclcpp::executors::SingleThreadedExecutor executor_;
  const std::shared_ptr<Node> node_ = std::make_shared<Node>([this] { ++messages_; });
  std::thread thread_;
};

/// Of a cycle of the other process, while a node of ours talks to it, or listens: the
/// lower quartile of many. Half of them and more touch more: the one cycle of seven whose way
/// is noted is among them, or threads of DDS wake. A few touch less: this process was late, and
/// counts messages for which the other did nothing since its pages were forgotten.
template <class Node>
Pages pages_of_cycle(const Other& other) {
  constexpr int kLooks = 100;
  constexpr std::size_t kCycles = kLooks / 10;
  constexpr int kMostLooks = 10 * kLooks;  // on a machine where the other hardly runs
  const Flow<Node> flow;
  flow.wait_for(kWarmUp);
  std::vector<int> code;
  std::vector<int> all;
  bool told = true;
  for (int i = 0; told && (i < kLooks || (i < kMostLooks && code.size() < kCycles)); ++i) {
    told = forget_pages(other.id());
    flow.wait_for(3);  // so that two cycles are whole
    const Pages pages = touched_pages(other.id());
    if (pages.code == 0) continue;  // it ran none of our code since: that is no cycle
    code.push_back(pages.code);
    all.push_back(pages.all);
  }
  if (!told) [&] { GTEST_SKIP() << "the system does not tell which pages are touched"; }();
  EXPECT_GE(code.size(), kCycles) << "cycles that were looked at";
  if (code.empty()) return {};
  const Pages pages{quartile_of(code), quartile_of(all)};
  std::printf("pages of a cycle: %d, %d of them our code\n", pages.all, pages.code);
  return pages;
}

// Each function of the path that lies apart from the hot group costs a page.
TEST(Cycle, APublisherTouchesFewPages) {
  const Pages pages = pages_of_cycle<Listener>(Other("talker"));
  if (::testing::Test::IsSkipped()) return;
  EXPECT_GT(pages.code, 0);
  EXPECT_LE(pages.code, 22);
  EXPECT_LE(pages.all, 66);
}

TEST(Cycle, ASubscriptionTouchesFewPages) {
  const Pages pages = pages_of_cycle<Talker>(Other("listener"));
  if (::testing::Test::IsSkipped()) return;
  EXPECT_GT(pages.code, 0);
  EXPECT_LE(pages.code, 18);
  EXPECT_LE(pages.all, 50);
}

/// The operation of the futex on which the main thread of a process sleeps; none if it is
/// awake, or the system does not tell.
std::optional<int> futex_of(pid_t process) {
  std::ifstream from("/proc/" + std::to_string(process) + "/syscall");
  long call = 0;
  unsigned long word = 0, operation = 0;
  from >> call >> std::hex >> word >> operation;
  if (!from || call != SYS_futex) return {};
  return static_cast<int>(operation);
}

/// Of the first of many looks that finds it asleep.
template <class Node>
std::optional<int> futex_in_flow(const char* what) {
  const Other other(what);
  const Flow<Node> flow;
  flow.wait_for(kWarmUp);
  std::optional<int> operation;
  for (int i = 0; i < 100 && !operation; ++i) {
    flow.wait_for(1);
    operation = futex_of(other.id());
  }
  if (!operation) [&] { GTEST_SKIP() << "the system does not tell what a thread sleeps on"; }();
  return operation;
}

// Which the kernel finds sooner than one in memory that others map. Its node has a
// subscription for the graph alone, which is no reason to listen to other processes.
TEST(Cycle, WhoOnlyPublishesSleepsOnAWordOfItsOwn) {
  const std::optional<int> operation = futex_in_flow<Listener>("talker");
  if (::testing::Test::IsSkipped()) return;
  EXPECT_NE(*operation & FUTEX_PRIVATE_FLAG, 0);
}

TEST(Cycle, WhoSubscribesSleepsOnAWordThatPublishersRing) {
  const std::optional<int> operation = futex_in_flow<Talker>("listener");
  if (::testing::Test::IsSkipped()) return;
  EXPECT_EQ(*operation & FUTEX_PRIVATE_FLAG, 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (std::string(argv[1]) == "talker" || std::string(argv[1]) == "listener")) {
    return be_the_other(argv[1]);
  }
  ::testing::InitGoogleTest(&argc, argv);
  ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  ::setenv("RANVIER_SHM", "1", 1);
  rclcpp::init(0, nullptr);
  const int result = RUN_ALL_TESTS();
  rclcpp::shutdown();
  return result;
}
