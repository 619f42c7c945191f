// A program of a user, compiled for ThreadSanitizer, over libraries that are not: two nodes
// with topics, services, actions, parameters and timers, spun by several threads.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <example_interfaces/action/fibonacci.hpp>
#include <example_interfaces/msg/string.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>
#include <string>
#include <thread>
#include <vector>

#include "../support/fork_child.h"
#include "../support/own_domain.h"

namespace {

using example_interfaces::action::Fibonacci;
using example_interfaces::msg::String;
using example_interfaces::srv::AddTwoInts;
using namespace std::chrono_literals;

/// Answers whatever the other one asks.
class Serving : public rclcpp::Node {
 public:
  Serving() : Node("serving") {
    group_ = create_callback_group(rclcpp::CallbackGroupType::Reentrant);
    declare_parameter("text", std::string("at first, longer than what a string holds in itself"));
    topic_ = create_subscription<String>("topic", 10, [this](String::UniquePtr message) {
      message->data += " and back";
      back_->publish(std::move(message));
    });
    back_ = create_publisher<String>("back", 10);
    service_ = create_service<AddTwoInts>(
        "add",
        [](AddTwoInts::Request::SharedPtr request, AddTwoInts::Response::SharedPtr response) {
          response->sum = request->a + request->b;
        },
        rclcpp::ServicesQoS(), group_);
    action_ = rclcpp_action::create_server<Fibonacci>(
        this, "count",
        [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
          return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
        },
        [](auto) { return rclcpp_action::CancelResponse::ACCEPT; },
        [this](auto goal) { execute(goal); });
  }
  ~Serving() override {
    for (auto& thread : executing_) thread.join();
  }

 private:
  void execute(std::shared_ptr<rclcpp_action::ServerGoalHandle<Fibonacci>> goal) {
    executing_.emplace_back([goal] {
      auto feedback = std::make_shared<Fibonacci::Feedback>();
      auto result = std::make_shared<Fibonacci::Result>();
      for (int i = 0; i < goal->get_goal()->order; ++i) {
        feedback->sequence.push_back(i);
        goal->publish_feedback(feedback);
      }
      result->sequence = feedback->sequence;
      goal->succeed(result);
    });
  }

  rclcpp::CallbackGroup::SharedPtr group_;
  rclcpp::Subscription<String>::SharedPtr topic_;
  rclcpp::Publisher<String>::SharedPtr back_;
  rclcpp::Service<AddTwoInts>::SharedPtr service_;
  rclcpp_action::Server<Fibonacci>::SharedPtr action_;
  std::vector<std::thread> executing_;  // by callbacks of one group
};

/// Asks from a thread of its own, and counts what comes back.
class Asking : public rclcpp::Node {
 public:
  Asking() : Node("asking") {
    back_ = create_subscription<String>("back", 10, [this](std::shared_ptr<const String> message) {
      if (message->data.size() > 9) ++heard;
    });
    topic_ = create_publisher<String>("topic", 10);
    client_ = create_client<AddTwoInts>("add");
    action_ = rclcpp_action::create_client<Fibonacci>(this, "count");
    timer_ = create_wall_timer(1ms, [this] { ++ticks; });
  }

  void ask(int rounds) {
    client_->wait_for_service();
    action_->wait_for_action_server();
    rclcpp::SyncParametersClient parameters(std::make_shared<rclcpp::Node>("setting"), "serving");
    parameters.wait_for_service();
    for (int i = 0; i < rounds; ++i) {
      String message;
      message.data = std::string(static_cast<std::size_t>(100 + i % 50), 'x');
      topic_->publish(message);
      topic_->publish(std::make_unique<String>(message));
      auto request = std::make_shared<AddTwoInts::Request>();
      request->a = i;
      request->b = 1;
      if (client_->async_send_request(request).get()->sum == i + 1) ++added;
      if (i % 10 == 0) count(5);
      if (i % 10 == 5) parameters.set_parameters({{"text", message.data}});
    }
  }

  std::atomic<int> heard{0}, added{0}, counted{0}, ticks{0};

 private:
  void count(int order) {
    Fibonacci::Goal goal;
    goal.order = order;
    const auto handle = action_->async_send_goal(goal).get();
    const auto ended = action_->async_get_result(handle).get();
    if (ended.result->sequence.size() == static_cast<std::size_t>(order)) ++counted;
  }

  rclcpp::Subscription<String>::SharedPtr back_;
  rclcpp::Publisher<String>::SharedPtr topic_;
  rclcpp::Client<AddTwoInts>::SharedPtr client_;
  rclcpp_action::Client<Fibonacci>::SharedPtr action_;
  rclcpp::TimerBase::SharedPtr timer_;
};

bool ask_all(Asking& asking, int rounds) {
  asking.ask(rounds);
  while (asking.heard == 0 || asking.ticks == 0) std::this_thread::yield();
  return asking.added == rounds && asking.counted == (rounds + 9) / 10;
}

// Both nodes on one executor, or each on its own.
bool run_in_one_process(bool together, int rounds) {
  rclcpp::init(0, nullptr);
  auto serving = std::make_shared<Serving>();
  auto asking = std::make_shared<Asking>();
  rclcpp::executors::MultiThreadedExecutor many(rclcpp::ExecutorOptions(), 3);
  rclcpp::executors::SingleThreadedExecutor one;
  many.add_node(serving);
  together ? many.add_node(asking) : one.add_node(asking);
  std::thread spinning([&] { many.spin(); });
  std::thread spinning_too([&] {
    if (!together) one.spin();
  });
  const bool well = ask_all(*asking, rounds);
  rclcpp::shutdown();
  spinning.join();
  spinning_too.join();
  return well;
}

// Until a signal; exits as ThreadSanitizer says.
[[noreturn]] void serve() {
  rclcpp::init(0, nullptr);
  {
    auto serving = std::make_shared<Serving>();
    rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 3);
    executor.add_node(serving);
    executor.spin();
  }
  rclcpp::shutdown();
  std::exit(0);
}

// `server` is another process, which ends with this.
bool run_with(pid_t server, int rounds) {
  rclcpp::init(0, nullptr);
  auto asking = std::make_shared<Asking>();
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(asking);
  std::thread spinning([&] { executor.spin(); });
  const bool well = ask_all(*asking, rounds);
  ::kill(server, SIGINT);
  int status = -1;
  ::waitpid(server, &status, 0);
  rclcpp::shutdown();
  spinning.join();
  return well && status == 0;
}

}  // namespace

int main(int argc, char** argv) {
  ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 0);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 100;
  const pid_t server = ranvier::support::fork_child();  // while there is one thread
  if (server == 0) serve();
  const bool well = run_with(server, rounds) && run_in_one_process(true, rounds) &&
                    run_in_one_process(false, rounds);
  std::printf("%s\n", well ? "all came back" : "something did not come back");
  return well ? 0 : 1;
}
