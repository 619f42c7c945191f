#include <cstdlib>

#include "gtest/gtest.h"

TEST(Package, HasItsNameInAMacro) {EXPECT_STREQ(ROS_PACKAGE_NAME, "workshop");}

TEST(Domain, IsOneOfItsOwn) {
  const char * domain = std::getenv("ROS_DOMAIN_ID");
  ASSERT_NE(domain, nullptr);
  EXPECT_GT(std::atoi(domain), 0);
}
