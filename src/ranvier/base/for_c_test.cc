#include "ranvier/base/for_c.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <stdexcept>

namespace ranvier {
namespace {

int refuse(const void*, const void*) { throw std::runtime_error("not to be compared"); }

struct Visited {
  int count = 0;
};
using Visit = void (*)(Visited* visited, int value);
using Find = const char* (*)(int value);

// What a library in C does with the function that it was given.
int call(Visit visit, int value) {
  Visited visited;
  visit(&visited, value);
  return visited.count;
}

TEST(ForC, WhatAFunctionThrowsEndsThereAndTheLibraryGetsZero) {
  int numbers[] = {3, 1, 2};
  std::qsort(numbers, 3, sizeof numbers[0], for_c<refuse>());
  EXPECT_EQ(numbers[0] + numbers[1] + numbers[2], 6);
  const Find find = for_c([](int value) -> const char* {
    if (value < 0) throw value;
    return "found";
  });
  EXPECT_STREQ(find(1), "found");
  EXPECT_EQ(find(-1), nullptr);
}

TEST(ForC, ALambdaTakesTheTypesThatTheLibraryHas) {
  const auto twice = for_c([](auto* visited, auto value) { visited->count = 2 * value; });
  EXPECT_EQ(call(twice, 21), 42);
  EXPECT_EQ(call(for_c([](Visited* visited, int value) {
                   visited->count = value;
                   throw std::bad_alloc();
                 }),
                 7),
            7);
}

}  // namespace
}  // namespace ranvier
