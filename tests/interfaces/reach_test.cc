// What packages reach by a message's header alone. Compiling is the test.
#include "sensor_msgs/msg/image.hpp"
// After it: the test is what comes before.
namespace {

std::string lean_on(const sensor_msgs::msg::Image& image) {
  if (image.data.empty()) {
    throw std::invalid_argument("no data");
  }
  const std::array<std::uint8_t, 1> brightest{
      *std::max_element(image.data.begin(), image.data.end())};
  std::stringstream text;
  text << std::to_string(brightest[0]);
  return std::make_unique<std::string>(text.str())->substr(0);
}

}  // namespace

#include <gtest/gtest.h>

TEST(ReachTest, AMessageBringsTheHeadersThatItsOwnShapeNeeds) {
  sensor_msgs::msg::Image image;
  EXPECT_THROW(lean_on(image), std::invalid_argument);
  image.data = {1, 7, 3};
  EXPECT_EQ(lean_on(image), "7");
}
