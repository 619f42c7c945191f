// Messages of a board that it writes while they are on their way (continous_serialization.h), and
// its error callback.
#include <gmock/gmock.h>

#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <std_msgs/msg/u_int8_multi_array.hpp>

#include "agent_process.h"
#include "boards_test.h"
#include "eventually.h"

namespace ranvier::micro {
namespace {

using ranvier::support::eventually;
using ::testing::Contains;
using ::testing::HasSubstr;

using MicroContinuous = support::BoardsTest;

TEST_F(MicroContinuous, AMessageGoesOnBehindItsLastMember) {
  const auto host = std::make_shared<rclcpp::Node>("host");
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(host);
  std::vector<std_msgs::msg::UInt8MultiArray> arrays;
  std::vector<std::string> told;
  const auto bytes = host->create_subscription<std_msgs::msg::UInt8MultiArray>(
      "/bytes", 10, [&](const std_msgs::msg::UInt8MultiArray& array) { arrays.push_back(array); });
  const auto words = host->create_subscription<std_msgs::msg::String>(
      "/told", 10, [&](const std_msgs::msg::String& text) { told.push_back(text.data); });
  support::AgentProcess agent({"udp4", "-p", "0"});
  support::Program program({CONTINUOUS_PROGRAM, agent.where()});
  ASSERT_TRUE(eventually([&] {
    executor.spin_some();
    return arrays.size() >= 6 && told.size() >= 6;
  }));
  for (const auto& array : arrays) {
    EXPECT_EQ(array.layout.data_offset, 7u);
    ASSERT_EQ(array.data.size(), 3000u);
    for (std::size_t i = 0; i < array.data.size(); ++i) ASSERT_EQ(array.data[i], i % 251) << i;
  }
  // Whole ones are sent, others are refused: each with one call of the error callback.
  EXPECT_THAT(told, Contains(HasSubstr("0 1 1 2 the sample was not of the size")));
  EXPECT_THAT(told, Contains(HasSubstr("0 11 1 2 the callback of the size made it smaller")));
}

}  // namespace
}  // namespace ranvier::micro
