// Sends the robot to one goal after the other, and says on stdout what happens:
//   accepted N      Nav2 drives to goal N
//   near N          less than a metre is left of more than two
//   reached N
//   failed N: why   and then it ends with status 1
// drive X Y YAW [X Y YAW ...]: goals in the map, in metres and radians.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "nav2_msgs/action/navigate_to_pose.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"

namespace {

using nav2_msgs::action::NavigateToPose;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;
using Client = rclcpp_action::Client<NavigateToPose>;
using Handle = rclcpp_action::ClientGoalHandle<NavigateToPose>;

constexpr auto kStartUp = 90s;  // until Nav2 takes a goal
constexpr auto kDrive = 120s;

void say(const char* what, int goal) {
  std::printf("%s %d\n", what, goal);
  std::fflush(stdout);
}

class Driver {
 public:
  Driver()
      : node_(std::make_shared<rclcpp::Node>("drive")),
        client_(rclcpp_action::create_client<NavigateToPose>(node_, "navigate_to_pose")) {}

  // Empty if it got there, else why not.
  std::string go(int number, double x, double y, double yaw) {
    NavigateToPose::Goal goal;
    goal.pose.header.frame_id = "map";
    goal.pose.header.stamp = node_->now();
    goal.pose.pose.position.x = x;
    goal.pose.pose.position.y = y;
    goal.pose.pose.orientation.z = std::sin(yaw / 2);
    goal.pose.pose.orientation.w = std::cos(yaw / 2);
    const Handle::SharedPtr handle = send(goal, number);
    if (!handle) {
      return "Nav2 takes no goal: is every node active?";
    }
    say("accepted", number);
    return result_of(handle);
  }

 private:
  // Nav2 refuses goals until it is active.
  Handle::SharedPtr send(const NavigateToPose::Goal& goal, int number) {
    Client::SendGoalOptions options;
    // Before the first path there is no distance, or that of the goal before.
    way_ = Way::kUnknown;
    options.feedback_callback =
        [this, number](Handle::SharedPtr,
                       const std::shared_ptr<const NavigateToPose::Feedback> feedback) {
          if (feedback->distance_remaining > 2) {
            way_ = Way::kFar;
          }
          if (way_ == Way::kFar && feedback->distance_remaining < 1) {
            way_ = Way::kNear;
            say("near", number);
          }
        };
    const auto deadline = std::chrono::steady_clock::now() + kStartUp;
    while (rclcpp::ok() && std::chrono::steady_clock::now() < deadline) {
      if (!client_->wait_for_action_server(1s)) {
        continue;
      }
      const auto future = client_->async_send_goal(goal, options);
      if (rclcpp::spin_until_future_complete(node_, future, 5s) ==
          rclcpp::FutureReturnCode::SUCCESS) {
        if (const auto handle = future.get()) {
          return handle;
        }
      }
      rclcpp::sleep_for(500ms);
    }
    return nullptr;
  }

  std::string result_of(const Handle::SharedPtr& handle) {
    const auto future = client_->async_get_result(handle);
    if (rclcpp::spin_until_future_complete(node_, future, kDrive) !=
        rclcpp::FutureReturnCode::SUCCESS) {
      return "no result in time";
    }
    const auto result = future.get();
    if (result.code == rclcpp_action::ResultCode::SUCCEEDED) {
      return "";
    }
    return "result code " + std::to_string(static_cast<int>(result.code)) + ", error " +
           std::to_string(result.result->error_code) + " " + result.result->error_msg;
  }

  enum class Way { kUnknown, kFar, kNear };

  const rclcpp::Node::SharedPtr node_;
  const Client::SharedPtr client_;
  Way way_ = Way::kUnknown;  // touched by spins of this thread alone
};

bool drive(const std::vector<std::string>& words) {
  Driver driver;
  int number = 0;
  for (std::size_t i = 1; i + 2 < words.size(); i += 3) {
    const std::string failure =
        driver.go(++number, std::stod(words[i]), std::stod(words[i + 1]), std::stod(words[i + 2]));
    if (!failure.empty()) {
      std::printf("failed %d: %s\n", number, failure.c_str());
      std::fflush(stdout);
      return false;
    }
    say("reached", number);
    // Nav2's action server leaves a goal pending that comes while the thread of the one before
    // it ends (SimpleActionServer::is_running()): nobody sends one so soon.
    rclcpp::sleep_for(1s);
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const auto words = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (words.size() < 4 || words.size() % 3 != 1) {
    std::fprintf(stderr, "usage: drive X Y YAW [X Y YAW ...]\n");
    return 2;
  }
  const bool reached = drive(words);
  rclcpp::shutdown();
  return reached ? 0 : 1;
}
