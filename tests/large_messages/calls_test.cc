// Services and actions whose messages are larger than the stack.
#include <gmock/gmock.h>

#include "large_interfaces/action/dig.hpp"
#include "large_interfaces/srv/swap.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "small_stack.hpp"

namespace {

using large_interfaces::action::Dig;
using large_interfaces::srv::Swap;
using rclcpp_action::CancelResponse;
using rclcpp_action::GoalResponse;
using rclcpp_action::ResultCode;

std::shared_ptr<Swap::Request> request(std::uint8_t last) {
  auto made = std::make_shared<Swap::Request>();
  made->data.back() = last;
  return made;
}

/// What the answer tells of the request.
void answer(const Swap::Request& request, Swap::Response& response) {
  response.data.back() = static_cast<std::uint8_t>(request.data.back() + 1);
}

/// A service is asked in every way that a client has.
class LargeServices : public LargeMessages {
 protected:
  template <class Callback>
  void check(Callback callback) {
    run([&] {
      const auto service = node_->create_service<Swap>("swap", callback);
      const auto client = node_->create_client<Swap>("swap");
      const auto contents = RCL_SERVICE_INTROSPECTION_CONTENTS;
      service->configure_introspection(node_->get_clock(), rclcpp::SystemDefaultsQoS(), contents);
      client->configure_introspection(node_->get_clock(), rclcpp::SystemDefaultsQoS(), contents);
      int told = 0;
      const auto listener = node_->create_subscription<Swap::Event>(
          "swap/_service_event", 10, [&](const Swap::Event&) { ++told; });
      EXPECT_TRUE(client->wait_for_service(std::chrono::seconds(60)));
      EXPECT_EQ(get(client->async_send_request(request(1)).future.share())->data.back(), 2);
      using Future = rclcpp::Client<Swap>::SharedFuture;
      using WithRequest = rclcpp::Client<Swap>::SharedFutureWithRequest;
      int heard = 0;
      client->async_send_request(request(2),
                                 [&](Future future) { heard = future.get()->data.back(); });
      wait_until([&] { return heard == 3; });
      client->async_send_request(
          request(3), [&](WithRequest future) { heard = future.get().second->data.back(); });
      wait_until([&] { return heard == 4 && told >= 4; });
      const auto generic =
          rclcpp::create_generic_client(node_, "swap", "large_interfaces/srv/Swap");
      EXPECT_TRUE(generic->wait_for_service(std::chrono::seconds(60)));
      const auto reply = get(generic->async_send_request(request(4).get()).future.share());
      EXPECT_EQ(static_cast<Swap::Response*>(reply.get())->data.back(), 5);
    });
  }
};

TEST_F(LargeServices, AnswerAtOnce) {
  check([](const std::shared_ptr<Swap::Request> asked, std::shared_ptr<Swap::Response> response) {
    answer(*asked, *response);
  });
}

TEST_F(LargeServices, AnswerLater) {
  check([](std::shared_ptr<rclcpp::Service<Swap>> service, std::shared_ptr<rmw_request_id_t> id,
           std::shared_ptr<Swap::Request> asked) {
    const auto response = std::make_shared<Swap::Response>();
    answer(*asked, *response);
    service->send_response(*id, *response);
  });
}

TEST_F(LargeServices, AreTakenFromPastTheExecutor) {
  run([&] {
    const auto group =
        node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
    const auto service = node_->create_service<Swap>(
        "swap", [](std::shared_ptr<Swap::Request>, std::shared_ptr<Swap::Response>) {},
        rclcpp::ServicesQoS(), group);
    const auto client = node_->create_client<Swap>("swap", rclcpp::ServicesQoS(), group);
    EXPECT_TRUE(client->wait_for_service(std::chrono::seconds(60)));
    const auto future = client->async_send_request(request(1));
    const auto asked = std::make_unique<Swap::Request>();
    const auto response = std::make_unique<Swap::Response>();
    rmw_request_id_t id;
    wait_until([&] { return service->take_request(*asked, id); });
    answer(*asked, *response);
    service->send_response(id, *response);
    response->data.back() = 0;
    wait_until([&] { return client->take_response(*response, id); });
    EXPECT_EQ(response->data.back(), 2);
  });
}

/// A server that ends each goal as its test says, and a client that waits for it.
class LargeActions : public LargeMessages {
 protected:
  using Handle = rclcpp_action::ServerGoalHandle<Dig>;
  using Goal = rclcpp_action::ClientGoalHandle<Dig>;

  void check(ResultCode expected, int last,
             const std::function<void(std::shared_ptr<Handle>)>& end) {
    run([&] {
      std::shared_ptr<Handle> handle;
      const auto server = rclcpp_action::create_server<Dig>(
          node_, "dig",
          [](const auto&, std::shared_ptr<const Dig::Goal>) {
            return GoalResponse::ACCEPT_AND_EXECUTE;
          },
          [](std::shared_ptr<Handle>) { return CancelResponse::ACCEPT; },
          [&](std::shared_ptr<Handle> accepted) { handle = std::move(accepted); });
      const auto client = rclcpp_action::create_client<Dig>(node_, "dig");
      EXPECT_TRUE(client->wait_for_action_server(std::chrono::seconds(60)));
      int fed = 0;
      rclcpp_action::Client<Dig>::SendGoalOptions options;
      options.feedback_callback = [&](Goal::SharedPtr, std::shared_ptr<const Dig::Feedback> one) {
        fed = one->data.back();
      };
      const auto wanted = std::make_unique<Dig::Goal>();
      wanted->data.back() = 7;
      const auto goal = get(client->async_send_goal(*wanted, options));
      wait_until([&] { return handle != nullptr; });
      EXPECT_EQ(handle->get_goal()->data.back(), 7);
      const auto feedback = std::make_shared<Dig::Feedback>();
      feedback->data.back() = 8;
      handle->publish_feedback(feedback);
      wait_until([&] { return fed == 8; });
      const auto result = client->async_get_result(goal);
      if (expected == ResultCode::CANCELED) get(client->async_cancel_goal(goal));
      end(std::exchange(handle, nullptr));
      EXPECT_EQ(get(result).code, expected);
      EXPECT_EQ(get(result).result->data.back(), last);
    });
  }
  static std::shared_ptr<Dig::Result> result(std::uint8_t last) {
    auto made = std::make_shared<Dig::Result>();
    made->data.back() = last;
    return made;
  }
};

TEST_F(LargeActions, Succeed) {
  check(ResultCode::SUCCEEDED, 1, [](auto handle) { handle->succeed(result(1)); });
}
TEST_F(LargeActions, AreAborted) {
  check(ResultCode::ABORTED, 2, [](auto handle) { handle->abort(result(2)); });
}
TEST_F(LargeActions, AreCanceled) {
  check(ResultCode::CANCELED, 3, [](auto handle) { handle->canceled(result(3)); });
}
TEST_F(LargeActions, EndWithTheirHandle) {
  check(ResultCode::CANCELED, 0, [](auto handle) { handle.reset(); });
}

}  // namespace
