// Services whose types are known by name alone, requests and replies past the
// executor, and every form of a service's callback.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <chrono>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "rclcpp/any_service_callback.hpp"
#include "rclcpp/create_generic_client.hpp"
#include "rclcpp/generic_client.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using testing::HasSubstr;
using Id = std::shared_ptr<rmw_request_id_t>;
using Request = std::shared_ptr<AddTwoInts::Request>;
using Response = std::shared_ptr<AddTwoInts::Response>;

constexpr const char* kType = "example_interfaces/srv/AddTwoInts";
constexpr const char* kIdentifier = "rosidl_typesupport_cpp";

void add(const Request request, Response response) { response->sum = request->a + request->b; }

AddTwoInts::Request two(std::int64_t a, std::int64_t b) {
  AddTwoInts::Request request;
  request.a = a;
  request.b = b;
  return request;
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

class GenericClientTest : public Running {
 protected:
  GenericClientTest() {
    init();
    node_ = node("own");
  }
  ~GenericClientTest() override { node_.reset(); }

  std::int64_t sum_of(const std::shared_ptr<void>& response) {
    return std::static_pointer_cast<AddTwoInts::Response>(response)->sum;
  }
  template <class FutureT>
  void complete(FutureT& future) {
    ASSERT_EQ(executor_->spin_until_future_complete(future, std::chrono::seconds(30)),
              rclcpp::FutureReturnCode::SUCCESS);
  }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(GenericClientTest, AsksByTheNameOfTheType) {
  COVERS("rclcpp::GenericClient", "async_send_request", "Request", "Response", "Future",
         "SharedFuture", "SharedResponse", "Promise", "SharedPromise");
  COVERS("rclcpp::GenericClient::FutureAndRequestId", "share");
  COVERS("rclcpp::Node", "create_generic_client");
  auto service = node_->create_service<AddTwoInts>("add", &add);
  rclcpp::GenericClient::SharedPtr client = node_->create_generic_client("add", kType);
  ASSERT_TRUE(client->wait_for_service(std::chrono::seconds(30)));
  EXPECT_STREQ(client->get_service_name(), "/add");
  using Client = rclcpp::GenericClient;
  auto request = two(3, 4);
  const Client::Request erased = &request;
  auto future = client->async_send_request(erased);
  static_assert(std::is_same_v<Client::Request, Client::Response>);
  static_assert(std::is_same_v<decltype(future.future), Client::Future>);
  static_assert(std::is_same_v<decltype(future.share()), Client::SharedFuture>);
  static_assert(std::is_same_v<decltype(future.get()), Client::SharedResponse>);
  static_assert(std::is_same_v<Client::SharedPromise, std::shared_ptr<Client::Promise>>);
  request.a = 100;  // it was copied
  complete(future);
  EXPECT_EQ(sum_of(future.get()), 7);
  auto shared = client->async_send_request(&request).share();
  complete(shared);
  EXPECT_EQ(sum_of(shared.get()), 104);
}

TEST_F(GenericClientTest, IsMadeOfAnyKindOfNode) {
  COVERS("rclcpp", "create_generic_client");
  auto service = node_->create_service<AddTwoInts>("sub/add", &add);
  auto of_node = rclcpp::create_generic_client(node_, "sub/add", kType);
  auto of_parts = rclcpp::create_generic_client(
      node_->get_node_base_interface(), node_->get_node_graph_interface(),
      node_->get_node_services_interface(), "sub/add", kType, rclcpp::ServicesQoS(), nullptr);
  auto of_sub_node = node_->create_sub_node("sub")->create_generic_client("add", kType);
  for (const auto& client : {of_node, of_parts, of_sub_node}) {
    auto request = two(1, 1);
    auto future = client->async_send_request(&request);
    complete(future);
    EXPECT_EQ(sum_of(future.get()), 2);
  }
}

TEST_F(GenericClientTest, ForgetsRequests) {
  COVERS("rclcpp::GenericClient", "prune_pending_requests", "prune_requests_older_than",
         "remove_pending_request");
  auto client = node_->create_generic_client("nobody", kType);
  auto request = two(1, 1);
  auto first = client->async_send_request(&request);
  EXPECT_TRUE(client->remove_pending_request(first));
  EXPECT_FALSE(client->remove_pending_request(first.request_id));
  (void)client->async_send_request(&request);
  (void)client->async_send_request(&request);
  std::vector<int64_t> pruned;
  EXPECT_EQ(client->prune_requests_older_than(
                std::chrono::system_clock::now() - std::chrono::hours(1), &pruned),
            0u);
  EXPECT_EQ(client->prune_requests_older_than(
                std::chrono::system_clock::now() + std::chrono::hours(1), &pruned),
            2u);
  EXPECT_EQ(pruned.size(), 2u);
  EXPECT_EQ(client->prune_pending_requests(), 0u);
}

TEST_F(GenericClientTest, NamesWhatItCannotDoAndTheRemedy) {
  EXPECT_THAT(error_of([&] { node_->create_generic_client("add", "AddTwoInts"); }),
              HasSubstr("is not of the form package/type"));
  EXPECT_THAT(error_of([&] { node_->create_generic_client("add", "nowhere/srv/Add"); }),
              HasSubstr("AMENT_PREFIX_PATH"));
  EXPECT_THAT(error_of([&] { node_->create_generic_client("add", "example_interfaces/srv/No"); }),
              HasSubstr("no such service"));
  EXPECT_THROW(node_->create_generic_client("a b", kType),
               rclcpp::exceptions::InvalidServiceNameError);
  auto client = node_->create_generic_client("add", kType);
  EXPECT_THROW(client->async_send_request(nullptr), std::invalid_argument);
}

TEST_F(GenericClientTest, RequestsAndRepliesAreTakenPastTheExecutor) {
  COVERS("rclcpp::Service{,Base}", "create_request_header", "create_request", "handle_request");
  COVERS("rclcpp::Service", "take_request");
  COVERS("rclcpp::Client{,Base}", "create_request_header", "create_response", "handle_response");
  COVERS("rclcpp::ClientBase", "take_type_erased_response");
  auto other = std::make_shared<rclcpp::Node>("other");  // of no executor
  auto service = other->create_service<AddTwoInts>("add", &add);
  auto client = other->create_client<AddTwoInts>("add");
  bool called = false;
  auto future =
      client->async_send_request(std::make_shared<AddTwoInts::Request>(two(5, 6)),
                                 [&](rclcpp::Client<AddTwoInts>::SharedFuture) { called = true; });

  auto header = service->create_request_header();
  AddTwoInts::Request request;
  ASSERT_TRUE(service->take_request(request, *header));
  EXPECT_EQ(request, two(5, 6));
  EXPECT_FALSE(service->take_request(request, *header));
  auto erased = service->create_request();
  *static_cast<AddTwoInts::Request*>(erased.get()) = request;
  service->handle_request(header, erased);  // answers

  auto reply_header = client->create_request_header();
  auto response = client->create_response();
  ASSERT_TRUE(client->take_type_erased_response(response.get(), *reply_header));
  EXPECT_EQ(sum_of(response), 11);
  EXPECT_EQ(reply_header->sequence_number, header->sequence_number);
  client->handle_response(reply_header, response);
  EXPECT_TRUE(called);
  EXPECT_EQ(future.get()->sum, 11);
  client->handle_response(reply_header, response);  // nobody waits for it any more
}

TEST_F(GenericClientTest, RepliesAreTakenWithTheirType) {
  COVERS("rclcpp::Client", "take_response");
  COVERS("rclcpp::GenericClient", "create_request_header", "create_response", "handle_response",
         "take_response");
  COVERS("rclcpp::GenericClient::FutureAndRequestId", "operator=");
  COVERS("rclcpp::ServiceBase", "take_type_erased_request");
  auto other = std::make_shared<rclcpp::Node>("other");  // of no executor
  auto service = other->create_service<AddTwoInts>("add", &add);
  auto typed = other->create_client<AddTwoInts>("add");
  auto generic = other->create_generic_client("add", kType);
  auto request = two(1, 2);
  const auto serve = [&] {
    auto header = service->create_request_header();
    auto taken = service->create_request();
    ASSERT_TRUE(service->take_type_erased_request(taken.get(), *header));
    service->handle_request(header, taken);
  };
  (void)typed->async_send_request(std::make_shared<AddTwoInts::Request>(request));
  serve();
  AddTwoInts::Response response;
  rmw_request_id_t id;
  ASSERT_TRUE(typed->take_response(response, id));
  EXPECT_EQ(response.sum, 3);
  EXPECT_FALSE(typed->take_response(response, id));

  auto future = generic->async_send_request(&request);
  request.b = 9;
  future = generic->async_send_request(&request);  // the second one's now
  static_assert(!std::is_copy_assignable_v<decltype(future)>);
  for (const std::int64_t sum : {3, 10}) {
    serve();
    auto header = generic->create_request_header();
    auto taken = generic->create_response();
    ASSERT_TRUE(generic->take_response(taken.get(), *header));
    EXPECT_EQ(sum_of(taken), sum);
    EXPECT_EQ(header->sequence_number == future.request_id, sum == 10);
    EXPECT_EQ(future.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
    generic->handle_response(header, taken);
  }
  EXPECT_EQ(sum_of(future.get()), 10);
  EXPECT_FALSE(service->take_type_erased_request(&request, id)) << "all are taken";
  EXPECT_FALSE(generic->take_response(generic->create_response().get(), id));
}

TEST_F(GenericClientTest, ServicesTakeEveryForm) {
  using Header = const Id;
  int deferred = 0;
  rclcpp::Service<AddTwoInts>::SharedPtr later;
  auto plain = node_->create_service<AddTwoInts>("plain", &add);
  auto with_id = node_->create_service<AddTwoInts>(
      "with_id", [](Header, const Request request, Response response) { add(request, response); });
  later = node_->create_service<AddTwoInts>("later", [&](Header id, const Request request) {
    AddTwoInts::Response response;
    response.sum = request->a + request->b;
    ++deferred;
    later->send_response(*id, response);
  });
  auto of_itself = node_->create_service<AddTwoInts>(
      "itself",
      [&](std::shared_ptr<rclcpp::Service<AddTwoInts>> service, Header id, const Request request) {
        AddTwoInts::Response response;
        response.sum = request->a + request->b;
        ++deferred;
        service->send_response(*id, response);
      });
  for (const char* name : {"plain", "with_id", "later", "itself"}) {
    EXPECT_EQ(ask<AddTwoInts>(node_, name, two(20, 1)).sum, 21) << name;
  }
  EXPECT_EQ(deferred, 2);
}

TEST_F(GenericClientTest, NullCallbacksAreRefused) {
  std::function<void(Request, Response)> null;
  EXPECT_THROW(node_->create_service<AddTwoInts>("add", null), std::invalid_argument);
  std::function<void(const rosgraph_msgs::msg::Clock&)> no_callback;
  EXPECT_THAT(
      error_of([&] { node_->create_subscription<rosgraph_msgs::msg::Clock>("a", 1, no_callback); }),
      HasSubstr("callback cannot be nullptr"));
}

TEST_F(GenericClientTest, AnyServiceCallbackCallsWhatItHolds) {
  COVERS("rclcpp::AnyServiceCallback", "dispatch", "register_callback_for_tracing", "set");
  rclcpp::AnyServiceCallback<AddTwoInts> any;
  const auto id = std::make_shared<rmw_request_id_t>();
  const auto request = std::make_shared<AddTwoInts::Request>(two(2, 2));
  EXPECT_THROW(any.dispatch(nullptr, id, request), std::runtime_error);
  any.set(&add);
  EXPECT_EQ(any.dispatch(nullptr, id, request)->sum, 4);
  Id seen;
  any.set([&](const Id header, const Request) { seen = header; });
  EXPECT_EQ(any.dispatch(nullptr, id, request), nullptr);
  EXPECT_EQ(seen, id);
  any.register_callback_for_tracing();
  using Null = void (*)(Request, Response);
  EXPECT_THROW(any.set(Null(nullptr)), std::invalid_argument);
}

TEST(TypeSupportTest, HandlesAreFoundInTheLibraryOfTheirPackage) {
  COVERS("rclcpp", "get_message_typesupport_handle", "get_service_typesupport_handle",
         "get_typesupport_handle", "get_typesupport_library");
  using Parts = std::tuple<std::string, std::string, std::string>;
  EXPECT_EQ(rclcpp::extract_type_identifier("std_msgs/msg/String"),
            Parts("std_msgs", "msg", "String"));
  EXPECT_EQ(rclcpp::extract_type_identifier("std_msgs/String"), Parts("std_msgs", "", "String"));
  EXPECT_THROW(rclcpp::extract_type_identifier("String"), std::runtime_error);
  EXPECT_THROW(rclcpp::extract_type_identifier("std_msgs//String"), std::runtime_error);
  const std::string path = rclcpp::get_typesupport_library_path("example_interfaces", kIdentifier);
  EXPECT_NE(::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD), nullptr) << path;
  EXPECT_THROW(rclcpp::get_typesupport_library_path("no_such_package", kIdentifier),
               std::runtime_error);
  auto library = rclcpp::get_typesupport_library(kType, kIdentifier);
  EXPECT_EQ(rclcpp::get_service_typesupport_handle(kType, kIdentifier, *library),
            rosidl_typesupport_cpp::get_service_type_support_handle<AddTwoInts>());
  const std::string clock = "rosgraph_msgs/msg/Clock";
  auto messages = rclcpp::get_typesupport_library(clock, kIdentifier);
  const auto* handle = rclcpp::get_message_typesupport_handle(clock, kIdentifier, *messages);
  EXPECT_EQ(handle,
            rosidl_typesupport_cpp::get_message_type_support_handle<rosgraph_msgs::msg::Clock>());
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  EXPECT_EQ(rclcpp::get_typesupport_handle(clock, kIdentifier, *messages), handle);
#pragma GCC diagnostic pop
  EXPECT_THROW(rclcpp::get_message_typesupport_handle(kType, kIdentifier, *library),
               std::runtime_error);
  EXPECT_THROW(rclcpp::get_typesupport_library(clock, "rosidl_typesupport_foreign"),
               std::runtime_error);
}

}  // namespace
