// The categories of a published experiment, from what `ranvier-trace chains --json` says.
#include "bench/runner/categories.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ranvier::bench {
namespace {

// A link whose stages took so many microseconds each.
std::string link(int first) {
  std::string stages;
  for (const char* name : {"publisher", "middleware", "transport", "executor-wait", "notification",
                           "subscriber", "callback"}) {
    stages += std::string(stages.empty() ? "" : ",") + "\"" + name +
              "\":{\"mean_ns\":" + std::to_string(first++ * 1000) + "}";
  }
  return "{\"stages\":{" + stages + "}}";
}

std::string chain(int count, const std::string& links) {
  return "{\"latency\":{\"mean_ns\":5000},\"count\":" + std::to_string(count) + ",\"links\":[" +
         links + "]}";
}

std::string trace(const std::string& chains) { return "{\"chains\":[" + chains + "]}"; }

TEST(Categories, SumTheStagesOfAllHopsWithoutTheLastCallback) {
  Outcome out;
  add_categories(trace(chain(90, link(1)) + "," + chain(40, link(1) + "," + link(101))), 2, out);
  EXPECT_DOUBLE_EQ(out["chain_count"], 40);
  EXPECT_DOUBLE_EQ(out["publisher, ROS 2 common"], 1 + 2 + 101 + 102);
  EXPECT_DOUBLE_EQ(out["DDS"], 3 + 103);
  EXPECT_DOUBLE_EQ(out["notification delay"], 4 + 5 + 104 + 105);
  EXPECT_DOUBLE_EQ(out["subscriber, ROS 2 common"], 6 + 106);
  EXPECT_DOUBLE_EQ(out["benchmark overhead"], 7);
  EXPECT_DOUBLE_EQ(out["publisher, rmw"], 0);
  EXPECT_DOUBLE_EQ(out["categories_us"], 28 + 621);
  EXPECT_DOUBLE_EQ(out["traced_us"], 5);
}

TEST(Categories, TakeTheChainThatMostWent) {
  Outcome out;
  add_categories(trace(chain(2, link(1)) + "," + chain(5, link(11))), 1, out);
  EXPECT_DOUBLE_EQ(out["chain_count"], 5);
  EXPECT_DOUBLE_EQ(out["DDS"], 13);
}

TEST(Categories, SayThatThereIsNoSuchChain) {
  Outcome out;
  EXPECT_THROW(add_categories(trace(chain(2, link(1))), 2, out), std::runtime_error);
  EXPECT_THROW(add_categories("no JSON", 2, out), std::runtime_error);
  EXPECT_THROW(add_categories("{\"chains\":[{}]}", 2, out), std::runtime_error);
}

}  // namespace
}  // namespace ranvier::bench
