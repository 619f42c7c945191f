// Traces with damage at random: every analysis ends, stays within its memory (this runs
// under ASan and UBSan too), and keeps to what was read. RANVIER_TEST_SEED repeats a run.
#include <gtest/gtest.h>

#include <filesystem>

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/chains.h"
#include "analysis/trace_model/longest_intervals.h"
#include "analysis/trace_model/starvation.h"
#include "analysis/trace_model/timeline.h"
#include "analysis/trace_model/traffic.h"
#include "seeded.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::bytes_of;
using support::Seeded;
using support::write_bytes;

constexpr std::size_t kRounds = 150;

class DamageTest : public StoryTest {
 protected:
  DamageTest() {
    process(1).node(0x10, "camera");
    process(1).publisher(0x20, 0x10, "/image", 1);
    process(1).timer(0x50, 0x10, 1'000'000);
    process(2).node(0x10, "detector");
    process(2).subscription(0x40, 0x10, "/image");
    process(2).publisher(0x20, 0x10, "/boxes", 2);
    process(2).subscription(0x60, 0x10, "/boxes");
    for (std::int64_t i = 1; i <= 50; ++i) {
      const std::int64_t ns = i * 1'000'000;
      process(1).call(ns, 1, 0x52, false, 200'000);
      process(1).publish_far(ns + 100'000, 1, 0x20, 0x500, i);
      process(2).deliver(ns + 300'000, 5, 0x40, 0x700, i, 1);
      process(2).take(ns + 350'000, 6, 0x40, 0x700, i, false, 50'000);
      process(2).publish(ns + 370'000, 6, 0x20, 0x900);
      process(2).deliver(ns + 380'000, 6, 0x60, 0x900, 0, 2);
      process(2).take(ns + 500'000, 6, 0x60, 0x900, 0, true, 1'000);
    }
    write();
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_)) {
      if (entry.path().filename().string().starts_with("thread_")) {
        files_[entry.path()] = bytes_of(entry.path());
      }
    }
  }
  // Bytes of one stream become others, or are gone.
  void damage() {
    auto which = files_.begin();
    std::advance(which, random_.below(files_.size()));
    std::string bytes = which->second;
    for (std::size_t left = 1 + random_.below(20); left > 0; --left) {
      bytes[random_.below(bytes.size())] = static_cast<char>(random_.below(256));
    }
    if (random_.below(4) == 0) bytes.resize(random_.below(bytes.size()));
    write_bytes(which->first, bytes);
  }
  void repair() {
    for (const auto& [path, bytes] : files_) write_bytes(path, bytes);
  }

  std::map<std::string, std::string> files_;
  Seeded random_;
  testing::ScopedTrace trace_{__FILE__, __LINE__,
                              "RANVIER_TEST_SEED=" + std::to_string(random_.seed())};
};

void analyse(const trace_read::Trace& trace) {
  const Model m = build_model(trace);
  const Spans spans = spans_of(trace);
  std::size_t runs = 0;
  for (const CallbackActivity& one : callback_activity(m)) {
    runs += one.runs;
    ASSERT_EQ(one.durations.total(), one.duration.count);
    ASSERT_EQ(one.periods.total(), one.period.count);
  }
  ASSERT_EQ(runs, m.runs.size());
  for (const TimerActivity& one : timer_activity(m)) ASSERT_EQ(one.jitter.count, one.runs - 1);
  for (const ThreadActivity& one : thread_activity(trace, m, spans)) ASSERT_GE(one.running, 0);
  std::uint64_t taken = 0, published = 0;
  for (const TopicTraffic& one : topic_traffic(m)) {
    published += one.published;
    for (const Reception& to : one.receptions) taken += to.taken;
  }
  ASSERT_EQ(taken, m.takes.size());
  ASSERT_EQ(published, m.publications.size());
  for (const Wait& one : find_starvation(m, 0).longest) {
    ASSERT_GE(one.busy, 0);
    ASSERT_LE(one.busy, one.waited);
  }
  for (const LongestInterval& one : longest_intervals(m)) {
    for (const Nanoseconds part :
         {one.overrun, one.no_cpu, one.queued, one.work, one.unexplained, one.short_before})
      ASSERT_GE(part, 0);
    ASSERT_FALSE(describe_parts(m, one).empty());
  }
  ASSERT_EQ(pack_timeline(m, spans).grain, 0);
  ASSERT_GE(pack_timeline(m, spans, 10).length, 0);
  for (const Chain& chain : find_chains(m, {})) {
    ASSERT_EQ(statistics(chain.latencies()).count, chain.count());
  }
}

TEST_F(DamageTest, EveryAnalysisOfADamagedTraceEndsAndKeepsToWhatWasRead) {
  for (std::size_t round = 0; round < kRounds; ++round) {
    repair();
    damage();
    const auto trace = trace_read::read_traces(directory_);
    ASSERT_TRUE(trace) << trace.error().what;
    analyse(*trace);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace ranvier::trace_model
