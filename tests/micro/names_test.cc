// Names beside rcl and rclc that programs for micro-ROS use: the clock, formats, what is built in.
#include <gmock/gmock.h>

#include <cstdarg>
#include <cstdint>
#include <ctime>
#include <string>

#include "rcl_action/rcl_action.h"
#include "rcutils/error_handling.h"
#include "rcutils/types.h"
#include "rmw_microros/rmw_microros.h"
#include "rmw_microxrcedds_c/config.h"
#include "uxr/client/config.h"
#include "uxr/client/util/time.h"

namespace {

std::int64_t steady_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

TEST(MicroNames, TheClockOfTheBoardIsReadInMillisecondsAndNanoseconds) {
  const auto before = steady_ns();
  const auto nanos = uxr_nanos();
  const auto millis = uxr_millis();
  const auto after = steady_ns();
  EXPECT_LE(before, nanos);
  EXPECT_LE(nanos / 1'000'000, millis);
  EXPECT_LE(millis, after / 1'000'000);
}

int print(char* to, std::size_t size, const char* format, ...) {
  va_list args;
  va_start(args, format);
  const int bytes = rcutils_vsnprintf(to, size, format, args);
  va_end(args);
  return bytes;
}

TEST(MicroNames, AFormatThatDoesNotFitIsCutAndItsLengthGiven) {
  char text[4] = "???";
  EXPECT_EQ(print(text, sizeof(text), "%d of %d", 61, 68), 8);
  EXPECT_STREQ(text, "61 ");
  EXPECT_EQ(rcutils_snprintf(text, sizeof(text), "%d", 7), 1);
  EXPECT_STREQ(text, "7");
}

TEST(MicroNames, WithoutABufferAFormatIsMeasuredAloneAndWithoutAFormatRefused) {
  EXPECT_EQ(print(nullptr, 0, "%s", "twelve bytes"), 12);
  EXPECT_EQ(print(nullptr, 4, "%s", "x"), -1);
  const char* none = nullptr;
  char text[4];
  EXPECT_EQ(rcutils_snprintf(text, sizeof(text), none), -1);
}

TEST(MicroNames, TheUsualAllocatorHasTheNameOfRcutilsToo) {
  const rcutils_allocator_t usual = rcutils_get_default_allocator();
  EXPECT_TRUE(rcutils_allocator_is_valid(&usual));
  EXPECT_EQ(usual.allocate, rcl_get_default_allocator().allocate);
}

TEST(MicroNames, WhatTheClientWasBuiltWithHasTheNamesOfMicroRos) {
  EXPECT_EQ(UXR_CONFIG_CUSTOM_TRANSPORT_MTU, XRCE_MTU);
  EXPECT_EQ(RMW_UXRCE_STREAM_HISTORY_INPUT, XRCE_HISTORY);
#ifndef RMW_UXRCE_TRANSPORT_UDP
  ADD_FAILURE() << "a client of POSIX has UDP unless it is given another transport";
#endif
  EXPECT_EQ(RCUTILS_RET_OK, RCL_RET_OK);
  EXPECT_EQ(UUID_SIZE, 16);
}

}  // namespace
