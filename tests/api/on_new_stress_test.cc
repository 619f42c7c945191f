// What arrives while somebody comes to hear of it is told once: not twice, not never.
#include <gtest/gtest.h>

#include <atomic>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <thread>

#include "../support/seeded.h"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using rosgraph_msgs::msg::Clock;
using OnNewFunction = std::function<void(size_t)>;

// Looks long enough to meet a thread that runs, and then lets others run.
void meet(const std::atomic<size_t>& word, size_t value) {
  for (size_t looks = 0; word != value; ++looks) {
    if (looks > 2'000) std::this_thread::yield();
  }
}

// One way to arrive, and to hear of it.
struct Attacked {
  std::function<void()> arrive;
  std::function<void(OnNewFunction)> install;
  std::function<void()> clear;  // and forgets what arrived
};

class OnNewStress : public Running {
 protected:
  OnNewStress() {
    init();
    node_ = std::make_shared<rclcpp::Node>("own");  // of no executor
  }
  ~OnNewStress() override { node_.reset(); }

  // In each round another thread lets things arrive while this one installs its callback.
  void attack(const Attacked& kind, size_t rounds, size_t most = 6) {
    std::atomic<size_t> there{0}, begun{0}, ended{0};
    size_t of_round = 0;
    std::thread arriving([&] {
      for (size_t round = 1; round <= rounds; ++round) {
        there = round;
        meet(begun, round);
        for (size_t i = 0; i < of_round; ++i) kind.arrive();
        ended = round;
      }
    });
    for (size_t round = 1; round <= rounds; ++round) {
      std::atomic<size_t> told{0};
      of_round = 1 + random_.below(most);
      const size_t pause = random_.below(size_t{1} << random_.below(12));
      meet(there, round);
      begun = round;
      for (size_t i = 0; i < pause; ++i) static_cast<void>(ended.load());
      kind.install([&](size_t count) { told += count; });
      meet(ended, round);
      EXPECT_EQ(told, of_round) << "round " << round;
      kind.clear();
    }
    arriving.join();
  }

  rclcpp::Node::SharedPtr node_;
  ranvier::support::Seeded random_;
  ::testing::ScopedTrace trace_{__FILE__, __LINE__,
                                "RANVIER_TEST_SEED=" + std::to_string(random_.seed())};
};

TEST_F(OnNewStress, EachMessageIsToldOnce) {
  auto subscription = node_->create_subscription<Clock>("a", 100, [](const Clock&) {});
  auto publisher = node_->create_publisher<Clock>("a", 100);
  const auto clear = [&] {
    subscription->clear_on_new_message_callback();
    Clock message;
    rclcpp::MessageInfo info;
    while (subscription->take(message, info)) {}
  };
  attack({[&] { publisher->publish(Clock()); },
          [&](OnNewFunction on_new) { subscription->set_on_new_message_callback(on_new); }, clear},
         20'000, 60);
}

TEST_F(OnNewStress, EachRequestAndReplyIsToldOnce) {
  auto service = node_->create_service<AddTwoInts>(
      "add", [](std::shared_ptr<AddTwoInts::Request>, std::shared_ptr<AddTwoInts::Response>) {});
  auto client = node_->create_client<AddTwoInts>("add");
  const auto ask = [&] { client->async_send_request(std::make_shared<AddTwoInts::Request>()); };
  auto header = service->create_request_header();
  auto request = service->create_request();
  const auto clear_service = [&] {
    service->clear_on_new_request_callback();
    while (service->take_type_erased_request(request.get(), *header)) {}
    client->prune_pending_requests();
  };
  attack({ask, [&](OnNewFunction on_new) { service->set_on_new_request_callback(on_new); },
          clear_service},
         6'000);
  const auto answer = [&] {
    ask();
    ASSERT_TRUE(service->take_type_erased_request(request.get(), *header));
    service->handle_request(header, request);
  };
  auto response = client->create_response();
  auto of_response = client->create_request_header();
  const auto clear_client = [&] {
    client->clear_on_new_response_callback();
    while (client->take_type_erased_response(response.get(), *of_response)) {}
    client->prune_pending_requests();
  };
  attack({answer, [&](OnNewFunction on_new) { client->set_on_new_response_callback(on_new); },
          clear_client},
         6'000);
}

TEST_F(OnNewStress, EachEventIsToldOnce) {
  rclcpp::PublisherOptions options;
  options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  auto publisher = node_->create_publisher<Clock>("a", 10, options);
  const auto handler = publisher->get_event_handlers().at(RMW_EVENT_PUBLICATION_MATCHED);
  rclcpp::Subscription<Clock>::SharedPtr subscription;
  const auto match = [&] {  // or end that
    if (subscription) {
      subscription.reset();
    } else {
      subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {});
    }
  };
  const auto clear = [&] {
    publisher->clear_on_new_qos_event_callback(RCL_PUBLISHER_MATCHED);
    handler->take_data();
  };
  attack({match,
          [&](OnNewFunction on_new) {
            publisher->set_on_new_qos_event_callback(on_new, RCL_PUBLISHER_MATCHED);
          },
          clear},
         800);
}

TEST_F(OnNewStress, EachTriggerIsToldOnce) {
  rclcpp::GuardCondition condition;
  attack({[&] { condition.trigger(); },
          [&](OnNewFunction on_new) { condition.set_on_trigger_callback(on_new); },
          [&] { condition.set_on_trigger_callback(nullptr); }},
         10'000);
}

TEST_F(OnNewStress, EachResetIsToldOnce) {
  auto timer = node_->create_wall_timer(std::chrono::hours(1), [] {});
  attack(
      {[&] { timer->reset(); }, [&](OnNewFunction on_new) { timer->set_on_reset_callback(on_new); },
       [&] { timer->clear_on_reset_callback(); }},
      10'000);
}

}  // namespace
