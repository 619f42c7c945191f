#include "bench/runner/changes.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <sstream>
#include <stdexcept>

#include "bench/common/shift.h"

namespace ranvier::bench {
namespace {

using Json = nlohmann::ordered_json;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr int kRuns = 10;

// A bench of some cases with three figures each, measured beside a yardstick.
class Machine {
 public:
  explicit Machine(unsigned seed) : random_(seed) {}

  // Ours takes `slower` times as long as it should. From one report to the next the whole machine
  // drifts; a turn of ours and raw shares what disturbs it.
  Json report(double slower = 1) {
    Json json;
    json["bench"] = "pingpong";
    json["machine"]["cpu"] = "AMD";
    json["cases"] = Json::array();
    const double drift = around(1, 0.03);
    for (const char* name : {"pingpong/a", "pingpong/b", "pingpong/c"}) {
      Json one = figure(20 * slower * drift, 18 * drift);
      one["name"] = name;
      one["also"]["cpu"] = figure(5 * slower * drift, 4 * drift);
      one["also"]["lost"] = figure(0, 0);
      json["cases"].push_back(one);
    }
    return json;
  }

 private:
  double around(double middle, double spread) {
    return middle * std::exp(std::normal_distribution<>(0, spread)(random_));
  }
  Json figure(double ours, double raw) {
    Json json;
    json["unit"] = "us";
    json["better"] = "lower";
    json["runs"]["ours"] = Json::array();
    json["runs"]["raw"] = Json::array();
    for (int i = 0; i < kRuns; ++i) {
      const double turn = around(1, 0.03);
      json["runs"]["ours"].push_back(around(ours * turn, 0.02));
      json["runs"]["raw"].push_back(around(raw * turn, 0.02));
    }
    return json;
  }

