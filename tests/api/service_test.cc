// Clients and services as users hold them: every form of asking and answering.
#include <gmock/gmock.h>

#include <rcl_interfaces/srv/list_parameters.hpp>
#include <thread>
#include <type_traits>

#include "covers.h"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rcl_interfaces::srv::ListParameters;
using testing::ElementsAre;
using Client = rclcpp::Client<ListParameters>;
using Service = rclcpp::Service<ListParameters>;

class ServiceTest : public Running {
 protected:
  ServiceTest() {
    init({"-r", "__ns:=/shop"});
    node_ = node("own");
  }
  ~ServiceTest() override {
    service_.reset();
    client_.reset();
    node_.reset();
  }
  static Client::SharedRequest request(const std::string& word) {
    auto made = std::make_shared<Client::Request>();
    made->prefixes = {word};
    return made;
  }
  /// A service that gives the words back, and a client that has found it.
  void connect() {
    service_ = node_->create_service<ListParameters>(
        "echo", [](const std::shared_ptr<ListParameters::Request> request,
                   std::shared_ptr<ListParameters::Response> response) {
          response->result.names = request->prefixes;
        });
    client_ = node_->create_client<ListParameters>("echo");
    ASSERT_TRUE(client_->wait_for_service(30s));
  }
  template <class FutureT>
  void wait_for(const FutureT& future) {
    ASSERT_EQ(executor_->spin_until_future_complete(future, 30s),
              rclcpp::FutureReturnCode::SUCCESS);
  }

  rclcpp::Node::SharedPtr node_;
  Service::SharedPtr service_;
  Client::SharedPtr client_;
};

TEST_F(ServiceTest, AServiceSharesItselfByItsOwnType) {
  connect();
  const Service::SharedPtr shared = service_->shared_from_this();
  const Service::ConstSharedPtr read = std::as_const(*service_).shared_from_this();
  const std::weak_ptr<Service> weak = service_->weak_from_this();
  EXPECT_EQ(shared, service_);
  EXPECT_EQ(read, service_);
  EXPECT_EQ(weak.lock(), service_);
  const auto own = std::make_shared<Service>(node_->get_node_base_interface().get(), "own",
                                             rclcpp::ServicesQoS(), nullptr);
  EXPECT_EQ(own->shared_from_this(), own) << "one that a user makes as well";
}

TEST_F(ServiceTest, RepliesComeByFuture) {
  COVERS("rclcpp::Client", "async_send_request", "Future", "SharedFuture", "SharedResponse",
         "Response");
  COVERS("rclcpp::Client::FutureAndRequestId", "operator SharedFuture", "share");
  connect();
  Client::FutureAndRequestId plain = client_->async_send_request(request("a"));
  wait_for(plain);
  const Client::SharedResponse response = plain.get();
  EXPECT_THAT(response->result.names, ElementsAre("a"));
  Client::SharedFuture converted = client_->async_send_request(request("b"));
  wait_for(converted);
  EXPECT_THAT(converted.get()->result.names, ElementsAre("b"));
  Client::SharedFuture shared = client_->async_send_request(request("c")).share();
  wait_for(shared);
  EXPECT_THAT(shared.get()->result.names, ElementsAre("c"));
  static_assert(std::is_same_v<decltype(plain.future), Client::Future>);
  static_assert(std::is_same_v<Client::Response, ListParameters::Response>);
}

TEST_F(ServiceTest, RepliesComeToCallbacksWithTheirRequestIfItIsWanted) {
  COVERS("rclcpp::Client", "CallbackType", "CallbackWithRequestType", "SharedFutureWithRequest");
  COVERS("rclcpp::Client::SharedFutureAndRequestId");
  COVERS("rclcpp::Client::SharedFutureWithRequestAndRequestId");
  connect();
  std::vector<std::string> told;
  const Client::CallbackType plain = [&](Client::SharedFuture future) {
    told.push_back(future.get()->result.names.at(0));
  };
  const Client::CallbackWithRequestType both = [&](Client::SharedFutureWithRequest future) {
    const auto [asked, response] = future.get();
    told.push_back(asked->prefixes.at(0) + "=" + response->result.names.at(0));
  };
  const Client::SharedFutureAndRequestId first = client_->async_send_request(request("a"), plain);
  const Client::SharedFutureWithRequestAndRequestId second =
      client_->async_send_request(request("b"), both);
  EXPECT_NE(first.request_id, second.request_id);
  wait_until([&] { return told.size() == 2; });
  EXPECT_THAT(told, ElementsAre("a", "b=b"));
}

