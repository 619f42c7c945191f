// <package>/version.h: what public code chooses by, between releases.
#include <gtest/gtest.h>

#include <string>

#include "covers.h"
#include "rcl/version.h"
#include "rclcpp/version.h"
#include "rcpputils/version.h"
#include "rcutils/version.h"
#include "rmw/version.h"

#if !RCLCPP_VERSION_GTE(28, 0, 0) || RCLCPP_VERSION_GTE(28, 3, 3) || RCLCPP_VERSION_GTE(29, 0, 0)
#error "code that asks the preprocessor must take the branch of Jazzy"
#endif

namespace {

std::string joined(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

TEST(VersionsTest, TheVersionIsThatOfJazzyInNumbersAndAsText) {
  COVERS("(macros)", "RCLCPP_VERSION_MAJOR", "RCLCPP_VERSION_MINOR", "RCLCPP_VERSION_PATCH");
  COVERS("(macros)", "RCLCPP_VERSION_STR");
  EXPECT_EQ(RCLCPP_VERSION_MAJOR, 28);
  EXPECT_EQ(RCLCPP_VERSION_MINOR, 1);
  EXPECT_EQ(joined(RCLCPP_VERSION_MAJOR, RCLCPP_VERSION_MINOR, RCLCPP_VERSION_PATCH),
            RCLCPP_VERSION_STR);
}

TEST(VersionsTest, AVersionIsAtLeastItselfAndEarlierOnesAndNoLaterOne) {
  COVERS("(macros)", "RCLCPP_VERSION_GTE");
  const int patch = RCLCPP_VERSION_PATCH;
  EXPECT_TRUE(RCLCPP_VERSION_GTE(28, 1, patch));
  EXPECT_FALSE(RCLCPP_VERSION_GTE(28, 1, patch + 1));
  EXPECT_TRUE(RCLCPP_VERSION_GTE(28, 0, 99));
  EXPECT_FALSE(RCLCPP_VERSION_GTE(28, 2, 0));
  EXPECT_TRUE(RCLCPP_VERSION_GTE(17, 99, 99));
  EXPECT_FALSE(RCLCPP_VERSION_GTE(29, 0, 0));
}

TEST(VersionsTest, EachPackageHasAVersionOfItsOwn) {
  COVERS("(macros)", "RCPPUTILS_VERSION_MAJOR", "RCPPUTILS_VERSION_MINOR");
  COVERS("(macros)", "RCPPUTILS_VERSION_PATCH", "RCPPUTILS_VERSION_STR", "RCPPUTILS_VERSION_GTE");
  COVERS("(macros)", "RCUTILS_VERSION_MAJOR", "RCUTILS_VERSION_MINOR", "RCUTILS_VERSION_PATCH");
  COVERS("(macros)", "RCUTILS_VERSION_STR", "RCUTILS_VERSION_GTE");
  COVERS("(macros)", "RMW_VERSION_MAJOR", "RMW_VERSION_MINOR", "RMW_VERSION_PATCH");
  COVERS("(macros)", "RMW_VERSION_STR", "RMW_VERSION_GTE");
  COVERS("(macros)", "RCL_VERSION_MAJOR", "RCL_VERSION_MINOR", "RCL_VERSION_PATCH");
  COVERS("(macros)", "RCL_VERSION_STR", "RCL_VERSION_GTE");
  EXPECT_TRUE(RCPPUTILS_VERSION_GTE(2, 11, 0) && !RCPPUTILS_VERSION_GTE(2, 12, 0));
  EXPECT_TRUE(RCUTILS_VERSION_GTE(6, 7, 0) && !RCUTILS_VERSION_GTE(6, 8, 0));
  EXPECT_TRUE(RMW_VERSION_GTE(7, 3, 0) && !RMW_VERSION_GTE(7, 4, 0));
  EXPECT_TRUE(RCL_VERSION_GTE(9, 2, 0) && !RCL_VERSION_GTE(9, 3, 0));
  EXPECT_EQ(joined(RCPPUTILS_VERSION_MAJOR, RCPPUTILS_VERSION_MINOR, RCPPUTILS_VERSION_PATCH),
            RCPPUTILS_VERSION_STR);
  EXPECT_EQ(joined(RCUTILS_VERSION_MAJOR, RCUTILS_VERSION_MINOR, RCUTILS_VERSION_PATCH),
            RCUTILS_VERSION_STR);
  EXPECT_EQ(joined(RMW_VERSION_MAJOR, RMW_VERSION_MINOR, RMW_VERSION_PATCH), RMW_VERSION_STR);
  EXPECT_EQ(joined(RCL_VERSION_MAJOR, RCL_VERSION_MINOR, RCL_VERSION_PATCH), RCL_VERSION_STR);
}

}  // namespace
