// A library that a program opens, lets use its node, and closes: each part makes one kind of
// thing and drops it, most of them with something still to do.
#include "guest.h"

#include <chrono>
#include <example_interfaces/action/fibonacci.hpp>
#include <example_interfaces/msg/string.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <std_msgs/msg/int32.hpp>
#include <stdexcept>
#include <thread>

#include "rclcpp/subscription_factory.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"

namespace {

using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::Int32;
using namespace std::chrono_literals;
using Host = rclcpp::Node::SharedPtr;

void spin_until(rclcpp::Executor& executor, const std::function<bool()>& condition) {
  while (!condition()) executor.spin_once(100ms);
}
// Beside the executor: what becomes ready stays so.
void wait_until(const std::function<bool()>& condition) {
  while (!condition()) std::this_thread::sleep_for(1ms);
}

std::shared_ptr<rclcpp::Service<AddTwoInts>> serve(const Host& host) {
  return host->create_service<AddTwoInts>("guest/add",
                                          [](const std::shared_ptr<AddTwoInts::Request> request,
                                             std::shared_ptr<AddTwoInts::Response> response) {
                                            response->sum = request->a + request->b;
                                          });
}

void service(const Host& host, rclcpp::Executor&) { serve(host); }

void service_with_a_request(const Host& host, rclcpp::Executor&) {
  const auto service = serve(host);
  const auto client = host->create_client<AddTwoInts>("guest/add");
  wait_until([&] { return client->service_is_ready(); });
  client->async_send_request(std::make_shared<AddTwoInts::Request>());
}

void client_with_a_reply(const Host& host, rclcpp::Executor& executor) {
  const auto service = serve(host);
  const auto group = host->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  const auto client = host->create_client<AddTwoInts>("guest/add", rclcpp::ServicesQoS(), group);
  wait_until([&] { return client->service_is_ready(); });
  int answers = 0;
  for (int i = 0; i < 3; ++i) {
    client->async_send_request(std::make_shared<AddTwoInts::Request>(),
                               [&](rclcpp::Client<AddTwoInts>::SharedFuture) { ++answers; });
  }
  spin_until(executor, [&] { return answers > 0; });
}

void client_without_a_reply(const Host& host, rclcpp::Executor&) {
  const auto client = host->create_client<AddTwoInts>("nobody/serves");
  client->async_send_request(std::make_shared<AddTwoInts::Request>(),
                             [](rclcpp::Client<AddTwoInts>::SharedFuture) {});
}

template <class Callback>
void leave_messages(const Host& host, Callback callback,
                    const rclcpp::SubscriptionOptions& options = rclcpp::SubscriptionOptions()) {
  const auto in = host->create_subscription<Int32>("guest/numbers", 10, callback, options);
  const auto out = host->create_publisher<Int32>("guest/numbers", 10);
  wait_until([&] { return out->get_subscription_count() > 0; });
  for (int i = 0; i < 3; ++i) out->publish(Int32());
}

void subscription_with_messages(const Host& host, rclcpp::Executor&) {
  leave_messages(host, [](const Int32&) {});
}

void reentrant_subscription_with_messages(const Host& host, rclcpp::Executor&) {
  rclcpp::SubscriptionOptions options;
  options.callback_group = host->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  leave_messages(host, [](std::unique_ptr<Int32>) {}, options);
}

void subscription_over_dds(const Host& host, rclcpp::Executor& executor) {
  rclcpp::SubscriptionOptions options;
  options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  int heard = 0;
  const auto in = host->create_subscription<Int32>(
      "guest/numbers", 10, [&](std::shared_ptr<const Int32>) { ++heard; }, options);
  const auto out = host->create_publisher<Int32>("guest/numbers", 10);
  spin_until(executor, [&] {
    out->publish(Int32());
    return heard > 0;
  });
}

void subscription_of_a_factory(const Host& host, rclcpp::Executor&) {
  const auto topics = host->get_node_topics_interface();
  const auto made =
      topics->create_subscription("guest/numbers",
                                  rclcpp::create_subscription_factory<Int32>(
                                      [](const Int32&) {}, rclcpp::SubscriptionOptions()),
                                  10);
  topics->add_subscription(made, nullptr);
}

void publisher_that_keeps(const Host& host, rclcpp::Executor&) {
  using example_interfaces::msg::String;
  const auto out = host->create_publisher<String>("guest/kept", rclcpp::QoS(1).transient_local());
  out->publish(String());
}

void endpoint_events(const Host& host, rclcpp::Executor&) {
  rclcpp::SubscriptionOptions options;
  options.event_callbacks.incompatible_qos_callback = [](rclcpp::QOSRequestedIncompatibleQoSInfo&) {
  };
  const auto in = host->create_subscription<Int32>(
      "guest/events", rclcpp::QoS(1).reliable(), [](const Int32&) {}, options);
  in->set_on_new_message_callback([](std::size_t) {});
  rclcpp::PublisherOptions out_options;
  out_options.event_callbacks.incompatible_qos_callback =
      [](rclcpp::QOSOfferedIncompatibleQoSInfo&) {};
  const auto out =
      host->create_publisher<Int32>("guest/events", rclcpp::QoS(1).best_effort(), out_options);
  std::this_thread::yield();
}

void timers(const Host& host, rclcpp::Executor& executor) {
  int ticks = 0;
  const auto group = host->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  const auto wall = host->create_wall_timer(1ms, [&] { ++ticks; }, group);
  const auto timer = host->create_timer(1ms, [&] { ++ticks; });
  spin_until(executor, [&] { return ticks > 3; });
}

void callback_group(const Host& host, rclcpp::Executor& executor) {
  const auto group =
      host->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  executor.add_callback_group(group, host->get_node_base_interface());
  executor.remove_callback_group(group);
}

void callbacks_of_parameters(const Host& host, rclcpp::Executor&) {
  const auto before = host->add_pre_set_parameters_callback([](std::vector<rclcpp::Parameter>&) {});
  const auto on = host->add_on_set_parameters_callback([](const std::vector<rclcpp::Parameter>&) {
    rcl_interfaces::msg::SetParametersResult result;
    result.successful = true;
    return result;
  });
  const auto after =
      host->add_post_set_parameters_callback([](const std::vector<rclcpp::Parameter>&) {});
  rclcpp::ParameterEventHandler handler(host);
  const auto one = handler.add_parameter_callback("nothing", [](const rclcpp::Parameter&) {});
  rclcpp::AsyncParametersClient client(host, host->get_name());
}

/// Triggered, and never run.
class Waits final : public rclcpp::Waitable {
 public:
  void add_to_wait_set(rcl_wait_set_t& wait_set) override { condition_.add_to_wait_set(wait_set); }
  bool is_ready(const rcl_wait_set_t&) override { return true; }
  std::shared_ptr<void> take_data() override { return nullptr; }
  void execute(const std::shared_ptr<void>&) override {}
  void trigger() { condition_.trigger(); }

