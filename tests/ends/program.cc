// usage: ends_program <what>
// Programs as users write them, for signals to end. Each says "ready" when it
// waits for one, and "end" as the last thing that main() does.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rclcpp/rclcpp.hpp"

namespace {

using rcl_interfaces::srv::GetParameters;

constexpr std::chrono::hours kLong(1);

void say(const char* word) {
  std::puts(word);
  std::fflush(stdout);
}

// Says "ready" from the first callback, and goes on being busy.
class Ticking : public rclcpp::Node {
 public:
  Ticking() : Node("ticking") {
    timer_ = create_wall_timer(std::chrono::milliseconds(1), [this] {
      if (!std::exchange(said_, true)) say("ready");
    });
  }

 private:
  bool said_ = false;
  rclcpp::TimerBase::SharedPtr timer_;
};

void spin() { rclcpp::spin(std::make_shared<Ticking>()); }

template <class Executor>
void spin_on() {
  const auto node = std::make_shared<Ticking>();
  Executor executor;
  executor.add_node(node);
  executor.spin();
}

void spin_some_in_a_loop() {
  const auto node = std::make_shared<Ticking>();
  while (rclcpp::ok()) rclcpp::spin_some(node);
}

void be_ready_in_the_log() {
  const auto node = std::make_shared<Ticking>();
  rclcpp::executors::SingleThreadedExecutor executor;  // not after the signal: it would throw
  executor.add_node(node);
  std::fputs("ready\n", stderr);
  executor.spin();
}

void sleep_long() {
  say("ready");
  while (rclcpp::ok()) rclcpp::sleep_for(kLong);
}

void keep_a_rate() {
  rclcpp::WallRate rate(1000.0);
  say("ready");
  while (rclcpp::ok()) rate.sleep();
}

void wait_for_a_service() {
  const auto node = std::make_shared<rclcpp::Node>("waiting");
  const auto client = node->create_client<GetParameters>("nowhere");
  say("ready");
  if (client->wait_for_service()) say("it was there");
}

void wait_for_a_future() {
  const auto node = std::make_shared<rclcpp::Node>("waiting");
  std::promise<void> never;
  const auto future = never.get_future().share();
  say("ready");
  const auto code = rclcpp::spin_until_future_complete(node, future);
  if (code != rclcpp::FutureReturnCode::INTERRUPTED) say("not interrupted");
}

// In a callback that outlasts the signal; more of them may come.
void be_in_a_callback() {
  const auto node = std::make_shared<rclcpp::Node>("busy");
  const auto timer = node->create_wall_timer(std::chrono::milliseconds(1), [] {
    say("ready");
    while (rclcpp::ok()) {}
    say("shut down");
    for (char c; ::read(STDIN_FILENO, &c, 1) != 0;) {  // a signal interrupts it
    }
  });
  rclcpp::spin(node);
}

// Callbacks of the end that end again, on the thread that heard the signal.
void end_from_the_end() {
  const auto context = rclcpp::contexts::get_global_default_context();
  context->add_pre_shutdown_callback([] { rclcpp::shutdown(); });
  std::promise<void> told;
  rclcpp::on_shutdown([&told] {
    rclcpp::shutdown();
    say("on_shutdown");
    told.set_value();
  });
  spin();
  told.get_future().wait();  // spin() does not wait for the callbacks of the end
}

void leave_without_shutdown() {
  spin();
  say("end");
  std::exit(0);  // main() of many: it returns at once
}

const std::map<std::string, std::function<void()>>& programs() {
  using namespace rclcpp::executors;
  static const std::map<std::string, std::function<void()>> all = {
      {"spin", &spin},
      {"single_threaded", &spin_on<SingleThreadedExecutor>},
      {"static_single_threaded", &spin_on<StaticSingleThreadedExecutor>},
      {"multi_threaded", &spin_on<MultiThreadedExecutor>},
      {"spin_some", &spin_some_in_a_loop},
      {"sleep", &sleep_long},
      {"rate", &keep_a_rate},
      {"service", &wait_for_a_service},
      {"future", &wait_for_a_future},
      {"callback", &be_in_a_callback},
      {"end_from_the_end", &end_from_the_end},
      {"without_shutdown", &leave_without_shutdown},
      {"without_handlers", &spin},
      {"interrupt_only", &spin},
      {"log", &be_ready_in_the_log},
  };
  return all;
}

rclcpp::SignalHandlerOptions handlers_of(const std::string& what) {
  if (what == "without_handlers") return rclcpp::SignalHandlerOptions::None;
  if (what == "interrupt_only") return rclcpp::SignalHandlerOptions::SigInt;
  return rclcpp::SignalHandlerOptions::All;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const auto program = programs().find(what);
  if (program == programs().end()) return 2;
  // GCC 12's TSan makes the place for signals that it holds back when a thread first
  // blocks, and loses one that comes just then.
  std::this_thread::sleep_for(std::chrono::nanoseconds(1));
  rclcpp::init(argc, argv, rclcpp::InitOptions(), handlers_of(what));
  program->second();
  rclcpp::shutdown();
  say("end");
  return 0;
}
