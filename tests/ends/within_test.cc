// A callback that is told of something, on whatever thread, destroys what tells it.
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "ending.hpp"

namespace {

using namespace ending;
using Time = std::chrono::milliseconds;

/// What a callback destroys; a context of its own, so that the network is between it and others.
struct Robot {
  rclcpp::Context::SharedPtr context = make_context();
  rclcpp::Node::SharedPtr node = make_node("robot", context);
  rclcpp::Publisher<Log>::SharedPtr publisher;
  rclcpp::Subscription<Log>::SharedPtr subscription;
  rclcpp::Service<GetParameters>::SharedPtr service;
  rclcpp::Client<GetParameters>::SharedPtr client;
};

enum class What { kEndpoint, kNode, kContext };

class Within : public testing::TestWithParam<What> {
 protected:
  ~Within() override { robot_.reset(); }

  // Destroys it, from inside of one of its callbacks, once.
  void end() {
    if (ended_.exchange(true)) return;
    if (GetParam() == What::kEndpoint) {
      robot_->publisher.reset();
      robot_->subscription.reset();
      robot_->service.reset();
      robot_->client.reset();
    } else if (GetParam() == What::kNode) {
      *robot_ = Robot{robot_->context, {}, {}, {}, {}, {}};
    } else {
      robot_.reset();
    }
    done_ = true;
  }
  static bool there(const std::function<bool()>& condition) {
    while (!condition()) std::this_thread::sleep_for(Time(1));
    return true;
  }
  rclcpp::PublisherOptions publishing() {
    rclcpp::PublisherOptions options;
    options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
    return options;
  }
  rclcpp::SubscriptionOptions subscribing() {
    rclcpp::SubscriptionOptions options;
    options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
    return options;
  }
  void listen(const rclcpp::SubscriptionOptions& options = {}) {
    robot_->subscription =
        robot_->node->create_subscription<Log>("topic", 10, [](const Log&) {}, options);
  }

