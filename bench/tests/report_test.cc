#include "bench/runner/report.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <stdexcept>

namespace ranvier::bench {
namespace {

// A side that gives one outcome after the other.
std::function<RunResult()> series(std::vector<double> values, double delivered = 1) {
  auto next = std::make_shared<std::size_t>(0);
  return [values = std::move(values), next, delivered] {
    return RunResult{{{"p50_us", values.at((*next)++)}, {"delivered_share", delivered}}, {}};
  };
}

Case a_case(std::vector<double> ours, std::vector<double> raw, double raw_delivered = 1) {
  Case result;
  result.name = "pingpong/x";
  result.placement = "all on core 0";
  result.quantity = {"p50", "p50_us", "us"};
  result.also = {{"delivered_share", "delivered_share", "share", true}};
  result.ours = series(std::move(ours));
  result.raw = series(std::move(raw), raw_delivered);
  return result;
}

void ignore(const std::string&) {}

TEST(Report, RatioIsTheMedianOfPairsNotTheRatioOfMedians) {
  const Row row = measure(a_case({10, 40, 90}, {10, 20, 30}), 3, ignore);
  EXPECT_DOUBLE_EQ(row.main.ratio.middle, 2);
  EXPECT_DOUBLE_EQ(row.main.ratio.low, 1);
  EXPECT_DOUBLE_EQ(row.main.ratio.high, 3);
}

TEST(Report, BoundsThatARunGivesStandBesideItsFigure) {
  Case one = a_case({}, {});
  one.quantity.bounded = true;
  one.also.clear();
  one.ours = [] {
    return RunResult{{{"p50_us", 0.3}, {"p50_us_low", 0.2}, {"p50_us_high", 0.4}}, {"a line"}};
  };
  one.raw = nullptr;
  one.tells = true;
  const Row row = measure(one, 1, ignore);
  const auto json = to_json("pingpong", {row})["cases"][0];
  EXPECT_EQ(json["ours_low"], 0.2);
  EXPECT_EQ(json["ours_high"], 0.4);
  std::ostringstream table;
  print_table(table, {row});
  EXPECT_NE(table.str().find("95 %: 0.200 - 0.400"), std::string::npos) << table.str();
  EXPECT_NE(table.str().find("  a line\n"), std::string::npos) << table.str();
}

TEST(Report, JsonCarriesEveryFieldOfACase) {
  const Row row = measure(a_case({2, 2, 2}, {1, 1, 1}), 3, ignore);
  const auto json = to_json("pingpong", {row});
  const auto& first = json.at("cases").at(0);
  for (const char* field : {"name", "unit", "better", "ours", "raw", "ratio", "ratio_low",
                            "ratio_high", "noise", "samples", "placement", "also", "overloaded"}) {
    EXPECT_TRUE(first.contains(field)) << field;
  }
  EXPECT_EQ(first["name"], "pingpong/x");
  EXPECT_EQ(first["better"], "lower");
  EXPECT_EQ(first["ratio"], 2.0);
  EXPECT_EQ(first["samples"], 3);
  EXPECT_EQ(first["also"]["delivered_share"]["better"], "higher");
  EXPECT_EQ(first["also"]["delivered_share"]["ratio"], 1.0);
}

TEST(Report, ADifferenceIsThatOfPairsAndOnlyWhereItIsAskedFor) {
  Case asked = a_case({5, 9, 12}, {1, 2, 3});
  asked.quantity.difference = true;
  const Row row = measure(asked, 3, ignore);
  const auto json = to_json("memory", {row})["cases"][0];
  EXPECT_EQ(json["difference"], 7.0);
  EXPECT_EQ(json["difference_low"], 4.0);
  EXPECT_EQ(json["difference_high"], 9.0);
  EXPECT_FALSE(json["also"]["delivered_share"].contains("difference"));
  std::ostringstream text;
  print_table(text, {row});
  EXPECT_NE(text.str().find("ours - raw: 7.000 (4.000 - 9.000)"), std::string::npos) << text.str();
}

TEST(Report, ACountOfWhatMustNotBeFailsInAnyRunAndNeedsNoYardstick) {
  for (const auto& [counts, fails] :
       std::vector<std::pair<std::vector<double>, bool>>{{{0, 0, 0}, false}, {{0, 1, 0}, true}}) {
    Case counting = a_case(counts, {});
    counting.raw = nullptr;
    counting.fails_above_zero = true;
    const Row row = measure(counting, 3, ignore);
    EXPECT_EQ(row.error, fails ? "p50 must be none" : "");
    EXPECT_EQ(row.samples, 3);
    EXPECT_TRUE(to_json("loans", {row})["cases"][0]["raw"].is_null());
  }
}

TEST(Report, ANumberThatCouldNotBeHadIsNull) {
  const Row row = measure(a_case({2, 2}, {0, 0}), 2, ignore);
  EXPECT_TRUE(to_json("pingpong", {row})["cases"][0]["ratio"].is_null());
}

TEST(Report, ARunThatIsWrongFailsTheCaseAndKeepsItsFigures) {
  Case which = a_case({}, {});
  int calls = 0;
  which.ours = [&]() -> RunResult {
    return {{{"p50_us", 5}}, {}, ++calls == 2 ? "a wrong answer" : ""};
  };
  which.raw = nullptr;
  const Row row = measure(which, 3, ignore);
  EXPECT_EQ(row.error, "a wrong answer");
  EXPECT_EQ(row.main.ours, 5);
}

TEST(Report, RawThatLosesOverOnePercentMarksTheCase) {
  EXPECT_TRUE(measure(a_case({1}, {1}, 0.98), 1, ignore).overloaded);
  EXPECT_FALSE(measure(a_case({1}, {1}, 0.995), 1, ignore).overloaded);
}

TEST(Report, TheOrderOfSidesRotates) {
  std::string order;
  Case which = a_case({}, {});
  which.ours = [&] { return order += 'o', RunResult{}; };
  which.raw = [&] { return order += 'r', RunResult{}; };
  (void)measure(which, 3, ignore);
  EXPECT_EQ(order, "orroor");
}

TEST(Report, AFailedRunKeepsWhatWasMeasuredAndSaysWhy) {
  Case which = a_case({5, 5}, {5, 5});
  int calls = 0;
  which.ours = [&]() -> RunResult {
    if (++calls == 2) throw std::runtime_error("worker 'x' ended");
    return {{{"p50_us", 5}}, {}};
  };
  const Row row = measure(which, 3, ignore);
  EXPECT_EQ(row.samples, 1);
  EXPECT_EQ(row.error, "worker 'x' ended");
  std::ostringstream table;
  print_table(table, {row});
  EXPECT_NE(table.str().find("ERROR: worker 'x' ended"), std::string::npos);
}

TEST(Report, TheTableShowsTheNumbersOfTheJson) {
  std::ostringstream table;
  print_table(table, {measure(a_case({1.5}, {3}), 1, ignore)});
  for (const char* word :
       {"pingpong/x", "1.500", "3.000", "0.500", "all on core 0", "delivered_share"}) {
    EXPECT_NE(table.str().find(word), std::string::npos) << word << " is not in\n" << table.str();
  }
}

}  // namespace
}  // namespace ranvier::bench
