#include "ranvier/cyclone/endpoints/sample_gaps.h"

#include <gtest/gtest.h>

namespace ranvier::cyclone {
namespace {

constexpr std::uint64_t kOne = 1, kOther = 2;  // writers

TEST(SampleGapsTest, TheFirstSampleOfAWriterMissesNothing) {
  SampleGaps gaps;
  EXPECT_EQ(gaps.before(kOne, 40), 0u);
  EXPECT_EQ(gaps.before(kOne, 41), 0u);
}

TEST(SampleGapsTest, WhatIsMissingIsCountedOnceForEachWriter) {
  SampleGaps gaps;
  EXPECT_EQ(gaps.before(kOne, 1), 0u);
  EXPECT_EQ(gaps.before(kOther, 1), 0u);
  EXPECT_EQ(gaps.before(kOne, 5), 3u);
  EXPECT_EQ(gaps.before(kOther, 3), 1u);
  EXPECT_EQ(gaps.before(kOne, 6), 0u);
}

TEST(SampleGapsTest, WhatComesOnceMoreOrWithoutANumberMissesNothing) {
  SampleGaps gaps;
  EXPECT_EQ(gaps.before(kOne, 7), 0u);
  EXPECT_EQ(gaps.before(kOne, 3), 0u);
  EXPECT_EQ(gaps.before(kOne, 7), 0u);
  EXPECT_EQ(gaps.before(kOne, 0), 0u);
  EXPECT_EQ(gaps.before(kOne, 9), 1u);
}

TEST(SampleGapsTest, AWriterThatWentBeginsAnew) {
  SampleGaps gaps;
  EXPECT_EQ(gaps.before(kOne, 7), 0u);
  gaps.forget(kOne);
  EXPECT_EQ(gaps.before(kOne, 90), 0u);
}

}  // namespace
}  // namespace ranvier::cyclone
