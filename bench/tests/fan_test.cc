// What the runner makes of the arrivals that several readers tell of.
#include "bench/runner/fan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/common/latency.h"

namespace ranvier::bench {
namespace {

Stamp at(std::uint32_t sequence) { return {1'000'000, sequence, 1}; }

// A reader to which message i comes so many microseconds after its stamp.
std::string arrivals(const std::map<std::uint32_t, int>& us) {
  LatencyLog log(16);
  for (const auto& [sequence, after] : us) log.record(at(sequence), 1'000'000 + 1'000 * after);
  Findings findings;
  log.tell_each(findings);
  return findings.lines.at(0);
}

TEST(Fan, GivesTheMiddleAndTheLastReaderOfEachMessage) {
  RunResult run;
  run.quantities["p50_us"] = 111;
  run.lines = {arrivals({{0, 10}, {1, 30}, {2, 50}}), "another line",
               arrivals({{0, 20}, {1, 40}, {2, 60}}), arrivals({{0, 90}, {1, 31}, {2, 70}})};
  join_arrivals(run, 3);
  EXPECT_DOUBLE_EQ(run.quantities["median_us"], 31);  // of 20, 31, 60
  EXPECT_DOUBLE_EQ(run.quantities["last_us"], 70);    // of 90, 40, 70
  EXPECT_EQ(run.quantities.count("p50_us"), 0u);
  EXPECT_EQ(run.lines, std::vector<std::string>{"another line"});
}

TEST(Fan, LeavesOutWhatNotAllReadersHad) {
  RunResult run;
  run.lines = {arrivals({{0, 10}, {1, 30}}), arrivals({{1, 50}})};
  join_arrivals(run, 2);
  EXPECT_DOUBLE_EQ(run.quantities["median_us"], 40);
  EXPECT_DOUBLE_EQ(run.quantities["last_us"], 50);
  RunResult none;
  join_arrivals(none, 2);
  EXPECT_TRUE(std::isnan(none.quantities["median_us"]));
}

TEST(LatencyLog, CountsWhereWhatCameIsNotWhatComesNext) {
  LatencyLog log(2);
  for (const std::uint32_t sequence : {0u, 1u, 3u, 4u, 4u}) log.record(at(sequence), 2'000'000);
  log.record({0, 77, 0}, 1);  // of the warming up
  Findings findings;
  log.describe(findings);
  EXPECT_EQ(findings.numbers["gaps"], 2);
  EXPECT_EQ(findings.numbers["received"], 5);
}

}  // namespace
}  // namespace ranvier::bench