TEST_F(ServiceTest, WhatIsAskedOfAndPromisedHasItsNames) {
  COVERS("rclcpp::Client", "Request", "SharedRequest", "Promise", "SharedPromise",
         "PromiseWithRequest", "SharedPromiseWithRequest");
  Client::SharedPromise promise = std::make_shared<Client::Promise>();
  auto future = promise->get_future();
  promise->set_value(std::make_shared<ListParameters::Response>());
  EXPECT_NE(future.get(), nullptr);
  Client::SharedPromiseWithRequest both = std::make_shared<Client::PromiseWithRequest>();
  const Client::SharedRequest asked = std::make_shared<Client::Request>();
  both->set_value({asked, nullptr});
  EXPECT_EQ(both->get_future().get().first, asked);
}

TEST_F(ServiceTest, RequestsThatNobodyAnswersAreForgottenWhenAsked) {
  COVERS("rclcpp::Client", "remove_pending_request", "prune_pending_requests",
         "prune_requests_older_than");
  COVERS("rclcpp::ClientBase", "service_is_ready", "get_service_name");
  const auto client = node_->create_client<ListParameters>("nobody");
  EXPECT_FALSE(client->service_is_ready());
  EXPECT_STREQ(client->get_service_name(), "/shop/nobody");
  const auto a = client->async_send_request(request("a"));
  const auto b = client->async_send_request(request("b"), [](Client::SharedFuture) {});
  EXPECT_TRUE(client->remove_pending_request(a));
  EXPECT_FALSE(client->remove_pending_request(a));
  EXPECT_TRUE(client->remove_pending_request(b.request_id));
  const auto c = client->async_send_request(request("c"));
  std::vector<int64_t> pruned;
  const auto now = std::chrono::system_clock::now();
  EXPECT_EQ(client->prune_requests_older_than(now - 1h, &pruned), 0u);
  EXPECT_EQ(client->prune_requests_older_than(now + 1h, &pruned), 1u);
  EXPECT_THAT(pruned, ElementsAre(c.request_id));
  client->async_send_request(request("d"));
  client->async_send_request(request("e"));
  EXPECT_EQ(client->prune_pending_requests(), 2u);
  EXPECT_EQ(client->prune_pending_requests(), 0u);
}

TEST_F(ServiceTest, EndpointsTellTheQosThatTheyHave) {
  COVERS("rclcpp::ClientBase", "get_request_publisher_actual_qos",
         "get_response_subscription_actual_qos");
  COVERS("rclcpp::ServiceBase", "get_request_subscription_actual_qos",
         "get_response_publisher_actual_qos", "get_service_name");
  connect();
  EXPECT_STREQ(service_->get_service_name(), "/shop/echo");
  for (const auto& qos : {client_->get_request_publisher_actual_qos(),
                          client_->get_response_subscription_actual_qos(),
                          service_->get_request_subscription_actual_qos(),
                          service_->get_response_publisher_actual_qos()}) {
    EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::Reliable);
    EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::Volatile);
  }
}

TEST_F(ServiceTest, ServicesAnswerAtOnceOrLater) {
  COVERS("rclcpp::Service", "CallbackType", "CallbackWithHeaderType", "send_response");
  const Service::CallbackType plain = [](const std::shared_ptr<ListParameters::Request>,
                                         std::shared_ptr<ListParameters::Response> response) {
    response->result.names = {"plain"};
  };
  int64_t number = -1;
  const Service::CallbackWithHeaderType with_header =
      [&](const std::shared_ptr<rmw_request_id_t> id,
          const std::shared_ptr<ListParameters::Request>,
          std::shared_ptr<ListParameters::Response> response) {
        number = id->sequence_number;
        response->result.names = {"header"};
      };
  std::shared_ptr<rmw_request_id_t> held;
  const auto later = [&](std::shared_ptr<Service>, std::shared_ptr<rmw_request_id_t> id,
                         std::shared_ptr<ListParameters::Request>) { held = id; };
  const auto a = node_->create_service<ListParameters>("a", plain);
  const auto b = node_->create_service<ListParameters>("b", with_header);
  const auto c = node_->create_service<ListParameters>("c", later);
  const ListParameters::Request nothing;
  EXPECT_THAT(ask<ListParameters>(node_, "a", nothing).result.names, ElementsAre("plain"));
  EXPECT_THAT(ask<ListParameters>(node_, "b", nothing).result.names, ElementsAre("header"));
  EXPECT_GT(number, 0);
  const auto client = node_->create_client<ListParameters>("c");
  ASSERT_TRUE(client->wait_for_service(30s));
  auto future = client->async_send_request(request("x"));
  wait_until([&] { return held != nullptr; });
  EXPECT_EQ(future.wait_for(0s), std::future_status::timeout);
  ListParameters::Response response;
  response.result.names = {"later"};
  c->send_response(*held, response);
  wait_for(future);
  EXPECT_THAT(future.get()->result.names, ElementsAre("later"));
}

}  // namespace