  std::shared_ptr<Robot> robot_ = std::make_shared<Robot>();
  std::atomic<bool> ended_{false};
  std::atomic<bool> done_{false};
};

TEST_P(Within, AnOnNewMessageCallbackItMayBeDestroyed) {
  listen();
  robot_->subscription->set_on_new_message_callback([this](size_t) { end(); });
  const auto publisher = robot_->node->create_publisher<Log>("topic", 10);
  publisher->publish(Log());
  EXPECT_TRUE(done_) << "it is told before publish() returns";
}

TEST_P(Within, AnOnNewMessageCallbackOfTheNetworkItMayBeDestroyed) {
  const auto context = make_context();
  const auto other = make_node("other", context);
  const auto publisher = other->create_publisher<Log>("topic", 10);
  listen();
  robot_->subscription->set_on_new_message_callback([this](size_t) { end(); });
  there([&] { return publisher->get_subscription_count() == 1; });
  publisher->publish(Log());
  there([this] { return done_.load(); });
}

TEST_P(Within, AnOnNewEventCallbackItMayBeDestroyed) {
  for (const bool network : {false, true}) {
    robot_ = std::make_shared<Robot>();
    ended_ = done_ = false;
    const auto context = network ? make_context() : robot_->context;
    const auto other = make_node("other", context);
    robot_->publisher = robot_->node->create_publisher<Log>("topic", 10, publishing());
    robot_->publisher->set_on_new_qos_event_callback([this](size_t) { end(); },
                                                     RCL_PUBLISHER_MATCHED);
    const auto subscription = other->create_subscription<Log>("topic", 10, [](const Log&) {});
    there([this] { return done_.load(); });
  }
}

TEST_P(Within, AnOnNewEventCallbackOfASubscriptionItMayBeDestroyed) {
  for (const bool network : {false, true}) {
    robot_ = std::make_shared<Robot>();
    ended_ = done_ = false;
    const auto context = network ? make_context() : robot_->context;
    const auto other = make_node("other", context);
    listen(subscribing());
    robot_->subscription->set_on_new_qos_event_callback([this](size_t) { end(); },
                                                        RCL_SUBSCRIPTION_MATCHED);
    const auto publisher = other->create_publisher<Log>("topic", 10);
    there([this] { return done_.load(); });
  }
}

TEST_P(Within, AnOnNewRequestOrReplyCallbackItMayBeDestroyed) {
  for (const bool of_reply : {false, true}) {
    robot_ = std::make_shared<Robot>();
    ended_ = done_ = false;
    const auto context = robot_->context;
    const auto node = make_node("other", context);
    rclcpp::Service<GetParameters>::SharedPtr service;
    rclcpp::Client<GetParameters>::SharedPtr client;
    const auto answer = [](GetParameters::Request::SharedPtr, GetParameters::Response::SharedPtr) {
    };
    if (of_reply) {
      service = node->create_service<GetParameters>("service", answer);
      robot_->client = robot_->node->create_client<GetParameters>("service");
      robot_->client->set_on_new_response_callback([this](size_t) { end(); });
      robot_->client->async_send_request(std::make_shared<GetParameters::Request>());
      auto header = service->create_request_header();
      auto request = service->create_request();
      ASSERT_TRUE(service->take_type_erased_request(request.get(), *header));
      service->handle_request(header, request);
    } else {
      robot_->service = robot_->node->create_service<GetParameters>("service", answer);
      robot_->service->set_on_new_request_callback([this](size_t) { end(); });
      client = node->create_client<GetParameters>("service");
      client->async_send_request(std::make_shared<GetParameters::Request>());
    }
    EXPECT_TRUE(done_);
  }
}

// On the thread that received, over DDS.
TEST_P(Within, ADirectCallbackItMayBeDestroyed) {
  const auto context = make_context();
  const auto other = make_node("other", context);
  const auto publisher = other->create_publisher<Log>("topic", 10);
  rclcpp::SubscriptionOptions direct;
  direct.ranvier_direct = true;
  robot_->subscription =
      robot_->node->create_subscription<Log>("topic", 10, [this](const Log&) { end(); }, direct);
  auto executor = make_executor(Kind::kSingle, context);
  executor->add_node(robot_->node);
  std::thread spinning([&] { executor->spin(); });
  there([&] { return publisher->get_subscription_count() == 1; });
  while (!done_) {
    publisher->publish(Log());
    std::this_thread::sleep_for(Time(1));
  }
  executor->cancel();
  spinning.join();
}

std::string name_of_what(const testing::TestParamInfo<What>& info) {
  constexpr const char* kNames[] = {"Endpoint", "Node", "Context"};
  return kNames[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Of, Within, testing::Values(What::kEndpoint, What::kNode, What::kContext),
                         name_of_what);

TEST(WithinTest, AGuardConditionMayBeDestroyedInItsOwnCallback) {
  auto condition = std::make_shared<rclcpp::GuardCondition>(make_context());
  bool told = false;
  condition->set_on_trigger_callback([&](size_t) {
    condition.reset();
    told = true;
  });
  condition->trigger();
  EXPECT_TRUE(told);
}

TEST(WithinTest, ATimerMayBeDestroyedInItsOwnResetCallback) {
  const auto context = make_context();
  const auto node = make_node("robot", context);
  auto timer = node->create_wall_timer(std::chrono::hours(1), [] {});
  bool told = false;
  timer->set_on_reset_callback([&](size_t) {
    timer.reset();
    told = true;
  });
  timer->reset();
  EXPECT_TRUE(told);
}

TEST(WithinTest, AContextMayBeDroppedInItsOwnShutdownCallbacks) {
  for (const bool before : {true, false}) {
    auto context = make_context();
    int told = 0;
    const auto drop = [&] {
      context.reset();
      ++told;
    };
    if (before) context->add_pre_shutdown_callback(drop);
    else context->add_on_shutdown_callback(drop);
    context->shutdown("test");
    EXPECT_EQ(told, 1);
  }
}

TEST(WithinTest, AnEndedCallbackIsCalledNoMore) {
  const auto context = make_context(), its_context = make_context();
  const auto other = make_node("other", context), node = make_node("robot", its_context);
  const auto publisher = other->create_publisher<Log>("topic", 10);
  auto subscription = node->create_subscription<Log>("topic", 10, [](const Log&) {});
  while (publisher->get_subscription_count() == 0) std::this_thread::sleep_for(Time(1));
  for (int round = 0; round < 200; ++round) {
    auto alive = std::make_shared<std::atomic<bool>>(true);
    subscription->set_on_new_message_callback([alive](size_t) { EXPECT_TRUE(*alive); });
    publisher->publish(Log());
    std::this_thread::yield();
    subscription->clear_on_new_message_callback();
    *alive = false;
  }
}

}  // namespace
