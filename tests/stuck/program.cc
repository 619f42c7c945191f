// Callbacks that wait for what only they could let run, and some that are slow and no more: one
// case a process, named by its argument.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "std_msgs/msg/bool.hpp"
#include "std_srvs/srv/empty.hpp"
#include "tf2_like.hpp"

namespace {

using std_srvs::srv::Empty;
using namespace std::chrono_literals;  // NOLINT: literals
constexpr auto kLongerThanTheTest = 1h;

void say(const char* line) { std::fprintf(stderr, "%s\n", line); }

void answer(Empty::Request::SharedPtr, Empty::Response::SharedPtr) {}

std::shared_ptr<Empty::Request> request() { return std::make_shared<Empty::Request>(); }

/// A node, with what a case keeps of it.
struct Robot {
  explicit Robot(const std::string& name) : node(std::make_shared<rclcpp::Node>(name)) {}

  void soon(std::function<void()> what, rclcpp::CallbackGroup::SharedPtr group = nullptr) {
    auto place = std::make_shared<rclcpp::TimerBase::SharedPtr>();
    *place = node->create_wall_timer(
        10ms,
        [place, what] {
          (*place)->cancel();
          what();
        },
        group);
    kept.push_back(*place);
  }
  rclcpp::CallbackGroup::SharedPtr group(
      rclcpp::CallbackGroupType type = rclcpp::CallbackGroupType::MutuallyExclusive) {
    return groups.emplace_back(node->create_callback_group(type));
  }
  rclcpp::Client<Empty>::SharedPtr client(const std::string& name,
                                          rclcpp::CallbackGroup::SharedPtr group = nullptr) {
    auto made = node->create_client<Empty>(name, rclcpp::ServicesQoS(), group);
    kept.push_back(made);
    return made;
  }
  void serve(const std::string& name) { kept.push_back(node->create_service<Empty>(name, answer)); }

