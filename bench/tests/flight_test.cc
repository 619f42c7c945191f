// What is said of the flight recorder's cost is what the runs show.
#include "bench/runner/flight.h"

#include <gtest/gtest.h>

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

TEST(FlightTest, OneRunSaysNothingOfTheNoise) {
  const std::string words = cost_words(cpu({10}, {10}));
  EXPECT_NE(words.find("one run cannot tell"), std::string::npos) << words;
}

}  // namespace
}  // namespace ranvier::bench
