#include "bench/runner/steal.h"

#include <gtest/gtest.h>

namespace ranvier::bench {
namespace {

TEST(Steal, IsTheEighthNumberOfTheCpuLine) {
  const CpuTicks ticks = parse_cpu_ticks("cpu  10 1 20 1000 5 2 3 40 0 0");
  EXPECT_EQ(ticks.stolen, 40);
  EXPECT_EQ(ticks.total, 1081);
}

TEST(Steal, TimeOfGuestsIsNotCountedTwice) {
  EXPECT_EQ(parse_cpu_ticks("cpu  1 1 1 1 1 1 1 1 500 500").total, 8);
}

TEST(Steal, ALineOfAnotherShapeTellsNothing) {
  for (const char* line :
       {"", "cpu", "cpu0 1 2 3 4 5 6 7 8", "cpu 1 2 3 4 5 6 7", "cpu 1 2 3 x 5 6 7 8"}) {
    EXPECT_EQ(parse_cpu_ticks(line).total, 0) << line;
  }
}

}  // namespace
}  // namespace ranvier::bench
