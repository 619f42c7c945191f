// A node that does what lines of its standard input say; it answers each with a line. program.py
// knows the same words. It begins with "ready", or ends with "failed" and why.
//
//   publish TOPIC TEXT   "published": late listeners get it too
//   listen TOPIC         "listening", and "heard TEXT" for each message
//   serve SERVICE        "serving": adds
//   introspect SERVICE   "introspecting": with contents
//   call SERVICE A B     "sum N"
//   execute ACTION       "executing": counts
//   send ACTION ORDER    "result N N N"
//   parameter NAME TEXT  "declared"
//   log TEXT             "logged"
//
// Of a launch file it gets its lines as arguments, and ends at a signal.
#include <example_interfaces/action/fibonacci.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>
#include <std_msgs/msg/string.hpp>

#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::String;
using Goal = rclcpp_action::ServerGoalHandle<Fibonacci>;

void say(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

class Program {
 public:
  explicit Program(rclcpp::Node::SharedPtr node) : node_(std::move(node)) {}

  std::string answer(const std::string& line) {
    std::istringstream words(line);
    std::string verb, name, rest;
    words >> verb >> name >> std::ws;
    std::getline(words, rest);
    const auto found = verbs_.find(verb);
    return found == verbs_.end() ? "no such verb" : (this->*found->second)(name, rest);
  }

 private:
  using Verb = std::string (Program::*)(const std::string& name, const std::string& rest);

  // All are reliable, and kept for who comes late.
  static rclcpp::QoS kept() { return rclcpp::QoS(10).reliable().transient_local(); }

  std::string publish(const std::string& name, const std::string& text) {
    auto& publisher = publishers_[name];
    if (!publisher) publisher = node_->create_publisher<String>(name, kept());
    String message;
    message.data = text;
    publisher->publish(message);
    return "published";
  }
  std::string listen(const std::string& name, const std::string&) {
    kept_.push_back(node_->create_subscription<String>(
        name, kept(), [](const String& message) { say("heard " + message.data); }));
    return "listening";
  }
  std::string serve(const std::string& name, const std::string&) {
    services_[name] = node_->create_service<AddTwoInts>(
        name, [](AddTwoInts::Request::SharedPtr in, AddTwoInts::Response::SharedPtr out) {
          out->sum = in->a + in->b;
        });
    return "serving";
  }
  std::string introspect(const std::string& name, const std::string&) {
    services_.at(name)->configure_introspection(node_->get_clock(), kept(),
                                                RCL_SERVICE_INTROSPECTION_CONTENTS);
    return "introspecting";
  }
  std::string call(const std::string& name, const std::string& rest) {
    auto client = node_->create_client<AddTwoInts>(name);
    client->wait_for_service();
    auto request = std::make_shared<AddTwoInts::Request>();
    std::istringstream(rest) >> request->a >> request->b;
    return "sum " + std::to_string(client->async_send_request(request).get()->sum);
  }
  std::string execute(const std::string& name, const std::string&) {
    kept_.push_back(rclcpp_action::create_server<Fibonacci>(
        node_, name,
        [](const rclcpp_action::GoalUUID&, Fibonacci::Goal::ConstSharedPtr) {
          return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
        },
        [](std::shared_ptr<Goal>) { return rclcpp_action::CancelResponse::ACCEPT; },
        [](std::shared_ptr<Goal> goal) {
          auto result = std::make_shared<Fibonacci::Result>();
          for (int i = 0; i < goal->get_goal()->order; ++i) result->sequence.push_back(i);
          goal->succeed(result);
        }));
    return "executing";
  }
  std::string send(const std::string& name, const std::string& rest) {
    auto client = rclcpp_action::create_client<Fibonacci>(node_, name);
    client->wait_for_action_server();
    Fibonacci::Goal goal;
    goal.order = std::stoi(rest);
    const auto accepted = client->async_send_goal(goal).get();
    std::string text = "result";
    for (const auto number : client->async_get_result(accepted).get().result->sequence) {
      text += " " + std::to_string(number);
    }
    return text;
  }
  std::string parameter(const std::string& name, const std::string& text) {
    node_->declare_parameter(name, text);
    return "declared";
  }
  std::string log(const std::string& name, const std::string& rest) {
    RCLCPP_INFO(node_->get_logger(), "%s %s", name.c_str(), rest.c_str());
    return "logged";
  }

  const std::map<std::string, Verb> verbs_ = {
      {"publish", &Program::publish},
      {"listen", &Program::listen},
      {"serve", &Program::serve},
      {"call", &Program::call},
      {"execute", &Program::execute},
      {"send", &Program::send},
      {"log", &Program::log},
      {"introspect", &Program::introspect},
      {"parameter", &Program::parameter},
  };
  const rclcpp::Node::SharedPtr node_;
  std::map<std::string, rclcpp::Publisher<String>::SharedPtr> publishers_;
  std::map<std::string, rclcpp::Service<AddTwoInts>::SharedPtr> services_;
  std::vector<std::shared_ptr<void>> kept_;
};

void answer(Program& program, const std::string& line) {
  try {
    say(program.answer(line));
  } catch (const std::exception& error) {
    say(std::string("failed ") + error.what());
  }
}

}  // namespace

rclcpp::Node::SharedPtr node;  // ends after main(), as many programs have it

int main(int argc, char** argv) try {
  rclcpp::init(argc, argv);
  const auto lines = rclcpp::remove_ros_arguments(argc, argv);
  node = std::make_shared<rclcpp::Node>("program");
  Program program(node);
  say("ready");
  std::thread spinning([] { rclcpp::spin(node); });
  for (std::size_t i = 1; i < lines.size(); ++i) answer(program, lines[i]);
  if (lines.size() == 1) {
    for (std::string line; std::getline(std::cin, line);) answer(program, line);
    rclcpp::shutdown();
  }
  spinning.join();
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  say(std::string("failed ") + error.what());
  return 1;
}
