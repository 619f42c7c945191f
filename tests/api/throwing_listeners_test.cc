// Callbacks that throw where messages come in: on threads of DDS, and of who publishes.
#include <gtest/gtest.h>

#include <atomic>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <stdexcept>
#include <string>

#include "foreign.hpp"
#include "rcutils/logging.h"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using rosgraph_msgs::msg::Clock;

std::atomic<int> reports{0};

void count_reports(const rcutils_log_location_t*, int severity, const char* name,
                   rcutils_time_point_value_t, const char* format, va_list* arguments) {
  char text[512];
  std::vsnprintf(text, sizeof text, format, *arguments);
  const std::string line = text;
  const auto says = [&](const char* words) { return line.find(words) != std::string::npos; };
  if (severity != RCUTILS_LOG_SEVERITY_ERROR || std::string(name) != "rclcpp") return;
  if (says("set_on_new_") && says("'no news'")) ++reports;
}

class ThrowingListeners : public Running {
 protected:
  ThrowingListeners() {
    init();
    node_ = std::make_shared<rclcpp::Node>("own");  // of no executor
    reports = 0;
    rcutils_logging_set_output_handler(&count_reports);
  }
  ~ThrowingListeners() override {
    rcutils_logging_set_output_handler(&rcutils_logging_console_output_handler);
    node_.reset();
  }
  static void refuse(size_t) { throw std::runtime_error("no news"); }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(ThrowingListeners, AreReportedAndWhatCameIsThere) {
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {});
  subscription->set_on_new_message_callback(&refuse);
  auto publisher = node_->create_publisher<Clock>("a", 10);
  publisher->publish(Clock());
  EXPECT_EQ(reports, 1);
  Foreign far("far");
  auto by_dds = far.node().create_publisher<Clock>("a", 10);
  far.wait_until([&] { return by_dds->get_subscription_count() == 1; });
  by_dds->publish(Clock());
  far.wait_until([&] { return reports == 2; });
  Clock got;
  rclcpp::MessageInfo info;
  EXPECT_TRUE(subscription->take(got, info));
  EXPECT_TRUE(subscription->take(got, info));
}

TEST_F(ThrowingListeners, OfRequestsRepliesAndEventsAreReportedToo) {
  Foreign far("far");
  auto service = node_->create_service<AddTwoInts>(
      "add", [](AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  service->set_on_new_request_callback(&refuse);
  auto client = far.node().create_client<AddTwoInts>("add");
  client->set_on_new_response_callback(&refuse);
  far.wait_until([&] { return client->service_is_ready(); });
  client->async_send_request(std::make_shared<AddTwoInts::Request>());
  far.wait_until([&] { return reports == 1; });
  auto header = service->create_request_header();
  AddTwoInts::Request request;
  ASSERT_TRUE(service->take_request(request, *header));
  AddTwoInts::Response response;
  service->send_response(*header, response);
  far.wait_until([&] { return reports == 2; });
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {}, options);
  subscription->set_on_new_qos_event_callback(&refuse, RCL_SUBSCRIPTION_MATCHED);
  auto publisher = far.node().create_publisher<Clock>("a", 10);
  far.wait_until([&] { return reports == 3; });
}

}  // namespace
