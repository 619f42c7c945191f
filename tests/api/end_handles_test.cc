// Clients, services, publishers and subscriptions by the handles that rclcpp gives out.
#include <gmock/gmock.h>
#include <rcl/client.h>
#include <rcl/error_handling.h>
#include <rcl/node.h>
#include <rcl/publisher.h>
#include <rcl/service.h>
#include <rcl/subscription.h>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_msgs/msg/string.hpp>
#include <thread>

#include "covers.h"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::String;

void add_up(const void* user_data, size_t count) {
  *static_cast<std::atomic<size_t>*>(const_cast<void*>(user_data)) += count;
}

class EndHandles : public Running {
 protected:
  EndHandles() {
    init();
    node_ = node("own");
    rcl_reset_error();
  }
  ~EndHandles() override {
    rcl_reset_error();
    node_.reset();
  }
  rclcpp::Node::SharedPtr node_;
};

// Nobody spins: both sides take by hand.
TEST_F(EndHandles, ARequestAndItsResponseTravelByHand) {
  COVERS("rcl", "rcl_send_request", "rcl_take_response", "rcl_take_response_with_info",
         "rcl_client_set_on_new_response_callback");
  COVERS("rcl", "rcl_take_request", "rcl_take_request_with_info", "rcl_send_response",
         "rcl_service_set_on_new_request_callback");
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  const auto client = node_->create_client<AddTwoInts>("add");
  client->wait_for_service();
  const auto asks = client->get_client_handle();
  const auto answers = service->get_service_handle();
  std::atomic<size_t> asked{0}, answered{0};
  EXPECT_EQ(rcl_service_set_on_new_request_callback(answers.get(), add_up, &asked), RCL_RET_OK);
  EXPECT_EQ(rcl_client_set_on_new_response_callback(asks.get(), add_up, &answered), RCL_RET_OK);
  for (int64_t round = 1; round <= 2; ++round) {
    AddTwoInts::Request request;
    request.a = 40;
    request.b = round;
    int64_t number = -1;
    ASSERT_EQ(rcl_send_request(asks.get(), &request, &number), RCL_RET_OK);
    while (asked != static_cast<size_t>(round)) std::this_thread::yield();
    AddTwoInts::Request got;
    rmw_service_info_t info{};
    rmw_request_id_t id{};
    if (round == 1) {
      ASSERT_EQ(rcl_take_request(answers.get(), &id, &got), RCL_RET_OK);
    } else {
      ASSERT_EQ(rcl_take_request_with_info(answers.get(), &info, &got), RCL_RET_OK);
      EXPECT_GT(info.source_timestamp, 0);
      id = info.request_id;
    }
    AddTwoInts::Response response;
    response.sum = got.a + got.b;
    ASSERT_EQ(rcl_send_response(answers.get(), &id, &response), RCL_RET_OK);
    while (answered != static_cast<size_t>(round)) std::this_thread::yield();
    AddTwoInts::Response result;
    if (round == 1) {
      ASSERT_EQ(rcl_take_response(asks.get(), &id, &result), RCL_RET_OK);
      EXPECT_EQ(id.sequence_number, number);
    } else {
      ASSERT_EQ(rcl_take_response_with_info(asks.get(), &info, &result), RCL_RET_OK);
      EXPECT_EQ(info.request_id.sequence_number, number);
    }
    EXPECT_EQ(result.sum, 40 + round);
  }
  AddTwoInts::Response none;
  AddTwoInts::Request nothing;
  rmw_request_id_t id{};
  EXPECT_EQ(rcl_take_response(asks.get(), &id, &none), RCL_RET_CLIENT_TAKE_FAILED);
  EXPECT_EQ(rcl_take_request(answers.get(), &id, &nothing), RCL_RET_SERVICE_TAKE_FAILED);
  EXPECT_EQ(rcl_send_request(asks.get(), nullptr, nullptr), RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(rcl_service_set_on_new_request_callback(answers.get(), nullptr, nullptr), RCL_RET_OK);
  EXPECT_EQ(rcl_client_set_on_new_response_callback(asks.get(), nullptr, nullptr), RCL_RET_OK);
}

TEST_F(EndHandles, OfAServiceAndItsClientTellNameAndQos) {
  COVERS("rcl", "rcl_client_get_service_name", "rcl_client_is_valid",
         "rcl_client_request_publisher_get_actual_qos",
         "rcl_client_response_subscription_get_actual_qos");
  COVERS("rcl", "rcl_service_get_service_name", "rcl_service_is_valid",
         "rcl_service_request_subscription_get_actual_qos",
         "rcl_service_response_publisher_get_actual_qos");
  const auto qos = rclcpp::ServicesQoS().keep_last(3);
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {}, qos);
  const auto client = node_->create_client<AddTwoInts>("add", qos);
  const auto asks = client->get_client_handle();
  const auto answers = service->get_service_handle();
  EXPECT_TRUE(rcl_client_is_valid(asks.get()));
  EXPECT_TRUE(rcl_service_is_valid(answers.get()));
  EXPECT_STREQ(rcl_client_get_service_name(asks.get()), "/add");
  EXPECT_STREQ(rcl_service_get_service_name(answers.get()), "/add");
  EXPECT_EQ(rcl_client_request_publisher_get_actual_qos(asks.get())->depth, 3u);
  EXPECT_EQ(rcl_client_response_subscription_get_actual_qos(asks.get())->depth, 3u);
  EXPECT_EQ(rcl_service_request_subscription_get_actual_qos(answers.get())->depth, 3u);
  EXPECT_EQ(rcl_service_response_publisher_get_actual_qos(answers.get())->depth, 3u);
}

