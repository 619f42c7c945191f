// usage: tracing_robot <source,relay,sink or a part: source,sink or relay> <messages> <file>
// Nodes of a small robot, those that are named, in one process on one executor:
// /source publishes /raw from a timer, /relay answers each with /cooked, /sink gets
// that. Messages are counted down; before them come some with the number kWarm, until
// one has arrived. Writes down by itself when what happened, on the clock that traces
// have. Ends when /sink has all messages, or by a signal.
#include <time.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

namespace {

using std_msgs::msg::String;

std::int64_t clock_now() {
  timespec t;
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

// Of one message: what its text says, and moments.
struct Stamp {
  const char* what;
  std::string message;
  std::int64_t from, until;
};
std::vector<Stamp> stamps;

void publish(rclcpp::Publisher<String>& to, const std::string& text) {
  auto message = std::make_unique<String>();
  message->data = text;
  const std::int64_t from = clock_now();
  to.publish(std::move(message));
  stamps.push_back({"published", text, from, clock_now()});
}

const auto kQos = rclcpp::QoS(1000);

constexpr long kWarm = 1'000'000;

class Source final : public rclcpp::Node {
 public:
  Source(long count, std::function<bool()> is_warm)
      : Node("source"), left_(count), is_warm_(std::move(is_warm)) {
    to_ = create_publisher<String>("/raw", kQos);
    timer_ = create_wall_timer(std::chrono::milliseconds(2), [this] { tick(); });
  }

 private:
  void tick() {
    if (left_ == 0) return;
    publish(*to_, "raw " + std::to_string(is_warm_() ? left_-- : kWarm));
  }
  long left_;
  const std::function<bool()> is_warm_;
  rclcpp::Publisher<String>::SharedPtr to_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Relay final : public rclcpp::Node {
 public:
  Relay() : Node("relay") {
    to_ = create_publisher<String>("/cooked", kQos);
    from_ = create_subscription<String>("/raw", kQos, [this](const String& message) {
      const std::int64_t from = clock_now();
      publish(*to_, "cooked" + message.data.substr(message.data.find(' ')));
      stamps.push_back({"relayed", message.data, from, clock_now()});
    });
  }

 private:
  rclcpp::Publisher<String>::SharedPtr to_;
  rclcpp::Subscription<String>::SharedPtr from_;
};

class Sink final : public rclcpp::Node {
 public:
  Sink() : Node("sink") {
    from_ = create_subscription<String>("/cooked", kQos, [this](const String& message) {
      const std::int64_t from = clock_now();
      is_warm_ = true;
      if (message.data == "cooked 1") rclcpp::shutdown();
      stamps.push_back({"sunk", message.data, from, clock_now()});
    });
  }
  bool is_warm() const { return is_warm_; }

 private:
  bool is_warm_ = false;
  rclcpp::Subscription<String>::SharedPtr from_;
};

}  // namespace

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  if (argc < 4) return 2;
  const std::string nodes = argv[1];
  const long count = std::atol(argv[2]);
  {
    rclcpp::executors::SingleThreadedExecutor executor;
    const auto is_here = [&](const char* name) { return nodes.find(name) != std::string::npos; };
    std::vector<rclcpp::Node::SharedPtr> here;
    if (is_here("relay")) here.push_back(std::make_shared<Relay>());
    if (is_here("sink")) {  // and the source, which must know when a message has arrived
      const auto sink = std::make_shared<Sink>();
      here.push_back(sink);
      here.push_back(std::make_shared<Source>(count, [sink] { return sink->is_warm(); }));
    }
    for (const auto& node : here) executor.add_node(node);
    executor.spin();
  }
  rclcpp::shutdown();
  std::ofstream file(argv[3]);
  for (const Stamp& one : stamps) {
    file << one.what << ' ' << one.message << ' ' << one.from << ' ' << one.until << '\n';
  }
  return file.flush() ? 0 : 1;
}
