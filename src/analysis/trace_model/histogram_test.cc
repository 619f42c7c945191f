#include "analysis/trace_model/histogram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ranvier::trace_model {
namespace {

using testing::ElementsAre;
using testing::Le;
using testing::SizeIs;

TEST(HistogramTest, EveryDurationIsInTheBinOfItsLength) {
  const Histogram h = histogram({0, 1, 2, 3, 3, 5, 9}, 5);
  EXPECT_EQ(h.from, 0);
  EXPECT_EQ(h.width, 2);
  EXPECT_THAT(h.counts, ElementsAre(2, 3, 1, 0, 1));
  EXPECT_EQ(h.total(), 7u);
}

TEST(HistogramTest, OneFarOutlierIsCountedBesideTheBins) {
  std::vector<Nanoseconds> all{1'000'000'000};
  for (Nanoseconds i = 0; i < 1'000; ++i) all.push_back(1'000 + i % 100);
  const Histogram h = histogram(all, 50);
  EXPECT_EQ(h.above, 1u);
  EXPECT_EQ(h.below, 0u);
  EXPECT_EQ(h.from, 1'000);
  EXPECT_EQ(h.total(), 1'001u);
}

TEST(HistogramTest, EqualDurationsAreOneBin) {
  const Histogram h = histogram({7, 7, 7});
  EXPECT_THAT(h.counts, ElementsAre(3));
  EXPECT_EQ(h.width, 1);
}

TEST(HistogramTest, NoDurationsAreNoBins) {
  EXPECT_THAT(histogram({}).counts, SizeIs(0));
  EXPECT_THAT(histogram({1}, 0).counts, SizeIs(0));
}

TEST(HistogramTest, TheLargestNumbersThereAreDoNotOverflow) {
  const Histogram h = histogram({INT64_MIN, -1, 0, 1, INT64_MAX});
  EXPECT_EQ(h.total(), 5u);
  EXPECT_THAT(h.counts, SizeIs(Le(60)));
}

}  // namespace
}  // namespace ranvier::trace_model
