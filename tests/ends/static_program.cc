// usage: ends_static_program <what>
// Programs whose static objects use the library when main() has returned, and
// when what the library itself keeps has gone as far as it goes. Each says what it
// was answered, and "end" as the last thing that it does.
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "rcl_interfaces/msg/log.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rcutils/error_handling.h"

namespace {

using rcl_interfaces::msg::Log;
using rcl_interfaces::srv::GetParameters;
using namespace std::chrono_literals;

void say(const char* word) {
  std::puts(word);
  std::fflush(stdout);
}

void say(bool answer) { say(answer ? "true" : "false"); }

struct Static {
  ~Static() {
    if (at_the_end) at_the_end();
    loop_over = true;
    if (thread.joinable()) thread.join();
    thing.reset();
    node.reset();
    say("end");
  }
  std::function<void()> at_the_end;
  std::shared_ptr<rclcpp::Node> node;
  std::shared_ptr<void> thing;  // of the node
  std::thread thread;
  std::atomic<bool> loop_over{false};
} own;  // made before main(), so it goes after what was made in it

struct Program {
  std::function<void()> in_main;
  std::function<void()> at_the_end;
};

void init() { rclcpp::init(0, nullptr); }
void init_and_shutdown() {
  init();
  rclcpp::shutdown();
}
void make_node() {
  init();
  own.node = std::make_shared<rclcpp::Node>("kept");
}
void nothing() {}

// What a node does, new or old: it publishes to itself.
void use(const rclcpp::Node::SharedPtr& node) {
  const auto publisher = node->create_publisher<Log>("lines", 10);
  bool came = false;
  const auto subscription =
      node->create_subscription<Log>("lines", 10, [&came](const Log&) { came = true; });
  const auto timer = node->create_wall_timer(1ms, [] {});
  const auto client = node->create_client<GetParameters>("nowhere");
  client->wait_for_service(1ms);
  publisher->publish(Log());
  rclcpp::ExecutorOptions options;
  options.context = node->get_node_base_interface()->get_context();
  rclcpp::executors::SingleThreadedExecutor executor(options);
  executor.add_node(node);
  while (rclcpp::ok(options.context) && !came) executor.spin_once();
  RCLCPP_INFO(node->get_logger(), "used");
  say(came);
}

// A user's thread that turns until the program ends.
void loop() {
  init();
  own.thread = std::thread([] {
    rclcpp::WallRate rate(1000.0);
    while (rclcpp::ok()) rate.sleep();
    while (!own.loop_over) rate.sleep();  // it does not throw when it is over
  });
}

void begin_anew() {
  init();
  say(rclcpp::ok());
  use(std::make_shared<rclcpp::Node>("new"));
}

void be_interrupted() {
  init();
  ::raise(SIGINT);
  while (rclcpp::ok()) std::this_thread::yield();
  say(rclcpp::ok());
}

void fail() {
  rcutils_set_error_state("it failed", __FILE__, __LINE__);
  say(rcutils_error_is_set());
  rcutils_reset_error();
}

void log() {
  RCLCPP_WARN(rclcpp::get_logger("own.child"), "at the end");
  RCLCPP_WARN_ONCE(rclcpp::get_logger("other"), "at the end");
  rclcpp::get_logger("own").set_level(rclcpp::Logger::Level::Debug);
  say(rclcpp::get_logger("own.child").get_effective_level() == rclcpp::Logger::Level::Debug);
}

void sleep_by_clocks() {
  say(rclcpp::sleep_for(1ms));
  say(rclcpp::Clock(RCL_STEADY_TIME).sleep_for(1h));  // the context has ended
}

const std::map<std::string, Program>& programs() {
  static const auto& all = *new std::map<std::string, Program>{
      {"ok", {init_and_shutdown, [] { say(rclcpp::ok()); }}},
      {"ok_without_shutdown", {init, [] { say(rclcpp::ok()); }}},
      {"ok_without_init", {nothing, [] { say(rclcpp::ok()); }}},
      {"ok_of_a_kept_node", {make_node, [] { say(rclcpp::ok()); }}},
      {"shutdown", {init_and_shutdown, [] { say(rclcpp::shutdown()); }}},
      {"shutdown_without_shutdown", {init, [] { say(rclcpp::shutdown()); }}},
      {"sleep", {init_and_shutdown, sleep_by_clocks}},
      {"sleep_without_shutdown", {init, sleep_by_clocks}},
      {"init", {init_and_shutdown, begin_anew}},
      {"init_without_shutdown", {init, begin_anew}},
      {"init_first", {nothing, begin_anew}},
      {"init_and_shutdown", {init_and_shutdown, [] { begin_anew(), say(rclcpp::shutdown()); }}},
      {"use_a_kept_node", {make_node, [] { use(own.node); }}},
      {"keep_a_node", {make_node, nothing}},
      {"loop", {loop, nothing}},
      {"interrupt", {init_and_shutdown, be_interrupted}},
      {"log", {init_and_shutdown, log}},
      {"log_first", {nothing, log}},
      {"fail", {fail, fail}},
      {"keep_a_service",
       {[] {
          make_node();
          own.thing = own.node->create_service<GetParameters>(
              "kept", [](const std::shared_ptr<GetParameters::Request>,
                         const std::shared_ptr<GetParameters::Response>) {});
        },
        nothing}},
      {"set_a_parameter",
       {[] {
          make_node();
          own.node->declare_parameter("number", 1);
        },
        [] { say(own.node->set_parameter({"number", 2}).successful); }}},
  };
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const auto program = programs().find(argc > 1 ? argv[1] : "");
  if (program == programs().end()) return 2;
  own.at_the_end = program->second.at_the_end;
  program->second.in_main();
  return 0;
}
