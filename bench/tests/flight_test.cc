// What is said of the flight recorder's cost is what the runs show.
#include "bench/runner/flight.h"

#include <gtest/gtest.h>

#include <utility>

#include "bench/runner/svg.h"

namespace ranvier::bench {
namespace {

Triple cpu(const std::vector<double>& with, const std::vector<double>& without) {
  const auto runs = [](const std::vector<double>& values) {
    std::vector<Outcome> outcomes;
    for (const double value : values) outcomes.push_back({{"cpu_percent", value}});
    return outcomes;
  };
  return compare({"cpu", "cpu_percent", "% core"}, runs(with), runs(without));
}

TEST(FlightTest, ACostWithinTheSpreadOfRunsIsBelowTheNoise) {
  const std::string words = cost_words(cpu({10.1, 10.4, 9.9}, {10, 10.5, 9.8}));
  EXPECT_NE(words.find("below the noise"), std::string::npos) << words;
}

TEST(FlightTest, ACostBeyondTheSpreadOfRunsIsNot) {
  const std::string words = cost_words(cpu({11.2, 11.3, 11.1}, {10, 10.1, 9.9}));
  EXPECT_NE(words.find("beyond the noise"), std::string::npos) << words;
}

// Two of three runs cost more than any two without it differ by, and the third nothing.
TEST(FlightTest, ACostWhoseBoundsHoldZeroIsNotBeyondTheNoise) {
  const Triple triple = cpu({11.3, 9.6, 11.2}, {10, 10.1, 9.9});
  ASSERT_GT(triple.ratio.middle, triple.noise.high);
  ASSERT_LT(triple.ratio.low, 1);
  const std::string words = cost_words(triple);
  EXPECT_EQ(words.find("beyond the noise"), std::string::npos) << words;
  EXPECT_NE(words.find("may be zero"), std::string::npos) << words;
  EXPECT_NE(words.find("13.0 % (-5.0 % to 13.1 %)"), std::string::npos) << words;
}

TEST(FlightTest, CountsAreWholeNumbers) {
  KilledNode killed;
  killed.node = "n";
  killed.nodes = 10;
  killed.events = 1234;
  const std::string words = flight_lines({}, killed).back();
  EXPECT_NE(words.find("one of 10 that ran"), std::string::npos) << words;
  EXPECT_NE(words.find("1234 events, 0 of them"), std::string::npos) << words;
  const std::pair<double, const char*> numbers[] = {{10, "10"}, {3, "3"},        {0, "0"},
                                                    {-4, "-4"}, {10.04, "10.0"}, {1.5, "1.50"}};
  for (const auto& [value, text] : numbers) EXPECT_EQ(readable(value), text);
}

TEST(FlightTest, OneRunSaysNothingOfTheNoise) {
  const std::string words = cost_words(cpu({10}, {10}));
  EXPECT_NE(words.find("one run cannot tell"), std::string::npos) << words;
}

}  // namespace
}  // namespace ranvier::bench
