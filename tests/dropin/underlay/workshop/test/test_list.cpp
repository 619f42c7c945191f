#include <vector>

#include "gmock/gmock.h"

TEST(List, HasItsElementsInOrder) {
  EXPECT_THAT((std::vector<int>{1, 2}), testing::ElementsAre(1, 2));
}