TEST_F(EndHandles, OfATopicTellNameQosAndPeers) {
  COVERS("rcl", "rcl_publisher_get_topic_name", "rcl_publisher_get_actual_qos",
         "rcl_publisher_is_valid", "rcl_publisher_is_valid_except_context",
         "rcl_publisher_get_subscription_count", "rcl_publisher_can_loan_messages");
  COVERS("rcl", "rcl_subscription_get_topic_name", "rcl_subscription_get_actual_qos",
         "rcl_subscription_is_valid", "rcl_subscription_get_publisher_count",
         "rcl_subscription_can_loan_messages", "rcl_subscription_is_cft_enabled",
         "rcl_subscription_set_on_new_message_callback");
  COVERS("rcl", "rcl_publisher_assert_liveliness", "rcl_publisher_wait_for_all_acked");
  const auto publisher = node_->create_publisher<String>("said", 5);
  const auto subscription = node_->create_subscription<String>("said", 7, [](const String&) {});
  const auto says = publisher->get_publisher_handle();
  const auto hears = subscription->get_subscription_handle();
  EXPECT_STREQ(rcl_publisher_get_topic_name(says.get()), "/said");
  EXPECT_STREQ(rcl_subscription_get_topic_name(hears.get()), "/said");
  EXPECT_EQ(rcl_publisher_get_actual_qos(says.get())->depth, 5u);
  EXPECT_EQ(rcl_subscription_get_actual_qos(hears.get())->depth, 7u);
  EXPECT_EQ(rcl_publisher_can_loan_messages(says.get()), publisher->can_loan_messages());
  EXPECT_EQ(rcl_subscription_can_loan_messages(hears.get()), subscription->can_loan_messages());
  EXPECT_FALSE(rcl_subscription_is_cft_enabled(hears.get()));
  size_t peers = 0;
  while (peers == 0) {
    ASSERT_EQ(rcl_publisher_get_subscription_count(says.get(), &peers), RCL_RET_OK);
  }
  EXPECT_EQ(peers, 1u);
  for (peers = 0; peers == 0;) {
    ASSERT_EQ(rcl_subscription_get_publisher_count(hears.get(), &peers), RCL_RET_OK);
  }
  EXPECT_EQ(peers, 1u);
  std::atomic<size_t> heard{0};
  EXPECT_EQ(rcl_subscription_set_on_new_message_callback(hears.get(), add_up, &heard), RCL_RET_OK);
  publisher->publish(String());
  while (heard == 0) std::this_thread::yield();
  EXPECT_EQ(rcl_publisher_assert_liveliness(says.get()), RCL_RET_OK);
  EXPECT_EQ(rcl_publisher_wait_for_all_acked(says.get(), -1), RCL_RET_OK);
  EXPECT_TRUE(rcl_publisher_is_valid(says.get()));
  EXPECT_TRUE(rcl_subscription_is_valid(hears.get()));
  rclcpp::shutdown();
  EXPECT_FALSE(rcl_publisher_is_valid(says.get()));
  EXPECT_TRUE(rcl_publisher_is_valid_except_context(says.get()));
}

