// A managed node on a board, as the services of lifecycle_msgs drive it through the agent.
#include <gmock/gmock.h>

#include <lifecycle_msgs/msg/state.hpp>
#include <lifecycle_msgs/msg/transition.hpp>
#include <lifecycle_msgs/msg/transition_event.hpp>
#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_available_states.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>
#include <rclcpp/rclcpp.hpp>

#include "agent_process.h"
#include "boards_test.h"
#include "eventually.h"

namespace ranvier::micro {
namespace {

using lifecycle_msgs::msg::State;
using lifecycle_msgs::msg::Transition;
using lifecycle_msgs::msg::TransitionEvent;
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetAvailableStates;
using lifecycle_msgs::srv::GetState;
using ranvier::support::eventually;
using support::AgentProcess;
using support::Program;
using ::testing::ElementsAre;

class LifecycleTest : public support::BoardsTest {
 protected:
  LifecycleTest()
      : host_(std::make_shared<rclcpp::Node>("host")),
        agent_({"udp4", "-p", "0"}),
        board_({LIFECYCLE_PROGRAM, agent_.where()}),
        state_(host_->create_client<GetState>("/boards/managed/get_state")),
        states_(host_->create_client<GetAvailableStates>("/boards/managed/get_available_states")),
        change_(host_->create_client<ChangeState>("/boards/managed/change_state")),
        events_(host_->create_subscription<TransitionEvent>(
            "/boards/managed/transition_event", 100, [this](const TransitionEvent& event) {
              told_.push_back(event.start_state.label + ">" + event.goal_state.label);
            })) {}

  void SetUp() override {
    ASSERT_TRUE(state_->wait_for_service(std::chrono::seconds(60)));
    ASSERT_TRUE(states_->wait_for_service(std::chrono::seconds(60)));
    ASSERT_TRUE(change_->wait_for_service(std::chrono::seconds(60)));
    ASSERT_TRUE(eventually([&] { return events_->get_publisher_count() == 1; }));
  }

  bool wait(const std::function<bool()>& condition) {
    return eventually([&] {
      rclcpp::spin_some(host_);
      return condition();
    });
  }
  template <class Service>
  auto ask(rclcpp::Client<Service>& client, std::shared_ptr<typename Service::Request> request) {
    auto answer = client.async_send_request(request).future.share();
    EXPECT_TRUE(wait(
        [&] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    return answer.get();
  }
  bool change(std::uint8_t id, const std::string& label = "") {
    auto request = std::make_shared<ChangeState::Request>();
    request->transition.id = id;
    request->transition.label = label;
    return ask(*change_, request)->success;
  }
  std::string state() {
    return ask(*state_, std::make_shared<GetState::Request>())->current_state.label;
  }

  const rclcpp::Node::SharedPtr host_;
  AgentProcess agent_;
  Program board_;
  const rclcpp::Client<GetState>::SharedPtr state_;
  const rclcpp::Client<GetAvailableStates>::SharedPtr states_;
  const rclcpp::Client<ChangeState>::SharedPtr change_;
  const rclcpp::Subscription<TransitionEvent>::SharedPtr events_;
  std::vector<std::string> told_;
};

TEST_F(LifecycleTest, ItGoesFromStateToStateAndTellsOfIt) {
  EXPECT_EQ(state(), "unconfigured");
  EXPECT_TRUE(change(Transition::TRANSITION_CONFIGURE));
  EXPECT_EQ(state(), "inactive");
  EXPECT_TRUE(change(0, "activate")) << "by its label alone";
  EXPECT_EQ(state(), "active");
  EXPECT_TRUE(change(Transition::TRANSITION_DEACTIVATE));
  EXPECT_TRUE(change(Transition::TRANSITION_CLEANUP));
  EXPECT_TRUE(change(Transition::TRANSITION_UNCONFIGURED_SHUTDOWN, "shutdown"));
  EXPECT_EQ(state(), "finalized");
  EXPECT_TRUE(wait([&] { return told_.size() == 10; }));
  EXPECT_THAT(told_,
              ElementsAre("unconfigured>configuring", "configuring>inactive", "inactive>activating",
                          "activating>active", "active>deactivating", "deactivating>inactive",
                          "inactive>cleaningup", "cleaningup>unconfigured",
                          "unconfigured>shuttingdown", "shuttingdown>finalized"));
}

TEST_F(LifecycleTest, WhatDoesNotLeadOutOfAStateChangesNothing) {
  EXPECT_FALSE(change(Transition::TRANSITION_ACTIVATE));
  EXPECT_FALSE(change(Transition::TRANSITION_ON_CONFIGURE_SUCCESS));
  EXPECT_FALSE(change(0, "fly"));
  EXPECT_EQ(state(), "unconfigured");
}

TEST_F(LifecycleTest, AFailureGoesBackAndAnErrorIsProcessed) {
  ASSERT_TRUE(change(Transition::TRANSITION_CONFIGURE));
  ASSERT_TRUE(change(Transition::TRANSITION_CLEANUP));
  EXPECT_FALSE(change(Transition::TRANSITION_CONFIGURE)) << "the callback fails";
  EXPECT_EQ(state(), "unconfigured");
  ASSERT_TRUE(change(Transition::TRANSITION_CONFIGURE));
  ASSERT_TRUE(change(Transition::TRANSITION_ACTIVATE));
  ASSERT_TRUE(change(Transition::TRANSITION_DEACTIVATE));
  EXPECT_FALSE(change(Transition::TRANSITION_ACTIVATE)) << "the callback says that it is an error";
  EXPECT_EQ(state(), "unconfigured");
}

TEST_F(LifecycleTest, ItsStatesAreThoseOfRos) {
  const auto all = ask(*states_, std::make_shared<GetAvailableStates::Request>());
  ASSERT_EQ(all->available_states.size(), 11u);
  EXPECT_EQ(all->available_states[3].id, State::PRIMARY_STATE_ACTIVE);
  EXPECT_EQ(all->available_states[3].label, "active");
  EXPECT_EQ(all->available_states[10].id, State::TRANSITION_STATE_ERRORPROCESSING);
}

}  // namespace
}  // namespace ranvier::micro
