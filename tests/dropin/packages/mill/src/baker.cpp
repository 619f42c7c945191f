// Wants three grains: one is refused, one succeeds, one is given up midway.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "mill_interfaces/action/grind.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"

using Grind = mill_interfaces::action::Grind;
using GoalHandleGrind = rclcpp_action::ClientGoalHandle<Grind>;

class Baker : public rclcpp::Node
{
public:
  Baker()
  : Node("baker")
  {
    client_ = rclcpp_action::create_client<Grind>(
      get_node_base_interface(), get_node_graph_interface(), get_node_logging_interface(),
      get_node_waitables_interface(), "grind");
    timer_ = create_wall_timer(std::chrono::milliseconds(1), [this] {begin();});
  }

private:
  void begin()
  {
    timer_->cancel();
    if (!client_->wait_for_action_server(std::chrono::seconds(30))) {
      RCLCPP_ERROR(get_logger(), "no mill");
      rclcpp::shutdown();
      return;
    }
    order("sand", 1);
  }

  void order(const std::string & grain, uint32_t sacks)
  {
    Grind::Goal goal;
    goal.grain = grain;
    goal.sacks = sacks;
    auto options = rclcpp_action::Client<Grind>::SendGoalOptions();
    options.goal_response_callback = [this, grain](const GoalHandleGrind::SharedPtr & handle) {
        std::printf("%s %s\n", grain.c_str(), handle ? "accepted" : "refused");
        if (!handle) {order("rye", 3);}
      };
    options.feedback_callback = std::bind(
      &Baker::on_feedback, this, std::placeholders::_1, std::placeholders::_2);
    options.result_callback = [this, grain](const GoalHandleGrind::WrappedResult & result) {
        on_result(grain, result);
      };
    client_->async_send_goal(goal, options);
  }

  void on_feedback(
    GoalHandleGrind::SharedPtr handle, const std::shared_ptr<const Grind::Feedback> feedback)
  {
    if (feedback->sacks_done == 2 && !asked_) {
      asked_ = true;
      client_->async_cancel_goal(handle);
    }
  }

  void on_result(const std::string & grain, const GoalHandleGrind::WrappedResult & result)
  {
    switch (result.code) {
      case rclcpp_action::ResultCode::SUCCEEDED:
        std::printf("%s: %.0f kg\n", grain.c_str(), result.result->kilos);
        break;
      case rclcpp_action::ResultCode::CANCELED:
        std::printf("%s: given up\n", grain.c_str());
        break;
      default:
        std::printf("%s: code %d\n", grain.c_str(), static_cast<int>(result.code));
    }
    if (grain == "rye") {
      asked_ = false;
      order("oats", 100000);
    } else {
      rclcpp::shutdown();
    }
  }

  rclcpp_action::Client<Grind>::SharedPtr client_;
  rclcpp::TimerBase::SharedPtr timer_;
  bool asked_ = true;  // rye is wanted to the end
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Baker>());
  return 0;
}
