// A callback that destroys the node that it belongs to, and all that is on it.
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "ending.hpp"

namespace {

using namespace ending;

/// A node and what is on it; drops itself when one of its callbacks asks.
struct RobotOfCallbacks {
  rclcpp::Node::SharedPtr node;
  rclcpp::Publisher<Log>::SharedPtr publisher;
  rclcpp::Subscription<Log>::SharedPtr subscription;
  rclcpp::Service<GetParameters>::SharedPtr service;
  rclcpp::Client<GetParameters>::SharedPtr client;
  rclcpp::TimerBase::SharedPtr timer;
};

class OwnCallback : public testing::TestWithParam<Kind> {
 protected:
  using End = std::function<void()>;

  OwnCallback() {
    robot_->node = make_node("robot", context_);
    gone_ = robot_->node;
    executor_->add_node(robot_->node);
  }

  // What a callback does: destroys its robot, then uses what it captured.
  End end() {
    return [this, alive = std::make_shared<std::string>("of the callback itself")] {
      robot_.reset();
      EXPECT_EQ(*alive, "of the callback itself");
      done_ = true;
      executor_->cancel();
    };
  }

  void serve(const End& end = [] {}) {
    robot_->service = robot_->node->create_service<GetParameters>(
        "service",
        [end](GetParameters::Request::SharedPtr, GetParameters::Response::SharedPtr) { end(); });
  }
  void listen(const End& end) {
    robot_->publisher = robot_->node->create_publisher<Log>("topic", 10);
    robot_->subscription =
        robot_->node->create_subscription<Log>("topic", 10, [end](const Log&) { end(); });
  }

  // Spins until the callback has run; then nothing of the node may be left.
  void spin() {
    executor_->spin();
    EXPECT_TRUE(done_);
    executor_.reset();
    EXPECT_TRUE(gone_.expired());
  }

  const rclcpp::Context::SharedPtr context_ = make_context();
  std::unique_ptr<rclcpp::Executor> executor_ = make_executor(GetParam(), context_);
  std::shared_ptr<RobotOfCallbacks> robot_ = std::make_shared<RobotOfCallbacks>();
  std::weak_ptr<rclcpp::Node> gone_;
  std::atomic<bool> done_{false};
};

TEST_P(OwnCallback, OfATimerMayDestroyItsNode) {
  robot_->timer = robot_->node->create_wall_timer(std::chrono::nanoseconds(0), end());
  spin();
}

TEST_P(OwnCallback, OfASubscriptionMayDestroyItsNode) {
  listen(end());
  robot_->publisher->publish(Log());
  robot_->publisher->publish(Log());  // is left behind
  spin();
}

TEST_P(OwnCallback, OfAServiceMayDestroyItsNode) {
  serve(end());
  const auto caller = make_node("caller", context_);
  const auto client = caller->create_client<GetParameters>("service");
  client->async_send_request(std::make_shared<GetParameters::Request>());
  spin();
}

TEST_P(OwnCallback, OfAReplyMayDestroyItsNode) {
  serve();
  robot_->client = robot_->node->create_client<GetParameters>("service");
  robot_->client->async_send_request(
      std::make_shared<GetParameters::Request>(),
      [end = end()](rclcpp::Client<GetParameters>::SharedFuture) { end(); });
  spin();
}

TEST_P(OwnCallback, MayDestroyItsNodeAndShutDown) {
  robot_->timer = robot_->node->create_wall_timer(std::chrono::nanoseconds(0), [this, end = end()] {
    context_->shutdown("test");
    end();
  });
  spin();
  EXPECT_FALSE(context_->is_valid());
}

TEST_P(OwnCallback, MayDestroyItsNodeWhileOthersOfItAreReady) {
  const auto ends = end();
  const auto once = [this, ends] {
    if (!done_.exchange(true)) ends();
  };
  listen(once);
  serve(once);
  for (int i = 0; i < 10; ++i) robot_->publisher->publish(Log());
  robot_->timer = robot_->node->create_wall_timer(std::chrono::nanoseconds(0), once);
  spin();
}

INSTANTIATE_TEST_SUITE_P(Executors, OwnCallback, every_kind(), name_of);

}  // namespace