 private:
  rclcpp::GuardCondition condition_;
};

void waitable_that_is_removed(const Host& host, rclcpp::Executor&) {
  const auto waitable = std::make_shared<Waits>();
  host->get_node_waitables_interface()->add_waitable(waitable, nullptr);
  waitable->trigger();
  host->get_node_waitables_interface()->remove_waitable(waitable, nullptr);
}

void actions(const Host& host, rclcpp::Executor& executor) {
  using Handle = rclcpp_action::ServerGoalHandle<Fibonacci>;
  using Client = rclcpp_action::Client<Fibonacci>;
  std::shared_ptr<Handle> accepted;
  const auto server = rclcpp_action::create_server<Fibonacci>(
      host, "guest/act",
      [](const auto&, std::shared_ptr<const Fibonacci::Goal>) {
        return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](std::shared_ptr<Handle>) { return rclcpp_action::CancelResponse::ACCEPT; },
      [&](std::shared_ptr<Handle> handle) { accepted = std::move(handle); });
  const auto client = rclcpp_action::create_client<Fibonacci>(host, "guest/act");
  wait_until([&] { return client->action_server_is_ready(); });
  Client::SendGoalOptions options;
  options.result_callback = [](const Client::WrappedResult&) {};
  auto goal = client->async_send_goal(Fibonacci::Goal(), options);
  spin_until(executor, [&] { return accepted && goal.wait_for(0s) == std::future_status::ready; });
}

void node_of_its_own(const Host&, rclcpp::Executor& executor) {
  const auto node = std::make_shared<rclcpp::Node>("guest");
  const auto service = serve(node);
  executor.add_node(node);
  leave_messages(node, [](const Int32&) {});
  executor.spin_some();
  executor.remove_node(node);
}

void lifecycle_publisher(const Host& host, rclcpp::Executor&) {
  const auto out =
      rclcpp::create_publisher<Int32, std::allocator<void>,
                               rclcpp_lifecycle::LifecyclePublisher<Int32>>(*host, "guest/out", 1);
  out->on_activate();
  out->publish(Int32());
}

void generic_endpoints(const Host& host, rclcpp::Executor&) {
  const auto in = host->create_generic_subscription(
      "guest/any", "std_msgs/msg/Int32", 1, [](std::shared_ptr<rclcpp::SerializedMessage>) {});
  const auto out = host->create_generic_publisher("guest/any", "std_msgs/msg/Int32", 1);
  wait_until([&] { return out->get_subscription_count() > 0; });
}

constexpr GuestPart kParts[] = {
    {"service", service},
    {"service_with_a_request", service_with_a_request},
    {"client_with_a_reply", client_with_a_reply},
    {"client_without_a_reply", client_without_a_reply},
    {"subscription_with_messages", subscription_with_messages},
    {"reentrant_subscription_with_messages", reentrant_subscription_with_messages},
    {"subscription_over_dds", subscription_over_dds},
    {"subscription_of_a_factory", subscription_of_a_factory},
    {"publisher_that_keeps", publisher_that_keeps},
    {"endpoint_events", endpoint_events},
    {"timers", timers},
    {"callback_group", callback_group},
    {"callbacks_of_parameters", callbacks_of_parameters},
    {"waitable_that_is_removed", waitable_that_is_removed},
    {"actions", actions},
    {"node_of_its_own", node_of_its_own},
    {"lifecycle_publisher", lifecycle_publisher},
    {"generic_endpoints", generic_endpoints},
    {nullptr, nullptr},
};

}  // namespace

extern "C" const GuestPart* guest_parts() { return kParts; }
