// The executors that the suite is held to, and what its tests share.
#ifndef EXECUTORS_HPP_
#define EXECUTORS_HPP_

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
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

/// An executor that the suites are held to.
struct ExecutorKind {
  const char* name;
  std::unique_ptr<rclcpp::Executor> (*make)(const rclcpp::ExecutorOptions& options);
  bool isolates = false;   ///< Each group has a thread, whatever a policy says.
  bool own_spin = false;   ///< spin() is the user's.
  bool own_queue = false;  ///< A queue of the user's says which callback is next.
  std::size_t (*threads)() = [] { return std::size_t{1}; };  ///< Of spin(), for all groups.

  /// True if the runtime itself says which threads spin.
  bool plans_threads() const { return !own_spin && !own_queue; }
};

template <class Executor>
std::unique_ptr<rclcpp::Executor> make_executor(const rclcpp::ExecutorOptions& options) {
  return std::make_unique<Executor>(options);
}

inline constexpr ExecutorKind kExecutors[] = {
    {"SingleThreaded", make_executor<rclcpp::executors::SingleThreadedExecutor>},
    {"StaticSingleThreaded", make_executor<rclcpp::executors::StaticSingleThreadedExecutor>},
    {"MultiThreaded", make_executor<FourThreads>, false, false, false,
     [] { return std::size_t{4}; }},
    {"Events", make_executor<rclcpp::experimental::executors::EventsExecutor>},
    {"EventsWithOwnQueue", make_executor<QueueExecutor>, false, false, true},
    {"Own", make_executor<OwnExecutor>, false, true},
    {"EventsCBG", make_executor<rclcpp::executors::EventsCBGExecutor>, false, false, false,
     [] { return std::max<std::size_t>(std::thread::hardware_concurrency(), 2); }},
    {"CallbackIsolated", make_executor<CallbackIsolatedExecutor>, true},
};

#endif  // EXECUTORS_HPP_
