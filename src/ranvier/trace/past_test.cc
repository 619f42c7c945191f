#include "ranvier/trace/past.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "ranvier/trace/trace.h"

namespace ranvier::trace::detail {
namespace {

const void* address(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

/// An event of the past, with its first field.
using Told = std::pair<Event, std::uint64_t>;

std::vector<Told> past(std::uint64_t count = 0) {
  std::vector<Told> all;
  const PastLock lock;
  for_each_past(count, [&](Event event, std::span<const std::uint64_t> fields) {
    all.emplace_back(event, fields.empty() ? 0 : fields[0]);
  });
  return all;
}

std::uint64_t count() {
  const PastLock lock;
  return past_count();
}

using Gid = std::array<std::uint8_t, 16>;

class PastTest : public testing::Test {
 protected:
  PastTest() { forget_past(); }
  ~PastTest() override { forget_past(); }
};

TEST_F(PastTest, EventsThatComeOnceAreKeptWhileNobodyRecordsAndOthersAreNot) {
  RANVIER_TRACE(rcl_timer_init, address(1), 5);
  RANVIER_TRACE(callback_end, address(2));
  RANVIER_TRACE(rcl_init, address(3), "a version");
  EXPECT_EQ(past(), (std::vector<Told>{{Event::rcl_timer_init, 1}, {Event::rcl_init, 3}}));
}

TEST_F(PastTest, TheFieldsAreThoseOfARecord) {
  RANVIER_TRACE(rcl_init, address(3), "nine char");
  const PastLock lock;
  for_each_past(0, [](Event, std::span<const std::uint64_t> fields) {
    ASSERT_EQ(fields.size(), 4u);
    EXPECT_EQ(fields[1], 9u);
    EXPECT_STREQ(reinterpret_cast<const char*>(&fields[2]), "nine char");
  });
}

TEST_F(PastTest, WhoKnowsTheFirstHearsOfTheOthers) {
  RANVIER_TRACE(rcl_timer_init, address(1), 5);
  const auto known = count();
  RANVIER_TRACE(rcl_timer_init, address(2), 5);
  EXPECT_EQ(past(known), (std::vector<Told>{{Event::rcl_timer_init, 2}}));
}

TEST_F(PastTest, ObjectsThatComeAndGoTakeNoMoreRoomWithTime) {
  RANVIER_TRACE(rcl_init, address(7), "stays");
  for (int i = 0; i < 100'000; ++i) RANVIER_TRACE(rcl_timer_init, address(1 + i % 3), i);
  const auto all = past();
  EXPECT_LT(all.size(), 1000u);
  EXPECT_EQ(all.front(), Told(Event::rcl_init, 7));
  EXPECT_EQ(all.back(), Told(Event::rcl_timer_init, 1 + 99'999 % 3));
  EXPECT_EQ(count(), 100'001u);
}

TEST_F(PastTest, WhatHasEndedIsNotToldNorWhatEndedWithIt) {
  RANVIER_TRACE(rcl_node_init, address(1), address(1), "stays", "/");
  RANVIER_TRACE(rcl_subscription_init, address(2), address(1), address(12), "topic", 1u);
  RANVIER_TRACE(rmw_subscription_init, address(12), Gid{}.data());
  RANVIER_TRACE(rclcpp_subscription_callback_added, address(2), address(3));
  RANVIER_TRACE(rclcpp_callback_register, address(3), "a callback");
  RANVIER_TRACE(rclcpp_construct_ring_buffer, address(4), 1u);
  RANVIER_TRACE(rclcpp_buffer_to_ipb, address(4), address(5));
  RANVIER_TRACE(rclcpp_ipb_to_subscription, address(5), address(2));
  RANVIER_TRACE(rcl_timer_init, address(6), 5);
  RANVIER_TRACE(ranvier_fini, address(2), "subscription");
  EXPECT_EQ(past(), (std::vector<Told>{{Event::rcl_node_init, 1}, {Event::rcl_timer_init, 6}}));
}

TEST_F(PastTest, WhatBeginsWhereAnotherEndedIsTold) {
  RANVIER_TRACE(rcl_timer_init, address(1), 5);
  RANVIER_TRACE(ranvier_fini, address(1), "timer");
  RANVIER_TRACE(rcl_timer_init, address(1), 7);
  EXPECT_EQ(past(), (std::vector<Told>{{Event::rcl_timer_init, 1}}));
}

TEST_F(PastTest, WhatEndedTakesNoRoomWhereverTheNextOneLies) {
  RANVIER_TRACE(rcl_init, address(7), "stays");
  for (std::uintptr_t i = 1; i <= 100'000; ++i) {
    RANVIER_TRACE(rcl_node_init, address(i << 4), address(i << 4), "node", "/");
    RANVIER_TRACE(ranvier_fini, address(i << 4), "node");
  }
  EXPECT_LT(past_words(), 2000u);
  EXPECT_EQ(past(), (std::vector<Told>{{Event::rcl_init, 7}}));
}

}  // namespace
}  // namespace ranvier::trace::detail