  std::mt19937 random_;
};

TEST(Shift, IsTheMedianOfAllDifferencesAndItsBoundsHoldIt) {
  const Shift shift = shift_between({1, 2, 3, 4, 5}, {11, 12, 13, 14, 15}, 0.95);
  EXPECT_DOUBLE_EQ(shift.middle, 10);
  EXPECT_LE(shift.low, 10);
  EXPECT_GE(shift.high, 10);
  EXPECT_NEAR(shift.chance, 2.0 / 252, 1e-12);  // of 252 orders two are as extreme
}

TEST(Shift, OfEqualSeriesIsNoneWithCertainty) {
  const Shift shift = shift_between({3, 3, 3}, {3, 3, 3}, 0.95);
  EXPECT_EQ(shift.middle, 0);
  EXPECT_EQ(shift.chance, 1);
}

// What is counted out and what the normal distribution says must agree where both can be had.
TEST(Shift, OfManyRunsIsJudgedAsThatOfFew) {
  std::mt19937 random(7);
  std::normal_distribution<> noise;
  std::vector<double> before, after;
  for (int i = 0; i < 49; ++i) {
    before.push_back(noise(random));
    after.push_back(noise(random) + 0.4);
  }
  const Shift few = shift_between(before, after, 0.95);
  before.insert(before.end(), {-0.01, 0.01});
  after.insert(after.end(), {few.middle - 0.01, few.middle + 0.01});
  const Shift many = shift_between(before, after, 0.95);
  EXPECT_NEAR(std::log(many.chance), std::log(few.chance), 1);
  EXPECT_NEAR(many.low, few.low, 0.1);
}

TEST(Shift, BoundsHoldTheTruthAsOftenAsTheySay) {
  std::mt19937 random(11);
  std::normal_distribution<> noise;
  int held = 0;
  for (int round = 0; round < 1000; ++round) {
    std::vector<double> before, after;
    for (int i = 0; i < 8; ++i) {
      before.push_back(noise(random));
      after.push_back(noise(random) + 1);
    }
    const Shift shift = shift_between(before, after, 0.95);
    held += shift.low <= 1 && shift.high >= 1 ? 1 : 0;
  }
  EXPECT_GE(held, 935);
}

TEST(Changes, OfTwentyPairsOfEqualBuildsNoneAlarms) {
  Machine machine(1);
  for (int pair = 0; pair < 20; ++pair) {
    const Comparison comparison = compare_reports(machine.report(), machine.report(), {});
    EXPECT_FALSE(comparison.worse()) << pair;
    EXPECT_EQ(comparison.changes.size(), 9u);
  }
}

TEST(Changes, ABuildTenPercentSlowerIsNamedInNineOfTen) {
  Machine machine(2);
  int named = 0;
  for (int pair = 0; pair < 10; ++pair) {
    named += compare_reports(machine.report(), machine.report(1.1), {}).worse() ? 1 : 0;
  }
  EXPECT_GE(named, 9);
}

TEST(Changes, WhatIsFasterIsBetterAndNoReasonToFail) {
  Machine machine(3);
  const Comparison comparison = compare_reports(machine.report(1.3), machine.report(), {});
  EXPECT_FALSE(comparison.worse());
  EXPECT_EQ(comparison.changes[0].verdict, Change::Verdict::kBetter);
  EXPECT_NEAR(comparison.changes[0].moved, 100 * (1 / 1.3 - 1), 4);
  std::ostringstream out;
  print_comparison(out, comparison);
  EXPECT_THAT(out.str(), AllOf(HasSubstr("better  pingpong/a"), HasSubstr("beside raw"),
                               HasSubstr("of 9 figures did not change")));
}

TEST(Changes, AFigureOfWhichMoreIsBetterIsWorseWhenItFalls) {
  Machine machine(4);
  Json before = machine.report(1.5), after = machine.report();
  for (Json* report : {&before, &after}) (*report)["cases"][0]["better"] = "higher";
  EXPECT_TRUE(compare_reports(before, after, {}).worse());
}

TEST(Changes, AYardstickThatMovedAsFarTakesTheBlame) {
  Machine machine(5);
  Json before = machine.report(), after = machine.report(1.1);
  for (Json& one : after["cases"]) {
    for (Json* figure : {&one, &one["also"]["cpu"]}) {
      for (Json& value : (*figure)["runs"]["raw"]) value = value.get<double>() * 0.8;
    }
  }
  EXPECT_GT(compare_reports(before, after, {}).changes[0].moved, 30);
  EXPECT_TRUE(compare_reports(before, after, {}).worse());  // by more than the 20 %
  for (Json& one : after["cases"]) {
    for (Json* figure : {&one, &one["also"]["cpu"]}) {
      for (Json& value : (*figure)["runs"]["ours"]) value = value.get<double>() / 1.3;
    }
  }
  EXPECT_FALSE(compare_reports(before, after, {}).worse());
}

TEST(Changes, MessagesThatAreLostOnlyNowAreWorse) {
  Machine machine(6);
  Json before = machine.report(), after = machine.report();
  for (Json& value : after["cases"][1]["also"]["lost"]["runs"]["ours"]) value = 12;
  const Comparison comparison = compare_reports(before, after, {});
  EXPECT_TRUE(comparison.worse());
  EXPECT_EQ(comparison.changes[5].name, "pingpong/b lost");
  EXPECT_FALSE(comparison.changes[5].relative);
}

TEST(Changes, ACaseThatFailedOrIsGoneIsWorse) {
  Machine machine(7);
  Json before = machine.report(), after = machine.report();
  after["cases"][0]["error"] = "a worker died";
  after["cases"].erase(2);
  const Comparison comparison = compare_reports(before, after, {});
  EXPECT_TRUE(comparison.worse());
  EXPECT_THAT(comparison.lost, testing::ElementsAre("pingpong/a failed: a worker died",
                                                    "pingpong/c is not in the second report"));
}

TEST(Changes, ReportsWithoutAYardstickAreComparedByThemselves) {
  Machine machine(8);
  Json before = machine.report(), after = machine.report(1.5);
  for (Json* report : {&before, &after}) {
    for (Json& one : (*report)["cases"]) {
      for (Json& value : one["runs"]["raw"]) value = nullptr;
    }
  }
  const Comparison comparison = compare_reports(before, after, {});
  EXPECT_FALSE(comparison.changes[0].yardstick);
  EXPECT_EQ(comparison.changes[0].verdict, Change::Verdict::kWorse);
}

TEST(Changes, TooFewRunsAreRefusedWithTheNumberThatIsNeeded) {
  Machine machine(9);
  Json before = machine.report(), after = machine.report();
  for (Json& one : after["cases"]) one["runs"]["ours"] = Json::array({20.0, 20.1, 20.2});
  EXPECT_THAT([&] { (void)compare_reports(before, after, {}); },
              ThrowsMessage<std::invalid_argument>(
                  AllOf(HasSubstr("pingpong/a has 3 runs"), HasSubstr("--repeats 7"))));
}

TEST(Changes, ReportsOfTwoBenchesAndFilesThatAreNoneAreRefusedInWords) {
  Machine machine(10);
  Json before = machine.report(), after = machine.report();
  after["bench"] = "fanout";
  EXPECT_THAT([&] { (void)compare_reports(before, after, {}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("Compare two of one bench")));
  EXPECT_THAT([] { (void)read_report("/nowhere.json"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("'/nowhere.json' cannot be read")));
}

TEST(Changes, AnotherMachineIsSaid) {
  Machine machine(11);
  Json before = machine.report(), after = machine.report();
  after["machine"]["cpu"] = "ARM";
  EXPECT_THAT(compare_reports(before, after, {}).remarks,
              testing::ElementsAre(HasSubstr("another cpu: \"AMD\" and \"ARM\"")));
}

}  // namespace
}  // namespace ranvier::bench
