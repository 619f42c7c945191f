// Goals as fast as they can be sent, cancels among them: what each side does
// with a goal follows from a seed, and so does what must come of it.
#ifndef STORM_HPP_
#define STORM_HPP_

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"

namespace storm {

using example_interfaces::action::Fibonacci;
using Handle = rclcpp_action::ServerGoalHandle<Fibonacci>;
using rclcpp_action::ResultCode;

/// What the server does with a goal; the goal's order says it.
enum Kind { kSucceedAtOnce, kSucceedLater, kAbort, kWaitForCancel, kDefer, kDrop, kRefuse, kKinds };

inline Kind kind_of(int order) { return static_cast<Kind>(order % kKinds); }

/// The order of each goal, from a seed.
inline std::vector<int> plan(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::vector<int> orders(count);
  for (int& order : orders) order = static_cast<int>(random() % 10'000);
  return orders;
}

/// Threads: a worker of its own ends the goals that are not ended at once.
class Server {
 public:
  Server(const rclcpp::Node::SharedPtr& node, rclcpp::CallbackGroup::SharedPtr group)
      : server_(rclcpp_action::create_server<Fibonacci>(
            node, "storm",
            [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal> goal) {
              using rclcpp_action::GoalResponse;
              const Kind kind = kind_of(goal->order);
              if (kind == kRefuse) return GoalResponse::REJECT;
              return kind == kDefer ? GoalResponse::ACCEPT_AND_DEFER
                                    : GoalResponse::ACCEPT_AND_EXECUTE;
            },
            [this](std::shared_ptr<Handle> handle) {
              if (kind_of(handle->get_goal()->order) == kWaitForCancel) queue(std::move(handle));
              return rclcpp_action::CancelResponse::ACCEPT;
            },
            [this](std::shared_ptr<Handle> handle) { accept(std::move(handle)); },
            rcl_action_server_get_default_options(), group)),
        worker_([this] { work(); }) {}

  ~Server() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    worker_.join();
  }

  /// Goals that reached a terminal state by what the server did.
  int ended() const { return ended_; }

 private:
  void accept(std::shared_ptr<Handle> handle) {
    const Kind kind = kind_of(handle->get_goal()->order);
    if (kind == kDrop) {
      handle.reset();
      ++ended_;
    } else if (kind == kSucceedAtOnce) {
      end(*handle);
    } else if (kind == kWaitForCancel) {
      const std::lock_guard<std::mutex> lock(mutex_);
      parked_.push_back(std::move(handle));  // or it would end here
    } else {
      queue(std::move(handle));
    }
  }

  void queue(std::shared_ptr<Handle> handle) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      goals_.push_back(std::move(handle));
    }
    changed_.notify_all();
  }

  void work() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return stop_ || !goals_.empty(); });
      if (stop_) return;
      std::shared_ptr<Handle> handle = std::move(goals_.front());
      goals_.pop_front();
      lock.unlock();
      if (kind_of(handle->get_goal()->order) == kWaitForCancel && !handle->is_canceling()) {
        queue(std::move(handle));  // the cancel is not done yet
      } else {
        end(*handle);
      }
    }
  }

  void end(Handle& handle) {
    auto result = std::make_shared<Fibonacci::Result>();
    result->sequence = {handle.get_goal()->order};
    const Kind kind = kind_of(handle.get_goal()->order);
    if (kind == kDefer && !executes(handle)) {
      handle.canceled(result);
    } else if (kind == kWaitForCancel) {
      handle.canceled(result);
    } else if (kind == kAbort) {
      handle.abort(result);
    } else {
      handle.publish_feedback(std::make_shared<Fibonacci::Feedback>());
      handle.succeed(result);
    }
    ++ended_;
  }

  static bool executes(Handle& handle) {
    try {
      handle.execute();
      return true;
    } catch (const rclcpp::exceptions::RCLError&) {
      return false;  // a cancel was faster
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Handle>> goals_;    // guarded by mutex_
  std::vector<std::shared_ptr<Handle>> parked_;  // guarded by mutex_
  bool stop_ = false;                            // guarded by mutex_
  std::atomic<int> ended_{0};
  rclcpp_action::Server<Fibonacci>::SharedPtr server_;
  std::thread worker_;
};

/// What came of the goals of one client. Threads: callbacks of any thread.
class Client {
 public:
  using ActionClient = rclcpp_action::Client<Fibonacci>;
  using Goal = ActionClient::GoalHandle;

  Client(const rclcpp::Node::SharedPtr& node, rclcpp::CallbackGroup::SharedPtr group)
      : client_(rclcpp_action::create_client<Fibonacci>(node, "storm", group)) {}

  bool wait() { return client_->wait_for_action_server(std::chrono::seconds(60)); }

  void send(unsigned seed, const std::vector<int>& orders) {
    std::mt19937 random(seed + 1);
    for (size_t i = 0; i < orders.size(); ++i) {
      const bool cancel = kind_of(orders[i]) == kWaitForCancel || random() % 2 == 0;
      ActionClient::SendGoalOptions options;
      options.goal_response_callback = [this, cancel](Goal::SharedPtr goal) {
        if (goal && cancel) {
          ++cancels;
          client_->async_cancel_goal(goal, [this](auto) { count(cancel_replies); });
        }
        count(goal ? accepted : refused);
      };
      options.feedback_callback = [this](Goal::SharedPtr, auto) { ++feedbacks; };
      options.result_callback = [this, i](const ActionClient::WrappedResult& result) {
        const std::lock_guard<std::mutex> lock(mutex_);
        results_[i].push_back(result);
        changed_.notify_all();
      };
      Fibonacci::Goal goal;
      goal.order = orders[i];
      client_->async_send_goal(goal, options);
    }
  }

  /// Until every goal and every cancel was answered and `expected` results came.
  void wait_complete(size_t goals, size_t expected) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] {
      return static_cast<size_t>(accepted + refused) == goals && cancel_replies == cancels &&
             results_.size() == expected;
    });
  }
  std::map<size_t, std::vector<ActionClient::WrappedResult>> results() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return results_;
  }

  std::atomic<int> accepted{0}, refused{0}, cancels{0}, cancel_replies{0}, feedbacks{0};

 private:
  void count(std::atomic<int>& what) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++what;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<size_t, std::vector<ActionClient::WrappedResult>> results_;  // guarded by mutex_
  ActionClient::SharedPtr client_;
};

}  // namespace storm

#endif  // STORM_HPP_
