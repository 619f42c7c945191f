#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <test_msgs/srv/basic_types.hpp>

#include "modes.hpp"

namespace interop {
using example_interfaces::srv::AddTwoInts;
using test_msgs::srv::BasicTypes;

namespace {
/// Where a service keeps the two numbers and their sum. PyPI's ROS 2 has BasicTypes alone.
struct Sums {
  using Type = AddTwoInts;
  static auto& a(Type::Request& of) { return of.a; }
  static auto& b(Type::Request& of) { return of.b; }
  static auto& sum(Type::Response& of) { return of.sum; }
};
struct BasicSums {
  using Type = BasicTypes;
  static auto& a(Type::Request& of) { return of.int64_value; }
  static auto& b(Type::Request& of) { return of.int32_value; }
  static auto& sum(Type::Response& of) { return of.int64_value; }
};
bool basic(const Options& options) { return options.get("type", "") == "test_msgs/srv/BasicTypes"; }

/// Reports how many clients the services have together, whenever it changes.
rclcpp::TimerBase::SharedPtr report_clients(const rclcpp::Node::SharedPtr& node,
                                            std::vector<std::string> services) {
  auto known = std::make_shared<std::size_t>(0);
  return node->create_wall_timer(std::chrono::milliseconds(5), [=, weak = node->weak_from_this()] {
    std::size_t clients = 0;
    for (const auto& service : services) clients += weak.lock()->count_clients(service);
    if (std::exchange(*known, clients) == clients) return;
    Event("matched").put("count", static_cast<std::int64_t>(clients));
  });
}

template <class Of>
void serve_sums(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("service", "/add_two_ints");
  using Type = typename Of::Type;
  auto service =
      node->create_service<Type>(name, [](std::shared_ptr<typename Type::Request> request,
                                          std::shared_ptr<typename Type::Response> response) {
        Event("request").put("a", Of::a(*request)).put("b", std::int64_t{Of::b(*request)});
        Of::sum(*response) = Of::a(*request) + Of::b(*request);
      });
  auto watch = report_clients(node, {name});
  Event("ready");
  spin_and_obey(node);
}

template <class Of>
void send(rclcpp::Client<typename Of::Type>& client, const Words& words) {
  auto request = std::make_shared<typename Of::Type::Request>();
  Of::a(*request) = std::stoll(words.at(1));
  Of::b(*request) = std::stoi(words.at(2));
  using Future = typename rclcpp::Client<typename Of::Type>::SharedFuture;
  client.async_send_request(
      request, [](Future reply) { Event("reply").put("value", Of::sum(*reply.get())); });
}

template <class Of>
void call_for_sums(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("service", "/add_two_ints");
  auto client = node->create_client<typename Of::Type>(name);
  bool there = false;
  std::size_t servers = 0;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(5), [&] {
    if (servers != node->count_services(name)) {
      servers = node->count_services(name);
      Event("servers").put("count", static_cast<std::int64_t>(servers));
    }
    if (there == client->service_is_ready()) return;
    there = !there;
    Event("service").put_json("there", there ? "true" : "false");
  });
  Event("ready");
  spin_and_obey(node, [&](const Words& words) { send<Of>(*client, words); });
}
}  // namespace

void serve(const Options& options) {
  basic(options) ? serve_sums<BasicSums>(options) : serve_sums<Sums>(options);
}

void call(const Options& options) {
  basic(options) ? call_for_sums<BasicSums>(options) : call_for_sums<Sums>(options);
}

void hold_node(const Options& options) {
  auto node = make_node(options);
  node->declare_parameter("answer", 42);
  node->declare_parameter("ratio", 0.5);
  node->declare_parameter("name", std::string("peer"));
  const std::string name = node->get_fully_qualified_name();
  auto watch = report_clients(node, {name + "/get_parameters", name + "/list_parameters"});
  Event("ready");
  spin_and_obey(node);
}

}  // namespace interop
