// Grinds on a thread for each goal, refuses sand, and stops when it is asked to.
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <type_traits>

#include "mill_interfaces/action/grind.hpp"
#include "mill_interfaces/msg/flour.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"

class Miller : public rclcpp::Node
{
public:
  using Grind = mill_interfaces::action::Grind;
  using GoalHandleGrind = rclcpp_action::ServerGoalHandle<Grind>;

  explicit Miller(const rclcpp::NodeOptions & options = rclcpp::NodeOptions())
  : Node("miller", options)
  {
    using std::placeholders::_1;
    using std::placeholders::_2;
    server_ = rclcpp_action::create_server<Grind>(
      this, "grind", std::bind(&Miller::on_goal, this, _1, _2),
      std::bind(&Miller::on_cancel, this, _1), std::bind(&Miller::on_accepted, this, _1));
  }
  ~Miller() override
  {
    for (auto & thread : threads_) {thread.join();}
  }

private:
  rclcpp_action::GoalResponse on_goal(
    const rclcpp_action::GoalUUID & uuid, std::shared_ptr<const Grind::Goal> goal)
  {
    (void)uuid;
    if (goal->grain == "sand") {return rclcpp_action::GoalResponse::REJECT;}
    return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
  }

  rclcpp_action::CancelResponse on_cancel(const std::shared_ptr<GoalHandleGrind> goal_handle)
  {
    RCLCPP_INFO(
      get_logger(), "asked to stop '%s'", goal_handle->get_goal()->grain.c_str());
    return rclcpp_action::CancelResponse::ACCEPT;
  }

  void on_accepted(const std::shared_ptr<GoalHandleGrind> goal_handle)
  {
    threads_.emplace_back(std::bind(&Miller::grind, this, std::placeholders::_1), goal_handle);
  }

  void grind(const std::shared_ptr<GoalHandleGrind> goal_handle)
  {
    const auto goal = goal_handle->get_goal();
    auto feedback = std::make_shared<Grind::Feedback>();
    auto & done = feedback->sacks_done;
    auto result = std::make_shared<Grind::Result>();
    rclcpp::Rate rate(50);
    for (done = 1; done <= goal->sacks && rclcpp::ok(); ++done) {
      result->kilos += 40.0f;
      result->finished = now();
      if (goal_handle->is_canceling()) {
        goal_handle->canceled(result);
        return;
      }
      goal_handle->publish_feedback(feedback);
      rate.sleep();
    }
    if (rclcpp::ok()) {goal_handle->succeed(result);}
  }

  rclcpp_action::Server<Grind>::SharedPtr server_;
  std::vector<std::thread> threads_;
};

int main(int argc, char ** argv)
{
  using Flour = mill_interfaces::msg::Flour;  // of an .idl file
  static_assert(std::is_same<decltype(Flour::grain), std::array<float, 2>>::value, "a typedef");
  if (Flour().kind != Flour::RYE || Flour().sacks.max_size() != 4) {return 1;}
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Miller>());
  rclcpp::shutdown();
  return 0;
}
