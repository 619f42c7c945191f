// Subscriptions that get only what they want.
#include <gmock/gmock.h>

#include <rosgraph_msgs/msg/clock.hpp>

#include "clock_message.hpp"
#include "covers.h"
#include "rclcpp/subscription_content_filter_options.hpp"
#include "running.hpp"

namespace {

using rosgraph_msgs::msg::Clock;

class ContentFilters : public Running {
 protected:
  ContentFilters() {
    init();
    node_ = node("own");
    publisher_ = node_->create_publisher<Clock>("a", 100);
  }
  ~ContentFilters() override {
    publisher_.reset();
    node_.reset();
  }

  static rclcpp::SubscriptionOptions wanting(const std::string& expression,
                                             std::vector<std::string> parameters = {}) {
    rclcpp::SubscriptionOptions options;
    options.content_filter_options.filter_expression = expression;
    options.content_filter_options.expression_parameters = std::move(parameters);
    return options;
  }
  rclcpp::Subscription<Clock>::SharedPtr subscribe(const rclcpp::SubscriptionOptions& options) {
    return node_->create_subscription<Clock>(
        "a", 3, [this](const Clock& clock) { got_.push_back(clock.clock.sec); }, options);
  }
  // Publishes 0 … 9 and waits for as many.
  void publish_and_wait_for(std::size_t count) {
    for (int i = 0; i < 10; ++i) {
      publisher_->publish(clock_of(i));
      executor_->spin_some();
    }
    wait_until([&] { return got_.size() >= count; });
    executor_->spin_some();
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<Clock>::SharedPtr publisher_;
  std::vector<int> got_;
};

TEST_F(ContentFilters, OnlyWhatFulfilsTheExpressionArrives) {
  COVERS("rclcpp::SubscriptionBase", "is_cft_enabled", "get_content_filter");
  COVERS("rclcpp::ContentFilterOptions");
  auto subscription = subscribe(wanting("clock.sec BETWEEN %0 AND %1", {"3", "5"}));
  EXPECT_TRUE(subscription->is_cft_enabled());
  const rclcpp::ContentFilterOptions filter = subscription->get_content_filter();
  EXPECT_EQ(filter.filter_expression, "clock.sec BETWEEN %0 AND %1");
  EXPECT_EQ(filter.expression_parameters, (std::vector<std::string>{"3", "5"}));
  publish_and_wait_for(3);
  EXPECT_EQ(got_, (std::vector<int>{3, 4, 5}));
}

TEST_F(ContentFilters, WhatIsNotWantedTakesNoPlaceInTheQueue) {
  auto subscription = subscribe(wanting("clock.sec = 0"));
  for (int i = 0; i < 10; ++i) publisher_->publish(clock_of(i));  // its depth is 3
  wait_until([&] { return !got_.empty(); });
  EXPECT_EQ(got_, (std::vector<int>{0}));
}

TEST_F(ContentFilters, TheFilterHoldsForTheNetworkToo) {
  auto options = wanting("clock.sec > 7");
  options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  auto subscription = subscribe(options);
  wait_until([&] { return publisher_->get_subscription_count() == 1; });
  publish_and_wait_for(2);
  EXPECT_EQ(got_, (std::vector<int>{8, 9}));
}

TEST_F(ContentFilters, TheFilterIsChangedAndSwitchedOff) {
  COVERS("rclcpp::SubscriptionBase", "set_content_filter");
  auto subscription = subscribe(wanting("clock.sec = 1"));
  subscription->set_content_filter("clock.sec = %0", {"2"});
  publish_and_wait_for(1);
  EXPECT_EQ(got_, (std::vector<int>{2}));
  got_.clear();
  subscription->set_content_filter("");
  EXPECT_FALSE(subscription->is_cft_enabled());
  publish_and_wait_for(10);
  EXPECT_EQ(got_.size(), 10u);
}

TEST_F(ContentFilters, ASubscriptionThatBeganWithoutOneGetsOne) {
  auto subscription = subscribe(rclcpp::SubscriptionOptions());
  EXPECT_FALSE(subscription->is_cft_enabled());
  EXPECT_THROW(subscription->get_content_filter(), rclcpp::exceptions::RCLError);
  publish_and_wait_for(10);
  got_.clear();
  subscription->set_content_filter("clock.sec < 2");
  EXPECT_TRUE(subscription->is_cft_enabled());
  wait_until([&] { return publisher_->get_subscription_count() == 1; });
  publish_and_wait_for(2);
  EXPECT_EQ(got_, (std::vector<int>{0, 1}));
}

TEST_F(ContentFilters, ABadExpressionIsNamed) {
  const auto why = [&](const auto& call) {
    try {
      call();
    } catch (const rclcpp::exceptions::RCLError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(why([&] { subscribe(wanting("clock.day = 1")); }),
              testing::HasSubstr("builtin_interfaces/msg/Time has no field 'day'"));
  auto subscription = subscribe(wanting("clock.sec = 1"));
  EXPECT_THAT(why([&] { subscription->set_content_filter("clock.sec ="); }),
              testing::HasSubstr("a field, a literal or a parameter"));
  EXPECT_EQ(subscription->get_content_filter().filter_expression, "clock.sec = 1");
}

}  // namespace
