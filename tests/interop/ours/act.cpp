// The client of an action: one goal after the other, or many at once.
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include <rclcpp_action/rclcpp_action.hpp>

#include "fibonacci.hpp"

namespace interop {
namespace {

template <class Action>
void report_result(const typename rclcpp_action::ClientGoalHandle<Action>::WrappedResult& result) {
  Event("result")
      .put("status", static_cast<std::int64_t>(result.code))
      .put_json("value", json_numbers(result.result->sequence));
}

/// Many goals, a few at a time; every third is cancelled as soon as it is accepted.
/// Threads: start() on one, the rest on the executor's.
template <class Action>
class GoalVolley {
 public:
  using Client = rclcpp_action::Client<Action>;
  static constexpr int kAtOnce = 5;  // a client of ROS 2 keeps ten replies that it has not read

  GoalVolley(Client& client, int count) : client_(client), count_(count) {}

  void start() {
    for (int i = 0; i < kAtOnce; ++i) send_next();
  }

 private:
  void send_next() {
    const int number = next_.fetch_add(1);
    if (number >= count_) return;
    const bool cancelled = number % 3 == 2;
    typename Action::Goal goal;
    goal.order = cancelled ? kUntilCancelled : number;
    typename Client::SendGoalOptions options;
    options.goal_response_callback = [this, cancelled](typename Client::GoalHandle::SharedPtr to) {
      if (!to) return Event("refused").put_json("value", "true"), void();
      if (cancelled) client_.async_cancel_goal(to);
    };
    options.result_callback = [this](const typename Client::WrappedResult& result) {
      report_result<Action>(result);
      send_next();
    };
    client_.async_send_goal(goal, options);
  }

  Client& client_;
  const int count_;
  std::atomic<int> next_{0};
};

/// What is heard of one goal after the other. Threads: commands come on one of
/// their own.
template <class Action>
class Follower {
 public:
  using Client = rclcpp_action::Client<Action>;

  explicit Follower(Client& client) : client_(client) {}

  /// `goal ORDER`, `cancel`, `volley COUNT`
  void obey(const Words& words) {
    if (words.at(0) == "cancel") return cancel();
    if (words.at(0) == "volley") {
      volley_ = std::make_unique<GoalVolley<Action>>(client_, std::stoi(words.at(1)));
      return volley_->start();
    }
    send(std::stoi(words.at(1)));
  }

  void look() {
    const auto followed = goal();
    const int now = followed ? followed->get_status() : 0;
    if (now != std::exchange(status_, now)) Event("status").put("value", now);
  }

 private:
  void cancel() {
    client_.async_cancel_goal(goal(), [](typename Client::CancelResponse::SharedPtr answer) {
      Event("canceling")
          .put("code", answer->return_code)
          .put("count", static_cast<std::int64_t>(answer->goals_canceling.size()));
    });
  }

  void send(int order) {
    typename Action::Goal goal;
    goal.order = order;
    typename Client::SendGoalOptions options;
    options.goal_response_callback = [this](typename Client::GoalHandle::SharedPtr handle) {
      Event("answer").put_json("accepted", handle ? "true" : "false");
      const std::lock_guard<std::mutex> lock(mutex_);
      goal_ = std::move(handle);
      status_ = 0;
    };
    options.feedback_callback = [](typename Client::GoalHandle::SharedPtr,
                                   std::shared_ptr<const typename Action::Feedback> feedback) {
      Event("feedback").put_json("value", json_numbers(feedback->sequence));
    };
    options.result_callback = report_result<Action>;
    client_.async_send_goal(goal, options);
  }

  typename Client::GoalHandle::SharedPtr goal() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return goal_;
  }

  Client& client_;
  std::unique_ptr<GoalVolley<Action>> volley_;
  std::mutex mutex_;
  typename Client::GoalHandle::SharedPtr goal_;  // guarded by mutex_
  int status_ = 0;                               // on the executor's thread
};

template <class Action>
void follow(const Options& options) {
  auto node = make_node(options);
  auto client = rclcpp_action::create_client<Action>(node, options.get("action", "/fibonacci"));
  Follower<Action> follower(*client);
  bool there = false;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(2), [&] {
    follower.look();
    if (there == client->action_server_is_ready()) return;
    there = !there;
    Event("service").put_json("there", there ? "true" : "false");
  });
  Event("ready");
  spin_and_obey(node, [&](const Words& words) { follower.obey(words); });
}

}  // namespace

void act(const Options& options) {
  with_fibonacci(options, [&](auto action) { follow<decltype(action)>(options); });
}

}  // namespace interop