  rclcpp::Node::SharedPtr node;
  std::vector<std::shared_ptr<void>> kept;
  std::vector<rclcpp::CallbackGroup::SharedPtr> groups;
};

template <typename ExecutorT = rclcpp::executors::SingleThreadedExecutor>
void spin(std::initializer_list<Robot*> robots, size_t threads = 0) {
  rclcpp::ExecutorOptions options;
  const auto executor = [&] {
    if constexpr (std::is_same_v<ExecutorT, rclcpp::executors::MultiThreadedExecutor>) {
      return std::make_shared<ExecutorT>(options, threads);
    } else {
      return std::make_shared<ExecutorT>(options);
    }
  }();
  for (Robot* robot : robots) {
    executor->add_node(robot->node);
  }
  executor->spin();
}
using Several = rclcpp::executors::MultiThreadedExecutor;

// As mavros#2285 and #2286: the answer is of the group that waits for it.
void get_in_own_group() {
  Robot robot("mount");
  Robot other("autopilot");
  other.serve("/command");
  const auto client = robot.client("/command");
  robot.soon([client] {
    auto future = client->async_send_request(request());
    say("waiting");
    future.get();
  });
  spin<Several>({&robot, &other}, 3);
}

// As rclcpp#2278: the client has a group of its own, and no thread is left for it.
void call_in_a_service() {
  Robot robot("middle");
  Robot other("end");
  other.serve("/end");
  const auto client = robot.client("/end", robot.group());
  robot.kept.push_back(robot.node->create_service<Empty>(
      "/middle", [client](Empty::Request::SharedPtr, Empty::Response::SharedPtr) {
        auto future = client->async_send_request(request()).share();
        future.wait_for(kLongerThanTheTest);
      }));
  Robot user("user");
  const auto asks = user.client("/middle");
  user.soon([asks] { asks->async_send_request(request()); });
  spin({&robot, &other, &user});
}

// As rclcpp#773: a spin in a callback, for an answer that the thread outside of it would give.
void spin_in_a_callback() {
  Robot robot("outer");
  robot.serve("/outer");
  robot.soon([] {
    Robot helper("helper");
    const auto client = helper.client("/outer");
    const auto future = client->async_send_request(request());
    rclcpp::spin_until_future_complete(helper.node, future);
  });
  spin({&robot});
}

// A lock that is asked for twice: the second callback of the group waits for the first.
std::mutex device;

void lock_kept_by_another_callback() {
  Robot robot("locker");
  robot.soon([] { device.lock(); });
  robot.kept.push_back(robot.node->create_wall_timer(50ms, [] {
    if (!device.try_lock()) {
      device.lock();
    }
  }));
  spin<Several>({&robot}, 2);
}

void lock_of_own_thread() {
  Robot robot("nested");
  robot.soon([] {
    device.lock();
    device.lock();
  });
  spin({&robot});
}

// One callback of a group holds the lock and waits for an answer of its group; another waits
// for the lock.
void lock_and_answer() {
  Robot robot("chain");
  const auto client = robot.client("/nobody");
  robot.soon([client] {
    const std::lock_guard<std::mutex> lock(device);
    client->async_send_request(request()).get();
  });
  robot.kept.push_back(robot.node->create_wall_timer(
      50ms, [] { const std::lock_guard<std::mutex> lock(device); }, robot.group()));
  spin<Several>({&robot}, 3);
}

// The server would be made by a callback that waits behind the one that waits for it.
void wait_for_own_server() {
  Robot robot("starter");
  const auto client = robot.client("/late");
  robot.soon([client] { client->wait_for_service(); });
  robot.kept.push_back(robot.node->create_wall_timer(50ms, [&robot] { robot.serve("/late"); }));
  spin({&robot});
}

// As geometry2#327: transforms come with a subscription on the thread that waits for them.
void transform_on_own_thread() {
  Robot robot("localizer");
  std::atomic<bool> there{false};
  robot.kept.push_back(robot.node->create_subscription<std_msgs::msg::Bool>(
      "/tf", 10, [&](const std_msgs::msg::Bool&) { there = true; }));
  robot.soon([&] { wait_for_transform(there); });
  spin({&robot});
}

using Fibonacci = example_interfaces::action::Fibonacci;
constexpr const char* kAction = "/navigate";

/// A node that takes each goal, and never ends one.
rclcpp_action::Server<Fibonacci>::SharedPtr server_on(const Robot& robot) {
  return rclcpp_action::create_server<Fibonacci>(
      robot.node, kAction,
      [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
        return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](std::shared_ptr<rclcpp_action::ServerGoalHandle<Fibonacci>>) {
        return rclcpp_action::CancelResponse::ACCEPT;
      },
      [](std::shared_ptr<rclcpp_action::ServerGoalHandle<Fibonacci>> goal) {
        static auto kept = goal;
      });
}

// The answer to a goal is of the group that waits for it.
void goal_in_own_group() {
  Robot robot("navigator"), base("base");
  const auto server = server_on(base);
  const auto client = rclcpp_action::create_client<Fibonacci>(robot.node, kAction);
  robot.soon([client] { client->async_send_goal(Fibonacci::Goal()).get(); });
  spin<Several>({&robot, &base}, 3);
}

// The same with the result, in the callback that has heard that the goal is accepted.
void result_in_own_group() {
  Robot robot("navigator"), base("base");
  const auto server = server_on(base);
  const auto client = rclcpp_action::create_client<Fibonacci>(robot.node, kAction);
  rclcpp_action::Client<Fibonacci>::SendGoalOptions options;
  options.goal_response_callback = [client](auto goal) { client->async_get_result(goal).get(); };
  robot.soon([client, options] { client->async_send_goal(Fibonacci::Goal(), options); });
  spin<Several>({&robot, &base}, 3);
}

// And with the answer to a cancel.
void cancel_in_own_group() {
  Robot robot("navigator"), base("base");
  const auto server = server_on(base);
  const auto client = rclcpp_action::create_client<Fibonacci>(robot.node, kAction);
  robot.soon([client] { client->async_cancel_all_goals().get(); });
  spin<Several>({&robot, &base}, 3);
}

// None of these is stuck: each ends, and works wait behind it.
void slow() {
  Robot robot("slow");
  const auto callbacks = robot.group();
  const auto publisher = robot.node->create_publisher<std_msgs::msg::Bool>("/work", 10);
  robot.kept.push_back(robot.node->create_subscription<std_msgs::msg::Bool>(
      "/work", 10, [](const std_msgs::msg::Bool&) {}));
  std::mutex mutex;
  std::condition_variable came;
  bool measured = false;
  const auto client = robot.client("/far", callbacks);
  Robot far("far");
  far.kept.push_back(far.node->create_service<Empty>(
      "/far", [](Empty::Request::SharedPtr, Empty::Response::SharedPtr) {
        std::this_thread::sleep_for(1500ms);
      }));
  std::thread server([&] { spin({&far}); });
  robot.soon([&] {
    publisher->publish(std_msgs::msg::Bool());
    std::this_thread::sleep_for(1500ms);
    std::thread device_of_it([&] {
      std::this_thread::sleep_for(1500ms);
      const std::lock_guard<std::mutex> lock(mutex);
      measured = true;
      came.notify_all();
    });
    {
      std::unique_lock<std::mutex> lock(mutex);
      came.wait(lock, [&] { return measured; });
    }
    device_of_it.join();
    const auto until = std::chrono::steady_clock::now() + 1s;
    while (std::chrono::steady_clock::now() < until) {}
    client->async_send_request(request()).get();  // of its own group, and with a thread left
    say("slow, and done");
    rclcpp::shutdown();
  });
  spin<Several>({&robot}, 2);
  server.join();
}

void with_a_handler() {
  std::signal(SIGUSR2, [](int) { (void)!::write(2, "the program's own\n", 18); });
  rclcpp::init(0, nullptr);
  get_in_own_group();
}

const std::map<std::string, void (*)()> kCases{
    {"get", get_in_own_group},       {"service", call_in_a_service},
    {"spin", spin_in_a_callback},    {"kept", lock_kept_by_another_callback},
    {"nested", lock_of_own_thread},  {"chain", lock_and_answer},
    {"server", wait_for_own_server}, {"transform", transform_on_own_thread},
    {"goal", goal_in_own_group},     {"result", result_in_own_group},
    {"cancel", cancel_in_own_group}, {"slow", slow}};

}  // namespace

int main(int, char** argv) {
  const std::string name = argv[1];
  if (name == "handler") {
    with_a_handler();
    return 0;
  }
  rclcpp::init(0, nullptr);
  kCases.at(name)();
  return 0;
}
