// Traces as LTTng lays them out: ids and times of few bits, variants, alignment, packets of
// several cores. `tracing.lttng` reads what LTTng itself wrote.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/trace_read/read.h"
#include "babeltrace.h"
#include "lttng_trace.h"
#include "seeded.h"
#include "trace_directory.h"

namespace ranvier::trace_read {
namespace {

using namespace support;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LttngTest : public TraceDirectory {
 protected:
  Trace read() {
    auto trace = read_traces(directory_);
    EXPECT_TRUE(trace) << trace.error().what;
    return trace ? std::move(*trace) : Trace{};
  }
  std::vector<std::pair<std::int64_t, Event>> events_of(const Trace& trace) {
    std::vector<std::pair<std::int64_t, Event>> all;
    for_each(trace, [&](const EventView& event) {
      all.emplace_back(event.time() - kCraftedEpoch, event.event());
    });
    return all;
  }
};

class LttngWayTest : public LttngTest, public testing::WithParamInterface<LttngWay> {};

INSTANTIATE_TEST_SUITE_P(Ways, LttngWayTest,
                         testing::Values(LttngWay{false, false, true}, LttngWay{true, false, true},
                                         LttngWay{false, true, true}, LttngWay{true, true, false}),
                         [](const testing::TestParamInfo<LttngWay>& about) {
                           return std::string(about.param.is_large ? "large" : "compact") +
                                  (about.param.is_aligned ? "_aligned" : "_packed") +
                                  (about.param.in_packets ? "" : "_plain_metadata");
                         });

TEST_P(LttngWayTest, EveryKindOfFieldComesThrough) {
  LttngTrace lttng(directory_, GetParam());
  lttng.begin(0, 1'000);
  lttng.add(2'000, 7, 8, Event::rcl_init, {0x1000, "1.2.3"});
  lttng.add(2'001, 7, 8, Event::rmw_publisher_init, {0x2000, CraftedField::gid(5)});
  lttng.add(2'002, 7, 8, Event::rcl_publisher_init, {1, 2, 3, "/a \"topic\"", 7});
  lttng.add(2'003, 7, 9, Event::rcl_timer_init, {0x3000, -5});
  lttng.add(2'004, 7, 9, Event::rmw_take, {1, 2, INT64_MIN + 1, -1});
  lttng.add(2'005, 7, 9, Event::rclcpp_executor_get_next_ready, {});
  lttng.end();
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  std::vector<EventView> e;
  for_each(trace, [&](const EventView& event) { e.push_back(event); });
  ASSERT_EQ(e.size(), 6u);
  EXPECT_EQ(e[0].word(0), 0x1000u);
  EXPECT_EQ(e[0].text(1), "1.2.3");
  const auto gid = CraftedField::gid(5).words();
  EXPECT_EQ(e[1].text(1), std::string(reinterpret_cast<const char*>(gid.data()), 16));
  EXPECT_EQ(e[2].text(field(Event::rcl_publisher_init, "topic_name")), "/a \"topic\"");
  EXPECT_EQ(e[2].word(field(Event::rcl_publisher_init, "queue_depth")), 7u);
  EXPECT_EQ(e[3].number(1), -5);
  EXPECT_EQ(e[4].number(field(Event::rmw_take, "source_timestamp")), INT64_MIN + 1);
  EXPECT_EQ(e[4].number(field(Event::rmw_take, "taken")), -1);
  EXPECT_EQ(e[5].time(), kCraftedEpoch + 2'005);
  ASSERT_EQ(trace.processes.size(), 1u);
  EXPECT_EQ(trace.processes[0].pid, 7);
  EXPECT_EQ(trace.processes[0].host, "robot");
  EXPECT_EQ(trace.processes[0].program, "worker");
  ASSERT_EQ(trace.threads.size(), 2u);
  EXPECT_EQ(trace.threads[1].id, 9);
  EXPECT_EQ(trace.threads[1].name, "worker");
}

// A time of 27 bits goes round in 134 ms, one of 32 in 4.3 s.
TEST_P(LttngWayTest, TimesOfFewBitsGoOnFromTheOneBefore) {
  const std::int64_t steps[] = {1, 100'000'000,   134'217'727,   134'217'728,  300'000'000,
                                1, 4'294'967'295, 4'294'967'296, 9'000'000'000};
  LttngTrace lttng(directory_, GetParam());
  std::int64_t now = 5'000'000'123;
  std::vector<std::pair<std::int64_t, Event>> expected;
  lttng.begin(0, now);
  for (const std::int64_t step : steps) {
    now += step;
    lttng.add(now, 1, 1, Event::callback_end, {now});
    expected.emplace_back(now, Event::callback_end);
    lttng.add(now, 1, 1, Event::rmw_take, {1, 2, now, 1});
    expected.emplace_back(now, Event::rmw_take);
  }
  lttng.end();
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  EXPECT_EQ(events_of(trace), expected);
}

TEST_P(LttngWayTest, StreamsOfSeveralCoresAreOneThreadAfterTheOther) {
  LttngTrace lttng(directory_, GetParam());
  lttng.begin(0, 0);
  lttng.add(1'000, 1, 1, Event::callback_start, {1, 0});
  lttng.add(3'000, 1, 1, Event::callback_start, {3, 0});
  lttng.end();
  lttng.begin(1, 0);
  lttng.add(2'000, 1, 1, Event::callback_end, {2});
  lttng.end();
  lttng.begin(1, 3'500);
  lttng.add(4'000, 1, 1, Event::callback_end, {4});
  lttng.end();
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  EXPECT_EQ(trace.threads.size(), 1u);
  EXPECT_THAT(trace.order, ElementsAre(Event::callback_start, Event::callback_end,
                                       Event::callback_start, Event::callback_end));
}

TEST_P(LttngWayTest, EventsOfOtherProvidersArePassedOverAndCounted) {
  LttngTrace lttng(directory_, GetParam());
  lttng.begin(0, 0);
  for (int i = 1; i <= 50; ++i) {
    lttng.add_other(10 * i, 1, 2, i % 2 == 0);
    lttng.add(10 * i + 1, 1, 2, Event::callback_end, {i});
  }
  lttng.end();
  const Trace trace = read();
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  EXPECT_EQ(trace.order.size(), 50u);
  EXPECT_EQ(trace.table(Event::callback_end).fields[0].back(), 50u);
  ASSERT_EQ(trace.others.size(), 1u);
  EXPECT_EQ(trace.others[0].name, "other:kinds");
  EXPECT_EQ(trace.others[0].count, 50u);
}

TEST_P(LttngWayTest, LostEventsAreCountedFromTheFirstPacketOn) {
  LttngTrace lttng(directory_, GetParam());
  for (const std::uint64_t lost : {5u, 5u, 8u}) {
    lttng.begin(0, 0);
    lttng.add(1, 1, 2, Event::callback_end, {1});
    lttng.end(lost);
  }
  lttng.begin(1, 0);
  lttng.end(2);
  EXPECT_EQ(read().discarded, 10u);
}

TEST_P(LttngWayTest, WhatBabeltraceReadsIsWhatWeRead) {
  if (!have_babeltrace()) GTEST_SKIP() << "babeltrace2 is not installed (tools/packages.txt)";
  LttngTrace lttng(directory_, GetParam());
  std::int64_t now = 1'000;
  Seeded random;
  for (int packet = 0; packet < 4; ++packet) {
    lttng.begin(packet % 2, now);
    for (int i = 0; i < 50; ++i) {
      now += 1 + static_cast<std::int64_t>(random.below(200'000'000));
      lttng.add(now, 1, 2 + i % 3, Event::rcl_node_init, {i, 2, "node", "/space"});
      lttng.add_other(++now, 1, 2, i % 2 == 0);
      lttng.add(++now, 1, 2, Event::rmw_publisher_init, {i, CraftedField::gid(9)});
    }
    lttng.end();
  }
  std::filesystem::remove_all(lttng.path() + "/index");  // babeltrace2 reads that, too
  const ReadTrace theirs = read_trace(directory_);
  EXPECT_EQ(theirs.complaints, "");
  const Trace trace = read();
  const auto ours = events_of(trace);
  ASSERT_EQ(ours.size(), 400u);
  ASSERT_EQ(theirs.events.size(), ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    ASSERT_EQ(theirs.events[i].ns, ours[i].first + kCraftedEpoch) << random.seed();
    ASSERT_EQ(theirs.events[i].name, trace::info(ours[i].second).name);
  }
}

TEST_F(LttngTest, WithoutContextsItIsSaidThatThreadsCannotBeToldApart) {
  LttngTrace lttng(directory_);
  std::string metadata = lttng.metadata();
  for (const char* context : {"_vpid", "_vtid"}) {
    metadata.replace(metadata.find(context), 5, "other");
  }
  lttng.put_metadata(metadata);
  lttng.begin(0, 0);
  lttng.add(1, 1, 2, Event::callback_end, {1});
  lttng.end();
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 1u);
  EXPECT_THAT(trace.findings.words(), ElementsAre(HasSubstr("of which process and thread")));
}

TEST_F(LttngTest, AnOptionThatNoLabelNamesLosesThePacketAlone) {
  LttngTrace lttng(directory_);
  std::string metadata = lttng.metadata();
  const std::string labels = "\"_long\" = 10 ... 127";
  metadata.replace(metadata.find(labels), labels.size(), "\"_long\" = 99 ... 127");
  lttng.put_metadata(metadata);
  for (int i = 0; i < 2; ++i) {
    lttng.begin(0, 0);
    lttng.add(1, 1, 2, Event::callback_end, {1});
    if (i == 0) lttng.add_other(2, 1, 2, true);
    lttng.add(3, 1, 2, Event::callback_end, {1});
    lttng.end();
  }
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 3u);
  EXPECT_THAT(trace.findings.words(), Contains(HasSubstr("'other:kinds' are not whole")));
}

TEST_F(LttngTest, WhatAFieldDependsOnMustStandBeforeIt) {
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"<_tag>", "<_tog>"},
                                 {"_numbers[ __numbers_length ]", "_numbers[ _double ]"},
                                 {"struct { string _text; } _texts", "struct { } _texts"}}) {
    LttngTrace lttng(directory_);
    std::string metadata = lttng.metadata();
    metadata.replace(metadata.find(from), from.size(), to);
    lttng.put_metadata(metadata);
    const auto nothing = read_traces(directory_);
    ASSERT_FALSE(nothing);
    EXPECT_THAT(nothing.error().what, HasSubstr("event 'other:kinds': "));
    EXPECT_THAT(nothing.error().what, HasSubstr("babeltrace2"));
  }
}

}  // namespace
}  // namespace ranvier::trace_read
