#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "sums.hpp"

namespace interop {
namespace {

constexpr auto kSpied = RCL_SERVICE_INTROSPECTION_CONTENTS;

/// Clients in the process of their server, called from a thread each.
template <class Of>
class LocalClients {
 public:
  LocalClients(rclcpp::Node& node, const std::string& service, std::int64_t count) {
    for (; count > 0; --count) callers_.push_back(std::make_unique<Caller<Of>>(node, service));
  }
  void volley(const Volley& calls) {
    std::vector<std::thread> threads;
    Volley own = calls;
    for (auto& caller : callers_) {
      threads.emplace_back([own, one = caller.get()] { one->volley(own); });
      own.base += 1000;
    }
    for (auto& thread : threads) thread.join();
  }

 private:
  std::vector<std::unique_ptr<Caller<Of>>> callers_;
};

template <class Of>
auto make_service(const rclcpp::Node::SharedPtr& node, const Options& options) {
  using Type = typename Of::Type;
  const bool mute = options.has("mute");
  auto service = node->create_service<Type>(
      options.get("service", "/add_two_ints"),
      [mute](const std::shared_ptr<rclcpp::Service<Type>> service,
             const std::shared_ptr<rmw_request_id_t> id,
             const std::shared_ptr<typename Type::Request> request) {
        Event("request").put("a", Of::a(*request)).put("b", std::int64_t{Of::b(*request)});
        if (mute) return;
        typename Type::Response response;
        Of::sum(response) = Of::a(*request) + Of::b(*request);
        const auto phase = static_cast<std::size_t>(Of::a(*request) % 26);
        if (auto* text = Of::text(response)) *text = pattern(phase, Of::asked(*request));
        service->send_response(*id, response);
      });
  if (options.has("introspect")) {
    service->configure_introspection(node->get_clock(), rclcpp::SystemDefaultsQoS(), kSpied);
  }
  return service;
}

template <class Of>
void serve_sums(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("service", "/add_two_ints");
  auto service = make_service<Of>(node, options);
  LocalClients<Of> clients(*node, name, options.number("local-clients", 0));
  auto watch = report_clients(node, {name});
  Event("ready");
  spin_and_obey(node, [&](const Words& words) { clients.volley(Volley(words)); });
}

template <class Of>
void call_for_sums(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("service", "/add_two_ints");
  Caller<Of> caller(*node, name);
  if (options.has("introspect")) {
    caller.client().configure_introspection(node->get_clock(), rclcpp::SystemDefaultsQoS(), kSpied);
  }
  bool there = false;
  std::size_t servers = 0;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(5), [&] {
    if (servers != node->count_services(name)) {
      servers = node->count_services(name);
      Event("servers").put("count", static_cast<std::int64_t>(servers));
    }
    if (there == caller.client().service_is_ready()) return;
    there = !there;
    Event("service").put_json("there", there ? "true" : "false");
  });
  Event("ready");
  spin_and_obey(node, [&](const Words& words) {
    words.at(0) == "volley" ? caller.volley(Volley(words)) : caller.call(words);
  });
}
}  // namespace

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

void serve(const Options& options) {
  with_sums(options, [&](auto of) { serve_sums<decltype(of)>(options); });
}

void call(const Options& options) {
  with_sums(options, [&](auto of) { call_for_sums<decltype(of)>(options); });
}

// Each event as (kind, number of the request, what the request or the reply holds).
void spy(const Options& options) {
  using Spied = test_msgs::srv::BasicTypes_Event;
  auto node = make_node(options);
  auto subscription = node->create_subscription<Spied>(
      options.get("service", "/add_two_ints") + "/_service_event", rclcpp::QoS(100),
      [](Spied::ConstSharedPtr event) {
        const auto& [request, response] = std::pair(event->request, event->response);
        Event("spied")
            .put("kind", event->info.event_type)
            .put("number", event->info.sequence_number)
            .put("value", !request.empty()    ? request[0].int64_value
                          : !response.empty() ? response[0].int64_value
                                              : -1);
      });
  Event("ready");
  spin_and_obey(node);
}

}  // namespace interop
