#include "live_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ranvier::apps {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

trace_model::Statistics all(trace_model::Nanoseconds ns) {
  return {5, ns, ns, ns, ns, static_cast<double>(ns)};
}

LiveState state(std::size_t chains, std::size_t callbacks) {
  LiveState state;
  state.domain = 3;
  state.processes = 2;
  state.cpu = 0.012;
  state.recent.asked = state.recent.seen = 10'000'000'000;
  for (std::size_t i = 0; i < chains; ++i) {
    trace_model::Latest::Chain chain{
        "/from -> /topic" + std::to_string(i) + " -> /to", 30, all(1'234'000), {}};
    chain.stages[0] = 1e3;
    chain.stages[6] = 5.5e6;
    state.recent.chains.push_back(chain);
  }
  for (std::size_t i = 0; i < callbacks; ++i) {
    state.recent.callbacks.push_back(
        {"/topic of /node" + std::to_string(i), 10, all(56'000), all(100'000'000)});
  }
  return state;
}

std::size_t count(const std::vector<std::string>& lines, const char* part) {
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const auto& line) {
    return line.find(part) != std::string::npos;
  }));
}

TEST(LivePageTest, SaysWhatItIsAboutAndShowsWhatThereIs) {
  const auto lines = live_page(state(1, 1), 200, 40);
  EXPECT_THAT(lines[0], HasSubstr("domain 3  2 processes  last 10 s  this page: 1.2 % of a core"));
  EXPECT_THAT(lines,
              Contains("     30.0    1.23 ms    1.23 ms    1.23 ms  /from -> /topic0 -> /to"));
  EXPECT_THAT(lines, Contains("           publisher 1.00 us  callback 5.50 ms"));
  EXPECT_THAT(lines, Contains("     10.0    56.0 us    56.0 us    56.0 us  /topic of /node0  "
                              "period p50 100 ms max 100 ms"));
}

TEST(LivePageTest, FitsEverySize) {
  LiveState many = state(50, 70);
  many.complaints.assign(20, "a complaint that is long enough for a line of its own");
  for (std::size_t height = 0; height < 60; ++height) {
    for (const std::size_t width : {1u, 10u, 33u, 80u, 300u}) {
      const auto lines = live_page(many, width, height);
      EXPECT_LE(lines.size(), height);
      for (const std::string& line : lines) EXPECT_LE(line.size(), width);
    }
  }
}

TEST(LivePageTest, CountsWhatHasNoRoomAndKeepsAPlaceForCallbacks) {
  const auto lines = live_page(state(50, 70), 200, 31);
  EXPECT_THAT(lines, SizeIs(31));
  const std::size_t chains = count(lines, "-> /to"), callbacks = count(lines, "of /node");
  EXPECT_GE(chains, 8u);
  EXPECT_GE(callbacks, 7u);
  EXPECT_EQ(count(lines, (std::to_string(50 - chains) + " more").c_str()), 1u);
  EXPECT_EQ(count(lines, (std::to_string(70 - callbacks) + " more").c_str()), 1u);
  EXPECT_EQ(count(lines, "publisher"), chains);  // no row without its stages
}

TEST(LivePageTest, CallbacksHaveTheRoomThatChainsDoNotNeed) {
  EXPECT_EQ(count(live_page(state(1, 30), 200, 40), "of /node"), 30u);
  EXPECT_EQ(count(live_page(state(15, 0), 200, 40), "-> /to"), 15u);
}

TEST(LivePageTest, NamesAreCutBetweenLettersAndCannotSteerTheTerminal) {
  LiveState odd = state(1, 0);
  odd.recent.chains[0].name =
      "/\x1b[2J\xc2\x9b"
      "2J\n\xc3\xa4\xc3\xb6\xc3\xbc";
  for (std::size_t width = 44; width < 60; ++width) {
    for (const std::string& line : live_page(odd, width, 20)) {
      EXPECT_EQ(line.find_first_of("\x1b\n\x9b"), std::string::npos);
      // Two bytes a letter: none is cut in half.
      EXPECT_EQ(std::count(line.begin(), line.end(), '\xc3') * 2,
                std::count_if(line.begin(), line.end(), [](char c) { return (c & 0x80) != 0; }));
    }
  }
  EXPECT_THAT(live_page(odd, 200, 20), Contains(HasSubstr("\xc3\xa4\xc3\xb6\xc3\xbc")));
}

TEST(LivePageTest, SaysThatNobodyRecordsAndWhatToDo) {
  LiveState nobody;
  nobody.domain = 7;
  EXPECT_THAT(live_page(nobody, 200, 20), Contains(HasSubstr("after one interval")));
  nobody.recent.asked = 1;
  EXPECT_THAT(
      live_page(nobody, 200, 20),
      Contains(
          "No process of domain 7 records yet: start one, or check ROS_DOMAIN_ID and the user."));
  EXPECT_THAT(live_page(state(1, 1), 200, 20), Not(Contains(HasSubstr("ROS_DOMAIN_ID"))));
}

TEST(LivePageTest, SaysWhatIsMissing) {
  LiveState less = state(1, 1);
  less.recent.seen = less.recent.asked / 4;
  less.recent.lost = 17;
  less.recent.cut = 3;
  less.recent.drops["/scan at /map (history)"] = 5;
  const std::string text = live_text(less);
  EXPECT_THAT(text, HasSubstr("Seen: 25 % of the time"));
  EXPECT_THAT(text, HasSubstr("17 events were lost"));
  EXPECT_THAT(text, HasSubstr("3 messages were on their way for longer"));
  EXPECT_THAT(text, HasSubstr("5 messages dropped: /scan at /map (history)"));
  EXPECT_THAT(live_text(state(1, 1)), Not(HasSubstr("Seen")));
}

TEST(LivePageTest, TextHasEverything) {
  const std::string text = live_text(state(200, 300));
  EXPECT_THAT(text, HasSubstr("/topic199"));
  EXPECT_THAT(text, HasSubstr("/node299"));
}

TEST(LivePageTest, JsonIsOneLineWithAllNumbers) {
  LiveState one = state(2, 1);
  one.recent.drops["/scan at /map (history)"] = 5;
  one.complaints = {"two\nlines \xff"};
  const std::string line = live_json(one, 42);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["time_ns"], 42);
  EXPECT_EQ(json["chains"].size(), 2u);
  EXPECT_EQ(json["chains"][0]["latency"]["p99_ns"], 1'234'000);
  EXPECT_EQ(json["chains"][0]["mean_stages_ns"]["callback"], 5.5e6);
  EXPECT_EQ(json["callbacks"][0]["interval"]["p50_ns"], 100'000'000);
  EXPECT_EQ(json["drops"][0]["count"], 5);
}

TEST(LivePageTest, DurationsHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(duration_text(0), "0.00 us");
  EXPECT_EQ(duration_text(1'234), "1.23 us");
  EXPECT_EQ(duration_text(12'345), "12.3 us");
  EXPECT_EQ(duration_text(999'400), "999 us");
  EXPECT_EQ(duration_text(999'600), "1.00 ms");
  EXPECT_EQ(duration_text(-12.3e6), "-12.3 ms");
  EXPECT_EQ(duration_text(3.4e9), "3.40 s");
  EXPECT_EQ(duration_text(86'400e9), "86400 s");
}

}  // namespace
}  // namespace ranvier::apps
