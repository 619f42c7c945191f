#include "gtest/gtest.h"

static bool began = false;

TEST(OwnMain, BeginsTheTests) {EXPECT_TRUE(began);}

int main(int argc, char ** argv)
{
  began = true;
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
