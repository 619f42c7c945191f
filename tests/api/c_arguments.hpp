// How the C functions are asked what they say to null.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "rcl/types.h"
#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"
#include "rcutils/types/string_array.h"
#include "running.hpp"

struct Code {
  int expected;
  const char* call;
  std::function<int()> make;
};
struct No {
  const char* call;
  std::function<bool()> make;
};

// In each call null stands where an object should, once for each argument that needs one.
#define CODE(expected, call) {expected, #call, [&]() -> int { return call; }}
#define INVALID(call) CODE(RCL_RET_INVALID_ARGUMENT, call)
#define NO(call) {#call, [&]() -> bool { return call; }}

inline void expect(const std::vector<Code>& calls) {
  for (const Code& one : calls) {
    rcutils_reset_error();
    EXPECT_EQ(one.make(), one.expected) << one.call;
    EXPECT_TRUE(rcutils_error_is_set()) << one.call << " gives no text";
  }
  rcutils_reset_error();
}
inline void expect(const std::vector<No>& calls) {
  for (const No& one : calls) EXPECT_FALSE(one.make()) << one.call;
  rcutils_reset_error();
}

class CArguments : public Running {
 protected:
  rcutils_allocator_t heap_ = rcutils_get_default_allocator();
  const rcutils_allocator_t no_heap_ = rcutils_get_zero_initialized_allocator();
  size_t size_ = 0;
  int64_t number_ = 0;
  bool flag_ = false;
  char text_[8] = "";
  rcutils_string_array_t texts_ = rcutils_get_zero_initialized_string_array();
};
