// The parameters of a board, as a node of rclcpp and its tools see and set them.
#include <gmock/gmock.h>

#include <rclcpp/rclcpp.hpp>

#include "agent_process.h"
#include "boards_test.h"
#include "eventually.h"

namespace ranvier::micro {
namespace {

using ranvier::support::eventually;
using support::AgentProcess;
using support::Program;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class ParameterTest : public support::BoardsTest {
 protected:
  ParameterTest()
      : host_(std::make_shared<rclcpp::Node>("host")),
        agent_({"udp4", "-p", "0"}),
        board_({PARAMETER_PROGRAM, agent_.where()}),
        of_board_(std::make_shared<rclcpp::SyncParametersClient>(host_, "/boards/tuned")) {}

  void SetUp() override { ASSERT_TRUE(of_board_->wait_for_service(std::chrono::seconds(60))); }

  std::string refusal(const rclcpp::Parameter& parameter) {
    const auto results = of_board_->set_parameters({parameter});
    if (results.size() != 1) return "no answer";
    return results[0].successful ? "" : results[0].reason;
  }

  const rclcpp::Node::SharedPtr host_;
  AgentProcess agent_;
  Program board_;
  const std::shared_ptr<rclcpp::SyncParametersClient> of_board_;
};

TEST_F(ParameterTest, TheyAreListedDescribedAndRead) {
  EXPECT_THAT(of_board_->list_parameters({}, 0).names,
              UnorderedElementsAre("rate", "gain", "on", "changes"));
  EXPECT_EQ(of_board_->get_parameter<std::int64_t>("rate"), 10);
  EXPECT_EQ(of_board_->get_parameter<double>("gain"), 0.5);
  EXPECT_FALSE(of_board_->get_parameter<bool>("on"));
  EXPECT_THAT(of_board_->get_parameter_types({"gain", "on"}),
              ElementsAre(rclcpp::PARAMETER_DOUBLE, rclcpp::PARAMETER_BOOL));
  const auto described = of_board_->describe_parameters({"rate", "changes"});
  ASSERT_EQ(described.size(), 2u);
  EXPECT_EQ(described[0].description, "samples a second");
  EXPECT_EQ(described[0].additional_constraints, "even");
  ASSERT_EQ(described[0].integer_range.size(), 1u);
  EXPECT_EQ(described[0].integer_range[0].to_value, 100);
  EXPECT_TRUE(described[1].read_only);
}

TEST_F(ParameterTest, WhatFitsIsTakenAndTheProgramAndTheEventsAreTold) {
  std::vector<rcl_interfaces::msg::ParameterEvent> events;
  const auto heard = host_->create_subscription<rcl_interfaces::msg::ParameterEvent>(
      "/parameter_events", 100, [&](const rcl_interfaces::msg::ParameterEvent& event) {
        if (event.node == "/boards/tuned" && !event.changed_parameters.empty() &&
            event.changed_parameters[0].name != "changes") {
          events.push_back(event);
        }
      });
  ASSERT_TRUE(eventually([&] { return heard->get_publisher_count() == 2; }));
  EXPECT_EQ(refusal({"rate", 50}), "");
  EXPECT_EQ(refusal({"on", true}), "");
  EXPECT_EQ(of_board_->get_parameter<std::int64_t>("rate"), 50);
  EXPECT_TRUE(of_board_->get_parameter<bool>("on"));
  EXPECT_TRUE(eventually([&] { return of_board_->get_parameter<std::int64_t>("changes") == 2; }));
  EXPECT_TRUE(eventually([&] {
    rclcpp::spin_some(host_);
    return events.size() >= 2;
  }));
  EXPECT_EQ(events.at(0).changed_parameters.at(0).value.integer_value, 50);
}

TEST_F(ParameterTest, WhatDoesNotFitIsRefusedWithTheReason) {
  EXPECT_THAT(refusal({"rate", 101}), HasSubstr("range"));
  EXPECT_THAT(refusal({"rate", 13}), HasSubstr("rejected"));
  EXPECT_THAT(refusal({"rate", "ten"}), HasSubstr("type"));
  EXPECT_THAT(refusal({"rate", std::vector<std::int64_t>{1, 2, 3}}), HasSubstr("type"));
  EXPECT_THAT(refusal({"rate", std::vector<std::string>{"a", "b"}}), HasSubstr("type"));
  EXPECT_THAT(refusal({"changes", 1}), HasSubstr("read-only"));
  EXPECT_THAT(refusal({"unknown", 1}), HasSubstr("no parameter"));
  EXPECT_THAT(refusal({std::string(200, 'x'), 1}), HasSubstr("no parameter"));
  EXPECT_EQ(of_board_->get_parameter<std::int64_t>("rate"), 10);
}

TEST_F(ParameterTest, OneThatDoesNotFitKeepsTheOthersFromBeingSetWithIt) {
  const auto refused = of_board_->set_parameters_atomically({{"gain", 2.0}, {"rate", 0}});
  EXPECT_FALSE(refused.successful);
  EXPECT_THAT(refused.reason, HasSubstr("range"));
  EXPECT_EQ(of_board_->get_parameter<double>("gain"), 0.5);
  EXPECT_TRUE(of_board_->set_parameters_atomically({{"gain", 2.0}, {"rate", 1}}).successful);
  EXPECT_EQ(of_board_->get_parameter<double>("gain"), 2.0);
}

}  // namespace
}  // namespace ranvier::micro
