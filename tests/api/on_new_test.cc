// Callbacks that hear of every arrival, whatever runs the entity.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "rclcpp/executors/executor_notify_waitable.hpp"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using rosgraph_msgs::msg::Clock;

class OnNew : public Running {
 protected:
  OnNew() {
    init();
    node_ = std::make_shared<rclcpp::Node>("own");  // of no executor
  }
  ~OnNew() override { node_.reset(); }
  auto count() {
    return [this](size_t of_them) { count_ += of_them; };
  }
  rclcpp::Node::SharedPtr node_;
  size_t count_ = 0;
};

TEST_F(OnNew, MessagesAreCounted) {
  COVERS("rclcpp::SubscriptionBase", "set_on_new_message_callback",
         "clear_on_new_message_callback");
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {});
  auto publisher = node_->create_publisher<Clock>("a", 10);
  publisher->publish(Clock());
  publisher->publish(Clock());
  subscription->set_on_new_message_callback(count());
  EXPECT_EQ(count_, 2u) << "they wait already";
  publisher->publish(Clock());
  EXPECT_EQ(count_, 3u);
  size_t later = 0;
  subscription->set_on_new_message_callback([&later](size_t more) { later += more; });
  EXPECT_EQ(later, 0u) << "the one before it heard of these";
  publisher->publish(Clock());
  EXPECT_EQ(count_, 3u);
  EXPECT_EQ(later, 1u);
  subscription->clear_on_new_message_callback();
  EXPECT_THROW(subscription->set_on_new_message_callback(nullptr), std::invalid_argument);
}

TEST_F(OnNew, RequestsAndRepliesAreCounted) {
  COVERS("rclcpp::ServiceBase", "set_on_new_request_callback", "clear_on_new_request_callback");
  COVERS("rclcpp::ClientBase", "set_on_new_response_callback", "clear_on_new_response_callback");
  auto service = node_->create_service<AddTwoInts>(
      "add", [](std::shared_ptr<AddTwoInts::Request>, std::shared_ptr<AddTwoInts::Response>) {});
  auto client = node_->create_client<AddTwoInts>("add");
  service->set_on_new_request_callback(count());
  (void)client->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_EQ(count_, 1u);
  service->clear_on_new_request_callback();
  (void)client->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_EQ(count_, 1u);
  client->set_on_new_response_callback(count());
  auto header = service->create_request_header();
  auto request = service->create_request();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(service->take_type_erased_request(request.get(), *header));
    service->handle_request(header, request);
    EXPECT_EQ(count_, 2u);
    client->clear_on_new_response_callback();
  }
  EXPECT_THROW(service->set_on_new_request_callback(nullptr), std::invalid_argument);
  EXPECT_THROW(client->set_on_new_response_callback(nullptr), std::invalid_argument);
}

TEST_F(OnNew, QosEventsAreCounted) {
  COVERS("rclcpp::{Publisher,Subscription}Base", "set_on_new_qos_event_callback",
         "clear_on_new_qos_event_callback");
  rclcpp::PublisherOptions publishing;
  publishing.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  rclcpp::SubscriptionOptions subscribing;
  subscribing.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  auto publisher = node_->create_publisher<Clock>("a", 10, publishing);
  publisher->set_on_new_qos_event_callback(count(), RCL_PUBLISHER_MATCHED);
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {}, subscribing);
  EXPECT_EQ(count_, 1u);
  publisher->clear_on_new_qos_event_callback(RCL_PUBLISHER_MATCHED);
  count_ = 0;
  subscription->set_on_new_qos_event_callback(count(), RCL_SUBSCRIPTION_MATCHED);
  const size_t before = count_;  // the match may be told now
  publisher.reset();
  EXPECT_EQ(count_, before + 1);
  subscription->clear_on_new_qos_event_callback(RCL_SUBSCRIPTION_MATCHED);
  EXPECT_THROW(subscription->set_on_new_qos_event_callback(nullptr, RCL_SUBSCRIPTION_MATCHED),
               std::invalid_argument);
}

TEST_F(OnNew, QosEventsWithoutAHandlerAreIgnoredWithAWarning) {
  auto publisher = node_->create_publisher<Clock>("a", 10);
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {});
  std::string log;
  const auto logged = [&log](const std::function<void()>& what) {
    testing::internal::CaptureStderr();
    what();
    log = testing::internal::GetCapturedStderr();
  };
  const auto warned = [&](const std::string& of) {
    return log.find("Calling set_on_new_qos_event_callback for non registered " + of +
                    "event_type") != std::string::npos &&
           log.find("'/a'") != std::string::npos;
  };
  for (const auto kind : {RCL_PUBLISHER_OFFERED_DEADLINE_MISSED, RCL_PUBLISHER_LIVELINESS_LOST,
                          RCL_PUBLISHER_INCOMPATIBLE_TYPE, RCL_PUBLISHER_MATCHED}) {
    logged([&] { publisher->set_on_new_qos_event_callback(count(), kind); });
    EXPECT_TRUE(warned("publisher ")) << log;
    logged([&] { publisher->clear_on_new_qos_event_callback(kind); });
    EXPECT_NE(log.find("Calling clear_on_new_qos_event_callback for non registered event_type"),
              std::string::npos);
  }
  for (const auto kind : {RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED,
                          RCL_SUBSCRIPTION_LIVELINESS_CHANGED, RCL_SUBSCRIPTION_MESSAGE_LOST,
                          RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE, RCL_SUBSCRIPTION_MATCHED}) {
    logged([&] { subscription->set_on_new_qos_event_callback(nullptr, kind); });
    EXPECT_TRUE(warned("subscription ")) << log;
    logged([&] { subscription->clear_on_new_qos_event_callback(kind); });
  }
  EXPECT_EQ(count_, 0u);
}

