// Arguments, payloads and trackers: the small parts that workers share.
#include <gtest/gtest.h>

#include <stdexcept>

#include "bench/common/args.h"
#include "bench/common/payload.h"
#include "bench/common/tracker.h"
#include "bench/runner/window_seconds.h"

namespace ranvier::bench {
namespace {

TEST(Args, ReadsWordsAndRefusesWhatIsNotAValue) {
  const Args args({"size=1KB", "rate=100", "cpus=0,1"});
  EXPECT_EQ(args.text("size"), "1KB");
  EXPECT_EQ(args.integer("rate"), 100);
  EXPECT_EQ(args.integers("cpus"), (std::vector<int>{0, 1}));
  EXPECT_TRUE(args.integers("absent").empty());
  EXPECT_THROW((void)args.integer("size"), std::invalid_argument);
  EXPECT_THROW((void)args.text("absent"), std::invalid_argument);
  for (const char* word : {"r=nan", "r=inf", "r=-inf", "r=1e999", "r="}) {
    EXPECT_THROW((void)Args({word}).number("r"), std::invalid_argument) << word;
  }
  EXPECT_THROW((void)Args({"r=99999999999999999999"}).integer("r"), std::invalid_argument);
  EXPECT_THROW((void)Args({"r=1,4294967296"}).integers("r"), std::invalid_argument);
  EXPECT_THROW(Args({"novalue"}), std::invalid_argument);
}

TEST(CommandLine, AWindowIsFromAHundredthOfASecondToAnHour) {
  for (const char* text : {"0.01", "1", "2.2", "3600"}) {
    std::string word = text;
    EXPECT_EQ(window_seconds()(word), "");
  }
  for (const char* text : {"nan", "inf", "-1", "0", "0.009", "1e18", "1e999", "x", ""}) {
    std::string word = text;
    EXPECT_NE(window_seconds()(word).find("0.01 to 3600"), std::string::npos) << text;
  }
}

TEST(Payload, SizeNamesGoBothWays) {
  for (const char* name : {"128B", "1KB", "500KB", "4MB"})
    EXPECT_EQ(size_name(size_of_name(name)), name);
  EXPECT_THROW((void)size_of_name("12"), std::invalid_argument);
  EXPECT_THROW((void)size_of_name("KB"), std::invalid_argument);
}

TEST(Payload, ATypeIsTheOneThatIsNamedOrElseThatOfTheSize) {
  EXPECT_EQ(carrier_of(4'000'000, ""), carrier_of(4'000'000));
  EXPECT_EQ(carrier_of(4'000'000, "fixed"), Carrier::kArray);
  EXPECT_EQ(carrier_of(128, "image"), Carrier::kImage);
  EXPECT_THROW((void)carrier_of(128, "cloud"), std::invalid_argument);
  EXPECT_EQ(wire_size(Args({"size=1KB", "type=fixed"})), 4u + 1'000);
  EXPECT_EQ(wire_size(Args({"size=10KB"})), wire_size(Carrier::kString, 10'000));
}

TEST(Payload, StampsSurviveTheirLettersWithoutANul) {
  const Stamp stamp{0x0102030405060708, 0xfffffffe, 1};
  char letters[2 * sizeof stamp];
  write_letters(stamp, letters);
  EXPECT_EQ(std::string(letters, sizeof letters).find('\0'), std::string::npos);
  const Stamp back = read_letters(letters);
  EXPECT_EQ(back.published_ns, stamp.published_ns);
  EXPECT_EQ(back.sequence, stamp.sequence);
  EXPECT_EQ(back.measured, stamp.measured);
}

TEST(Tracker, JudgesByTheThresholdsOfTheFormat) {
  Tracker slow("b:t", 100'000'000);  // late over 5 ms, too late over 50 ms
  slow.record(0, 4'999'999);
  slow.record(1, 5'000'001);
  slow.record(2, 50'000'001);
  EXPECT_EQ(slow.late(), 1u);
  EXPECT_EQ(slow.too_late(), 1u);
  Tracker fast("b:u", 10'000'000);  // late over 2 ms, too late over 10 ms
  fast.record(0, 2'000'001);
  fast.record(1, 10'000'001);
  EXPECT_EQ(fast.late(), 1u);
  EXPECT_EQ(fast.too_late(), 1u);
}

TEST(Tracker, CountsGapsInTrackingNumbers) {
  Tracker tracker("b:t", 10'000'000);
  for (const std::uint32_t number : {3u, 4u, 7u, 8u}) tracker.record(number, 1000);
  EXPECT_EQ(tracker.received(), 4u);
  EXPECT_EQ(tracker.lost(), 2u);
  EXPECT_DOUBLE_EQ(tracker.mean_us(), 1.0);
  EXPECT_DOUBLE_EQ(tracker.deviation_us(), 0.0);
}

}  // namespace
}  // namespace ranvier::bench
