#include "rcutils/time.h"

#include <cinttypes>
#include <cstdio>
#include <ctime>

#include "rcutils/error_handling.h"

namespace {

rcutils_ret_t read_clock(clockid_t clock, rcutils_time_point_value_t* now) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(now, RCUTILS_RET_INVALID_ARGUMENT);
  std::timespec time{};
  clock_gettime(clock, &time);
  *now = RCUTILS_S_TO_NS(static_cast<std::int64_t>(time.tv_sec)) + time.tv_nsec;
  return RCUTILS_RET_OK;
}

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

}  // namespace

rcutils_ret_t rcutils_system_time_now(rcutils_time_point_value_t* now) {
  return read_clock(CLOCK_REALTIME, now);
}

rcutils_ret_t rcutils_steady_time_now(rcutils_time_point_value_t* now) {
  return read_clock(CLOCK_MONOTONIC, now);
}

rcutils_ret_t rcutils_raw_steady_time_now(rcutils_time_point_value_t* now) {
  return read_clock(CLOCK_MONOTONIC_RAW, now);
}

rcutils_ret_t rcutils_time_point_value_as_nanoseconds_string(
    const rcutils_time_point_value_t* time_point, char* str, size_t str_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(time_point, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(str, RCUTILS_RET_INVALID_ARGUMENT);
  if (str_size > 0) std::snprintf(str, str_size, "%.19" PRId64, *time_point);
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_time_point_value_as_date_string(
    const rcutils_time_point_value_t* time_point, char* str, size_t str_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(time_point, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(str, RCUTILS_RET_INVALID_ARGUMENT);
  if (str_size == 0) return RCUTILS_RET_OK;
  constexpr std::int64_t kSecond = RCUTILS_S_TO_NS(1);
  const std::int64_t part = (*time_point % kSecond + kSecond) % kSecond;
  const std::time_t seconds = (*time_point - part) / kSecond;
  std::tm local{};
  std::size_t length = 0;
  if (str_size >= 32 && ::localtime_r(&seconds, &local) != nullptr) {
    length = std::strftime(str, str_size, "%Y-%m-%d %H:%M:%S", &local);
  }
  if (length == 0) {
    RCUTILS_SET_ERROR_MSG("a date needs a buffer of 32 bytes, and a time with a year");
    return RCUTILS_RET_ERROR;
  }
  std::snprintf(str + length, str_size - length, ".%03d", static_cast<int>(part / 1000000));
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_time_point_value_as_seconds_string(
    const rcutils_time_point_value_t* time_point, char* str, size_t str_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(time_point, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(str, RCUTILS_RET_INVALID_ARGUMENT);
  if (str_size == 0) return RCUTILS_RET_OK;
  const std::uint64_t size = magnitude(*time_point);
  std::snprintf(str, str_size, "%s%.10" PRIu64 ".%.9" PRIu64, *time_point < 0 ? "-" : "",
                size / 1000000000, size % 1000000000);
  return RCUTILS_RET_OK;
}
