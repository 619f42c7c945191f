// The graph that `bench command` looks at, and what `ros2 topic hz` is compared with.
//
// role=graph first=N nodes=N: nodes /bench/node_NN, each with a publisher and a parameter.
// role=pub size=128B|4MB rate=HZ: a String or an Image; it tells when it published each.
// role=count size=128B|4MB: a subscription that counts the bytes of the messages.
#include <cstdio>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>

#include "bench/ours/carriers.h"
#include "bench/ours/options.h"

namespace ranvier::bench {
namespace {

using sensor_msgs::msg::Image;
using std_msgs::msg::String;

constexpr const char* kNamespace = "bench";
constexpr const char* kTopic = "counted";

std::string two_digits(long number) {
  char text[24];
  std::snprintf(text, sizeof text, "%02ld", number);
  return text;
}

void spin(rclcpp::executors::SingleThreadedExecutor& executor, Session session,
          const std::function<void(Findings&)>& tell = {}) {
  session.end = [&executor] { executor.cancel(); };
  SessionThread control(std::move(session));
  executor.spin();
  Findings findings = control.join();
  if (tell) tell(findings);
  control.finish(findings);
}

void run_graph(const Args& args) {
  rclcpp::executors::SingleThreadedExecutor executor;
  std::vector<rclcpp::Node::SharedPtr> nodes;
  std::vector<rclcpp::PublisherBase::SharedPtr> publishers;
  const long first = args.integer("first");
  for (long i = first; i < first + args.integer("nodes"); ++i) {
    nodes.push_back(std::make_shared<rclcpp::Node>("node_" + two_digits(i), kNamespace));
    nodes.back()->declare_parameter("number", i);
    publishers.push_back(nodes.back()->create_publisher<String>("topic_" + two_digits(i), 10));
    executor.add_node(nodes.back());
  }
  spin(executor, {});
}

template <class Message>
void publish(const Args& args) {
  const auto node = std::make_shared<rclcpp::Node>("publisher", kNamespace);
  const auto publisher = node->create_publisher<Message>(kTopic, 10);
  Message message;
  fill(message, size_of_name(args.text("size")));
  Window window;
  std::vector<std::int64_t> times;  // of the messages that somebody could hear
  const std::chrono::nanoseconds period(1'000'000'000 / args.integer("rate"));
  const auto timer = node->create_wall_timer(period, [&] {
    (void)window.stamp();
    if (publisher->get_subscription_count() > 0) times.push_back(now_ns());
    publisher->publish(message);
  });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  Session session;
  session.window = &window;
  session.matched = [&] { return publisher->get_subscription_count() > 0; };
  spin(executor, session, [&](Findings& findings) {
    for (const std::int64_t time : times) findings.lines.push_back(std::to_string(time));
  });
}

template <class Message>
void count_bytes() {
  const auto node = std::make_shared<rclcpp::Node>("counter", kNamespace);
  std::atomic<std::uint64_t> messages{0};
  std::uint64_t bytes = 0;
  const auto subscription = node->create_subscription<Message>(
      kTopic, rclcpp::SensorDataQoS(), [&](const Message& message) {
        bytes += message.data.size();
        messages.fetch_add(1, std::memory_order_relaxed);
      });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  Session session;
  session.warm = [&] { return messages.load(std::memory_order_relaxed) > 0; };
  spin(executor, session,
       [&](Findings& findings) { findings.numbers["bytes"] = static_cast<double>(bytes); });
}

void run(const Args& args) {
  const Rclcpp rclcpp;
  const std::string& role = args.text("role");
  if (role == "graph") return run_graph(args);
  const bool small = carrier_of(size_of_name(args.text("size"))) == Carrier::kString;
  if (role == "pub") return small ? publish<String>(args) : publish<Image>(args);
  if (role == "count") return small ? count_bytes<String>() : count_bytes<Image>();
  throw std::invalid_argument("role=" + role + " is none. Give role=<graph, pub or count>.");
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { run(Args(count, words)); });
}