// What classes that derive from the bases reach.
struct OwnClient : rclcpp::ClientBase {
  using ClientBase::ClientBase;
  using ClientBase::get_rcl_node_handle;
};
struct OwnService : rclcpp::ServiceBase {
  using ServiceBase::get_rcl_node_handle;
};

TEST_F(EndHandles, AnOwnClientNamesItsNodeAlsoWhenTheNodeIsGone) {
  const auto base = node_->get_node_base_interface();
  const auto own = std::make_shared<OwnClient>(
      base.get(), "add", *rosidl_typesupport_cpp::get_service_type_support_handle<AddTwoInts>(),
      rclcpp::ServicesQoS(), nullptr);
  EXPECT_EQ(own->get_rcl_node_handle(), base->get_rcl_node_handle());
  node_.reset();
  EXPECT_STREQ(rcl_node_get_name(std::as_const(*own).get_rcl_node_handle()), "own");
}

TEST_F(EndHandles, AServiceNamesItsNode) {
  const auto service = node_->create_service<AddTwoInts>(
      "add", [](AddTwoInts::Request::SharedPtr, AddTwoInts::Response::SharedPtr) {});
  rcl_node_t* (rclcpp::ServiceBase::*get)() = &OwnService::get_rcl_node_handle;
  EXPECT_EQ((service.get()->*get)(), node_->get_node_base_interface()->get_rcl_node_handle());
}

TEST_F(EndHandles, DefaultOptionsHaveTheQosOfServices) {
  COVERS("rcl", "rcl_client_get_default_options", "rcl_service_get_default_options");
  const rcl_client_options_t client = rcl_client_get_default_options();
  const rcl_service_options_t service = rcl_service_get_default_options();
  EXPECT_EQ(rclcpp::QoS(rclcpp::QoSInitialization::from_rmw(client.qos), client.qos),
            rclcpp::ServicesQoS());
  EXPECT_EQ(rclcpp::QoS(rclcpp::QoSInitialization::from_rmw(service.qos), service.qos),
            rclcpp::ServicesQoS());
  EXPECT_TRUE(rcutils_allocator_is_valid(&client.allocator));
  EXPECT_TRUE(rcutils_allocator_is_valid(&service.allocator));
}

TEST_F(EndHandles, OfNothingAreRefused) {
  COVERS("rcl", "rcl_get_zero_initialized_client", "rcl_get_zero_initialized_service",
         "rcl_get_zero_initialized_publisher", "rcl_get_zero_initialized_subscription");
  const auto client = rcl_get_zero_initialized_client();
  const auto service = rcl_get_zero_initialized_service();
  const auto publisher = rcl_get_zero_initialized_publisher();
  const auto subscription = rcl_get_zero_initialized_subscription();
  EXPECT_FALSE(rcl_client_is_valid(&client));
  EXPECT_FALSE(rcl_service_is_valid(&service));
  EXPECT_FALSE(rcl_publisher_is_valid(&publisher));
  EXPECT_FALSE(rcl_subscription_is_valid(&subscription));
  EXPECT_EQ(rcl_client_get_service_name(&client), nullptr);
  EXPECT_EQ(rcl_subscription_get_actual_qos(nullptr), nullptr);
  size_t count = 0;
  EXPECT_EQ(rcl_publisher_get_subscription_count(&publisher, &count), RCL_RET_PUBLISHER_INVALID);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("get_publisher_handle()"));
  rcl_reset_error();
  EXPECT_EQ(rcl_subscription_get_publisher_count(&subscription, &count),
            RCL_RET_SUBSCRIPTION_INVALID);
  rcl_reset_error();
  EXPECT_EQ(rcl_publisher_get_subscription_count(nullptr, &count), RCL_RET_INVALID_ARGUMENT);
}

}  // namespace
