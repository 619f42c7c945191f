// What publish() asks for where a large message was borrowed: rclcpp/detail/way_out.hpp.
#include "rclcpp/detail/way_out.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "ranvier/base/trail.h"
#include "ranvier/msg/message.h"

namespace rclcpp::detail {
namespace {

using ranvier::Message;
using ranvier::Trail;

constexpr std::uintptr_t kLine = 64;

const void* at(std::uintptr_t line) { return reinterpret_cast<const void*>(line * kLine); }

// Nothing is read through any of these.
const auto* const kMessage = static_cast<const Message*>(at(1000));
const void* const kCode = at(2000);
const void* const kSender = at(3000);

void wake_until_noting() {
  do Trail::here().follow();
  while (!Trail::noting());
}

// A thread that borrows as much with each wake, and passes three lines of data behind that, and
// a thousand of code.
WayOut borrowed() {
  WayOut way;
  for (int wakes = 0; wakes < 2; ++wakes) {
    wake_until_noting();
    Trail::pass_begin(at(1));
    Trail::lose();
    way = WayOut::after_borrowing(kMessage, kCode);
    Trail::pass(static_cast<const char*>(at(10)) + 3, 3 * kLine - 6);
    Trail::pass_code(static_cast<const char*>(at(5000)), static_cast<const char*>(at(6000)));
  }
  return way;
}

bool threads_are_told_apart() {
#if defined(__x86_64__) || defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

std::vector<std::uintptr_t> lines_of(const WayOut& way) {
  std::vector<std::uintptr_t> lines;
  way.each_line(kSender, [&](const void* line) {
    lines.push_back(reinterpret_cast<std::uintptr_t>(line) / kLine);
  });
  return lines;
}

bool has(const std::vector<std::uintptr_t>& lines, std::uintptr_t line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

TEST(WayOutTest, OfWhoBorrowedNothingLargeNothingIsAskedFor) {
  std::thread([] {
    EXPECT_EQ(borrowed().empty(), !threads_are_told_apart());
    EXPECT_TRUE(WayOut::after_borrowing(kMessage, kCode).empty());
    EXPECT_TRUE(WayOut().empty());
    EXPECT_TRUE(lines_of(WayOut()).empty());
  }).join();
}

TEST(WayOutTest, OfWhoGotNothingNothingIsAskedFor) {
  std::thread([] {
    borrowed();
    Trail::lose();
    EXPECT_TRUE(WayOut::after_borrowing(nullptr, kCode).empty());
    EXPECT_TRUE(WayOut::after_borrowing(kMessage, kCode).empty()) << "it is lost once";
  }).join();
}

TEST(WayOutTest, WhatTheThreadPassedBehindTheLoanIsAskedForLineByLine) {
  std::thread([] {
    const WayOut way = borrowed();
    if (!threads_are_told_apart()) GTEST_SKIP() << "there is no way on this processor";
    const std::vector<std::uintptr_t> lines = lines_of(way);
    for (const std::uintptr_t line : {10, 11, 12, 1000, 1001, 2000, 3000, 5000, 5500, 5999}) {
      EXPECT_TRUE(has(lines, line)) << line;
    }
    EXPECT_FALSE(has(lines, 1)) << "it came before";
    EXPECT_FALSE(has(lines, 13));
    EXPECT_FALSE(has(lines, 6000));
    way.ask(kSender);
  }).join();
}

TEST(WayOutTest, TheStackThatTheCallsOfPublishAreAboutToTakeIsAskedFor) {
  std::thread([] {
    const WayOut way = borrowed();
    if (!threads_are_told_apart()) GTEST_SKIP() << "there is no way on this processor";
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) / kLine;
    std::ptrdiff_t below = 0;
    for (const std::uintptr_t line : lines_of(way)) below += line < here && here - line < 100;
    EXPECT_GE(below, 8);
  }).join();
}

// The places of a thread lie on the stack that it was given: nobody may look there afterwards.
TEST(WayOutTest, OnAnotherThreadNothingIsAskedForNorReadWhereTheBorrowersPlacesWere) {
  constexpr std::size_t kStack = std::size_t{1} << 20;
  void* const stack =
      mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(stack, MAP_FAILED);
  pthread_attr_t given;
  pthread_attr_init(&given);
  pthread_attr_setstack(&given, stack, kStack);
  WayOut way;
  pthread_t borrower;
  ASSERT_EQ(pthread_create(
                &borrower, &given,
                [](void* way) -> void* {
                  *static_cast<WayOut*>(way) = borrowed();
                  return nullptr;
                },
                &way),
            0);
  pthread_join(borrower, nullptr);
  pthread_attr_destroy(&given);
  ASSERT_EQ(mprotect(stack, kStack, PROT_NONE), 0);
  EXPECT_EQ(way.empty(), !threads_are_told_apart());
  EXPECT_TRUE(lines_of(way).empty());
  way.ask(kSender);
  munmap(stack, kStack);
}

}  // namespace
}  // namespace rclcpp::detail
