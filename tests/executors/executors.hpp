// The executors that the suite is held to, and what its tests share.
#ifndef EXECUTORS_HPP_
#define EXECUTORS_HPP_

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "callback_isolated_executor/callback_isolated_executor.hpp"
#include "cm_executors/events_cbg_executor.hpp"
#include "covers.h"
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

using std_msgs::msg::String;
using namespace std::chrono_literals;

inline std::unique_ptr<String> text(const std::string& data) {
  auto message = std::make_unique<String>();
  message->data = data;
  return message;
}

/// RANVIER_EXECUTOR_POLICY names a file with this text, for as long as this lives.
class PolicyInForce final {
 public:
  explicit PolicyInForce(const std::string& yaml)
      : path_(testing::TempDir() + "executors_policy_" + std::to_string(::getpid()) + ".yaml") {
    std::ofstream(path_) << yaml;
    ::setenv("RANVIER_EXECUTOR_POLICY", path_.c_str(), 1);
  }
  ~PolicyInForce() {
    ::unsetenv("RANVIER_EXECUTOR_POLICY");
    ::unlink(path_.c_str());
  }

 private:
  const std::string path_;
};

/// As `ps -L` shows it.
inline std::string name_of_this_thread() {
  std::string name;
  std::getline(std::ifstream("/proc/self/task/" + std::to_string(::gettid()) + "/comm"), name);
  return name;
}

/// An executor of a user's own, as the field writes them.
class OwnExecutor : public rclcpp::Executor {
 public:
  explicit OwnExecutor(const rclcpp::ExecutorOptions& options = rclcpp::ExecutorOptions())
      : Executor(options) {}

  void spin() override {
    if (spinning.exchange(true)) throw std::runtime_error("it spins already");
    struct AtEnd {
      std::atomic_bool& flag;
      ~AtEnd() { flag = false; }
    } at_end{spinning};
    while (rclcpp::ok(context_) && spinning) {
      rclcpp::AnyExecutable any;
      if (get_next_executable(any)) execute_any_executable(any);
    }
  }
};

/// An events executor with a queue of a user's own: first in, first out.
class OwnQueue : public rclcpp::experimental::executors::EventsQueue {
 public:
  using Event = rclcpp::experimental::executors::ExecutorEvent;
  void enqueue(const Event& event) override { events_.push_back(event); }
  bool dequeue(Event& event, std::chrono::nanoseconds) override {
    if (events_.empty()) return false;
    event = events_.front();
    events_.pop_front();
    return true;
  }
  bool empty() const override { return events_.empty(); }
  std::size_t size() const override { return events_.size(); }

 private:
  std::deque<Event> events_;
};

class QueueExecutor : public rclcpp::experimental::executors::EventsExecutor {
 public:
  explicit QueueExecutor(const rclcpp::ExecutorOptions& options = rclcpp::ExecutorOptions())
      : EventsExecutor(std::make_unique<OwnQueue>(), false, options) {}
};

/// Four threads whatever the machine has.
class FourThreads : public rclcpp::executors::MultiThreadedExecutor {
 public:
  explicit FourThreads(const rclcpp::ExecutorOptions& options = rclcpp::ExecutorOptions())
      : MultiThreadedExecutor(options, 4) {}
};

template <class Executor>
class ExecutorTest : public ::testing::Test {
 protected:
  ExecutorTest() { executor_.add_node(node_); }

  rclcpp::Subscription<String>::SharedPtr listen(const std::string& topic = "topic") {
    return node_->create_subscription<String>(
        topic, 10, [this](const String& message) { heard_.push_back(message.data); });
  }
  rclcpp::Publisher<String>::SharedPtr talk(const std::string& topic = "topic") {
    return node_->create_publisher<String>(topic, 10);
  }

  /// Spins on a thread of its own until `until` is true; in between, `meanwhile`.
  void spin_until(
      const std::function<bool()>& until, const std::function<void()>& meanwhile = [] {}) {
    std::thread spinner([this] { executor_.spin(); });
    while (!until()) {
      meanwhile();
      std::this_thread::yield();
    }
    while (!executor_.is_spinning()) std::this_thread::yield();
    executor_.cancel();
    spinner.join();
  }

  const rclcpp::Node::SharedPtr node_ = std::make_shared<rclcpp::Node>("tester");
  Executor executor_;
  std::vector<std::string> heard_;
};

using Executors =
    ::testing::Types<rclcpp::executors::SingleThreadedExecutor,
                     rclcpp::executors::StaticSingleThreadedExecutor, FourThreads,
                     rclcpp::experimental::executors::EventsExecutor, QueueExecutor, OwnExecutor,
                     rclcpp::executors::EventsCBGExecutor, CallbackIsolatedExecutor>;

struct NameOfExecutor {
  template <class Executor>
  static std::string GetName(int index) {
    return std::vector<std::string>{
        "SingleThreaded", "StaticSingleThreaded", "MultiThreaded",
        "Events",         "EventsWithOwnQueue",   "Own",
        "EventsCBG",      "CallbackIsolated"}[static_cast<std::size_t>(index)];
  }
};

#endif  // EXECUTORS_HPP_
