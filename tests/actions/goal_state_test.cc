// The numbers of states, and the names of goals. The state table: proto/action/goal_state_test.cc.
#include <gtest/gtest.h>

#include "action_msgs/msg/goal_status.hpp"
#include "covers.h"
#include "rcl_action/rcl_action.h"
#include "rclcpp_action/qos.hpp"
#include "rclcpp_action/rclcpp_action.hpp"

namespace {

using Status = action_msgs::msg::GoalStatus;

TEST(GoalStateTest, StatesHaveTheNumbersThatTravel) {
  EXPECT_EQ(GOAL_STATE_UNKNOWN, Status::STATUS_UNKNOWN);
  EXPECT_EQ(GOAL_STATE_ACCEPTED, Status::STATUS_ACCEPTED);
  EXPECT_EQ(GOAL_STATE_EXECUTING, Status::STATUS_EXECUTING);
  EXPECT_EQ(GOAL_STATE_CANCELING, Status::STATUS_CANCELING);
  EXPECT_EQ(GOAL_STATE_SUCCEEDED, Status::STATUS_SUCCEEDED);
  EXPECT_EQ(GOAL_STATE_CANCELED, Status::STATUS_CANCELED);
  EXPECT_EQ(GOAL_STATE_ABORTED, Status::STATUS_ABORTED);
}

TEST(GoalStateTest, EventsThatAreNoneLeadNowhere) {
  for (int state = 0; state < GOAL_STATE_NUM_STATES; ++state) {
    const auto from = static_cast<rcl_action_goal_state_t>(state);
    EXPECT_EQ(rcl_action_transition_goal_state(from, GOAL_EVENT_NUM_EVENTS), GOAL_STATE_UNKNOWN);
  }
  EXPECT_EQ(rcl_action_transition_goal_state(-1, GOAL_EVENT_EXECUTE), GOAL_STATE_UNKNOWN);
  EXPECT_EQ(rcl_action_transition_goal_state(GOAL_STATE_ACCEPTED, GOAL_EVENT_EXECUTE),
            GOAL_STATE_EXECUTING);
}

TEST(GoalNamesTest, AnIdIsWrittenAsRfc4122Writes) {
  COVERS("rclcpp_action", "to_string", "GoalUUID");
  rclcpp_action::GoalUUID id;
  for (size_t i = 0; i < id.size(); ++i) id[i] = static_cast<uint8_t>(i * 17);
  EXPECT_EQ(rclcpp_action::to_string(id), "00112233-4455-6677-8899-aabbccddeeff");
  EXPECT_EQ(rclcpp_action::to_string({}), "00000000-0000-0000-0000-000000000000");
}

TEST(GoalNamesTest, AnIdSurvivesTheStructureOfC) {
  COVERS("rclcpp_action", "convert");
  rclcpp_action::GoalUUID id, back{};
  for (size_t i = 0; i < id.size(); ++i) id[i] = static_cast<uint8_t>(255 - i);
  rcl_action_goal_info_t info{};
  info.stamp.sec = 5;
  rclcpp_action::convert(id, &info);
  rclcpp_action::convert(info, &back);
  EXPECT_EQ(back, id);
  EXPECT_EQ(info.stamp.sec, 5);
}

TEST(GoalNamesTest, IdsAreOrderedAndHashedByAllBytes) {
  COVERS("std::less", "operator()");
  COVERS("std::hash", "operator()");
  const std::less<rclcpp_action::GoalUUID> less;
  const std::hash<rclcpp_action::GoalUUID> hash;
  for (size_t i = 0; i < 16; ++i) {
    rclcpp_action::GoalUUID small{}, large{};
    large[i] = 1;
    EXPECT_TRUE(less(small, large) && !less(large, small)) << i;
    EXPECT_NE(hash(small), hash(large)) << i;
    EXPECT_EQ(hash(large), hash(rclcpp_action::GoalUUID(large)));
  }
}

TEST(ActionOptionsTest, DefaultsAreThoseOfRos2) {
  COVERS("rclcpp_action::DefaultActionStatusQoS");
  const auto server = rcl_action_server_get_default_options();
  const auto client = rcl_action_client_get_default_options();
  EXPECT_EQ(server.result_timeout.nanoseconds, RCL_S_TO_NS(10));
  for (const auto& status : {server.status_topic_qos, client.status_topic_qos}) {
    EXPECT_EQ(status.durability, RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
    EXPECT_EQ(status.reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
    EXPECT_EQ(status.depth, 1u);
  }
  for (const auto& qos : {server.feedback_topic_qos, client.feedback_topic_qos,
                          server.goal_service_qos, client.result_service_qos}) {
    EXPECT_EQ(qos.depth, 10u);
    EXPECT_EQ(qos.durability, RMW_QOS_POLICY_DURABILITY_VOLATILE);
  }
  const rclcpp_action::DefaultActionStatusQoS status;
  EXPECT_EQ(status.depth(), 1u);
  EXPECT_EQ(status.durability(), rclcpp::DurabilityPolicy::TransientLocal);
}

}  // namespace
