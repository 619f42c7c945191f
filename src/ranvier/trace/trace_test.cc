#include "ranvier/trace/trace.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace ranvier::trace {
namespace {

struct Recorder final : Sink {
  void record(Event event, std::span<const Value> fields) noexcept override {
    events.push_back(event);
    counts.push_back(fields.size());
    if (!fields.empty()) first.push_back(fields[0]);
  }
  ~Recorder() { set_sink(nullptr); }
  std::vector<Event> events;
  std::vector<std::size_t> counts;
  std::vector<Value> first;
};

TEST(TraceTest, NothingIsEvaluatedWhileNobodyRecords) {
  int evaluated = 0;
  RANVIER_TRACE(rclcpp_take, (++evaluated, static_cast<const void*>(nullptr)));
  EXPECT_EQ(evaluated, 0);
}

TEST(TraceTest, ASinkGetsEventsInOrderWithAllTheirFields) {
  Recorder recorder;
  set_sink(&recorder);
  RANVIER_TRACE(rcl_timer_init, static_cast<const void*>(&recorder), -5);
  RANVIER_TRACE(rclcpp_executor_get_next_ready);
  RANVIER_TRACE(rcl_init, static_cast<const void*>(nullptr), "1.0");
  set_sink(nullptr);
  RANVIER_TRACE(rclcpp_executor_get_next_ready);
  EXPECT_EQ(recorder.events, (std::vector{Event::rcl_timer_init,
                                          Event::rclcpp_executor_get_next_ready, Event::rcl_init}));
  EXPECT_EQ(recorder.counts, (std::vector<std::size_t>{2, 0, 2}));
  EXPECT_EQ(recorder.first[0].pointer, &recorder);
}

TEST(TraceTest, TheTableHasEveryNameOnceAndNamesItsFields) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kEventCount; ++i) {
    const EventInfo& event = info(static_cast<Event>(i));
    EXPECT_TRUE(names.insert(event.name).second) << event.name;
    for (std::size_t f = 0; f < EventInfo::kMaxFields; ++f) {
      EXPECT_EQ(event.fields[f].name.empty(), f >= event.field_count) << event.name << " " << f;
    }
  }
  EXPECT_EQ(info(Event::rmw_take).name, "rmw_take");
  EXPECT_EQ(info(Event::rmw_take).field_count, 4u);
}

}  // namespace
}  // namespace ranvier::trace
