// What the runner makes of the arrivals along a row of processes.
#include "bench/runner/row.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ranvier::bench {
namespace {

RunResult row_of(double sent, std::vector<std::string> lines) {
  RunResult run;
  run.quantities["sent"] = sent;
  run.lines = std::move(lines);
  return run;
}

TEST(Row, GivesTheTimesThroughTheRowAndOfEachHop) {
  RunResult run = row_of(2, {"arrivals 0:10 1:20", "another line", "arrivals 0:30 1:90"});
  join_row(run, 2);
  EXPECT_DOUBLE_EQ(run.quantities["mean_us"], 60);  // of 30 and 90
  EXPECT_DOUBLE_EQ(run.quantities["p95_us"], 87);   // between them
  EXPECT_DOUBLE_EQ(run.quantities["p95_per_hop_us"], 43.5);
  EXPECT_DOUBLE_EQ(run.quantities["hop_p95_us"], 62.5);  // of 10, 20, 20, 70
  EXPECT_DOUBLE_EQ(run.quantities["q50"], 60);
  EXPECT_DOUBLE_EQ(run.quantities["q0"], 30);
  EXPECT_DOUBLE_EQ(run.quantities["q100"], 90);
  EXPECT_DOUBLE_EQ(run.quantities["missed"], 0);
  EXPECT_EQ(run.lines, std::vector<std::string>{"another line"});
}

// Message 1 is lost at the first hop and message 2 at the second: whoever paired what came by its
// order would take the times of others.
TEST(Row, LeavesOutWhatAnyNodeMissedAndCountsIt) {
  RunResult run = row_of(4, {"arrivals 0:10 2:10 3:20", "arrivals 0:30 3:50"});
  join_row(run, 2);
  EXPECT_DOUBLE_EQ(run.quantities["whole"], 2);
  EXPECT_DOUBLE_EQ(run.quantities["missed"], 2);
  EXPECT_DOUBLE_EQ(run.quantities["delivered_share"], 0.5);
  EXPECT_DOUBLE_EQ(run.quantities["mean_us"], 40);
  EXPECT_DOUBLE_EQ(run.quantities["q100"], 50);
}

TEST(Row, HasNoTimesIfNothingCameThrough) {
  RunResult run = row_of(3, {"arrivals 0:10 1:10", "arrivals"});
  join_row(run, 2);
  EXPECT_TRUE(std::isnan(run.quantities["p95_us"]));
  EXPECT_DOUBLE_EQ(run.quantities["missed"], 3);
  EXPECT_DOUBLE_EQ(run.quantities["delivered_share"], 0);
}

TEST(Row, SaysThatANodeDoesNotTell) {
  RunResult run = row_of(3, {"arrivals 0:10"});
  EXPECT_THROW(join_row(run, 2), std::runtime_error);
}

TEST(Row, NamesItsQuantiles) {
  EXPECT_EQ(quantile_name(0.999), "q99.9");
  EXPECT_EQ(quantile_name(0.05), "q5");
  EXPECT_EQ(quantile_name(1), "q100");
}

}  // namespace
}  // namespace ranvier::bench