// What was never set may be cleared, whoever has it.
TEST_F(OnNew, NothingIsClearedWhereNothingWasSet) {
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {});
  auto client = node_->create_client<AddTwoInts>("add");
  auto service = node_->create_service<AddTwoInts>(
      "add", [](std::shared_ptr<AddTwoInts::Request>, std::shared_ptr<AddTwoInts::Response>) {});
  auto timer = node_->create_wall_timer(std::chrono::hours(1), [] {});
  rclcpp::executors::ExecutorNotifyWaitable waitable;
  EXPECT_NO_THROW(subscription->clear_on_new_message_callback());
  EXPECT_NO_THROW(client->clear_on_new_response_callback());
  EXPECT_NO_THROW(service->clear_on_new_request_callback());
  EXPECT_NO_THROW(timer->clear_on_reset_callback());
  EXPECT_NO_THROW(waitable.clear_on_ready_callback());
  for (const auto& [kind, handler] : subscription->get_event_handlers()) {
    EXPECT_NO_THROW(handler->clear_on_ready_callback());
  }
}

class EventsPastExecutors : public OnNew {
 protected:
  EventsPastExecutors() {
    publishing_.event_callbacks.deadline_callback = [](auto&) {};
    publishing_.event_callbacks.liveliness_callback = [](auto&) {};
    subscribing_.event_callbacks.deadline_callback = [](auto&) {};
    subscribing_.event_callbacks.liveliness_callback = [](auto&) {};
  }
  void listen(const rclcpp::QoS& qos) {
    subscription_ = node_->create_subscription<Clock>("a", qos, [](const Clock&) {}, subscribing_);
  }
  void talk(const rclcpp::QoS& qos) {
    publisher_ = node_->create_publisher<Clock>("a", qos, publishing_);
  }
  void open(const rclcpp::QoS& qos) {
    listen(qos);
    talk(qos);
  }
  void wait_for(const std::atomic<size_t>& count, size_t least) {
    while (count < least) std::this_thread::yield();
  }
  auto counting(std::atomic<size_t>& count) {
    return [&count](size_t of_them) { count += of_them; };
  }

  // Before what counts in them: nobody is told any more once the ends have gone.
  std::atomic<size_t> at_publisher_{0}, at_subscription_{0};
  rclcpp::PublisherOptions publishing_;
  rclcpp::SubscriptionOptions subscribing_;
  rclcpp::Subscription<Clock>::SharedPtr subscription_;
  rclcpp::Publisher<Clock>::SharedPtr publisher_;
};

TEST_F(EventsPastExecutors, DeadlinesAreToldThoughNobodySpins) {
  open(rclcpp::QoS(1).deadline(std::chrono::milliseconds(2)));
  publisher_->set_on_new_qos_event_callback(counting(at_publisher_),
                                            RCL_PUBLISHER_OFFERED_DEADLINE_MISSED);
  publisher_->publish(Clock());
  wait_for(at_publisher_, 3);
  subscription_->set_on_new_qos_event_callback(counting(at_subscription_),
                                               RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED);
  wait_for(at_subscription_, 3);
}

TEST_F(EventsPastExecutors, LeasesAreToldThoughNobodySpins) {
  const auto qos = rclcpp::QoS(1)
                       .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                       .liveliness_lease_duration(std::chrono::milliseconds(20));
  listen(qos);
  subscription_->set_on_new_qos_event_callback(counting(at_subscription_),
                                               RCL_SUBSCRIPTION_LIVELINESS_CHANGED);
  talk(qos);
  publisher_->set_on_new_qos_event_callback(counting(at_publisher_), RCL_PUBLISHER_LIVELINESS_LOST);
  publisher_->publish(Clock());
  wait_for(at_publisher_, 1);
  wait_for(at_subscription_, 2);  // it was there, and is no more
}

TEST_F(EventsPastExecutors, ThoseOfBeforeAreToldWhenTheCallbackIsSet) {
  open(rclcpp::QoS(1).deadline(std::chrono::milliseconds(2)));
  publisher_->set_on_new_qos_event_callback(counting(at_publisher_),
                                            RCL_PUBLISHER_OFFERED_DEADLINE_MISSED);
  publisher_->publish(Clock());
  wait_for(at_publisher_, 9);  // the other end has missed about as many
  subscription_->set_on_new_qos_event_callback(counting(at_subscription_),
                                               RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED);
  EXPECT_GT(at_subscription_, 1u);
}

TEST_F(EventsPastExecutors, AnEndMayGoInItsOwnCallback) {
  open(rclcpp::QoS(1).deadline(std::chrono::milliseconds(2)));
  std::atomic<bool> gone{false};
  publisher_->set_on_new_qos_event_callback(
      [&](size_t) {
        publisher_.reset();
        gone = true;
      },
      RCL_PUBLISHER_OFFERED_DEADLINE_MISSED);
  publisher_->publish(Clock());
  while (!gone) std::this_thread::yield();
}

TEST_F(EventsPastExecutors, AWaitSetWakesForADeadline) {
  open(rclcpp::QoS(1).deadline(std::chrono::milliseconds(2)));
  rclcpp::WaitSet wait_set;
  wait_set.add_subscription(subscription_, {false, true, false});
  const auto deadline = subscription_->get_event_handlers().at(RMW_EVENT_REQUESTED_DEADLINE_MISSED);
  publisher_->publish(Clock());
  for (bool missed = false; !missed;) {
    auto result = wait_set.wait();
    ASSERT_EQ(result.kind(), rclcpp::WaitResultKind::Ready);
    while (const auto ready = result.next_ready_waitable()) {
      missed = missed || ready == deadline;
      ready->execute(ready->take_data());
    }
  }
}

}  // namespace
