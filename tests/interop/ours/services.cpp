#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <example_interfaces/srv/add_two_ints.hpp>

#include "modes.hpp"

namespace interop {
using example_interfaces::srv::AddTwoInts;

namespace {
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
}  // namespace

void serve(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("service", "/add_two_ints");
  auto service = node->create_service<AddTwoInts>(
      name, [](AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
        Event("request").put("a", request->a).put("b", request->b);
        response->sum = request->a + request->b;
      });
  auto watch = report_clients(node, {name});
  Event("ready");
  spin_and_obey(node);
}

namespace {
void send(rclcpp::Client<AddTwoInts>& client, const Words& words) {
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = std::stoll(words.at(1));
  request->b = std::stoll(words.at(2));
  client.async_send_request(request, [](rclcpp::Client<AddTwoInts>::SharedFuture reply) {
    Event("reply").put("value", reply.get()->sum);
  });
}
}  // namespace

void call(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("service", "/add_two_ints");
  auto client = node->create_client<AddTwoInts>(name);
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
  spin_and_obey(node, [&](const Words& words) { send(*client, words); });
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
