// A source that compiles the lines below WARN away.
#define RCUTILS_LOG_MIN_SEVERITY RCUTILS_LOG_MIN_SEVERITY_WARN
#include <gtest/gtest.h>

#include "covers.h"
#include "logging_lines.hpp"
#include "rcutils/logging_macros.h"

namespace {

using RcutilsQuietTest = LoggingLines;

TEST_F(RcutilsQuietTest, LinesBelowTheMinimumAreNotCompiled) {
  COVERS("(macros)", "RCUTILS_LOG_MIN_SEVERITY", "RCUTILS_LOG_MIN_SEVERITY_WARN");
  static_assert(RCUTILS_LOG_MIN_SEVERITY == RCUTILS_LOG_MIN_SEVERITY_WARN);
  EXPECT_EQ(lines([] {
              RCUTILS_LOG_INFO_NAMED("t", "%d", no_such_variable);
              RCUTILS_LOG_INFO_THROTTLE(no_such_clock, 1, "x");
              RCUTILS_LOG_DEBUG_ONCE("%d", no_such_variable);
              RCUTILS_LOG_WARN_NAMED("t", "here");
            }),
            "WARN:t:here\n");
}

TEST_F(RcutilsQuietTest, TheMinimaAreInTheOrderOfTheLevels) {
  COVERS("(macros)", "RCUTILS_LOG_MIN_SEVERITY_DEBUG", "RCUTILS_LOG_MIN_SEVERITY_INFO");
  COVERS("(macros)", "RCUTILS_LOG_MIN_SEVERITY_ERROR", "RCUTILS_LOG_MIN_SEVERITY_FATAL");
  COVERS("(macros)", "RCUTILS_LOG_MIN_SEVERITY_NONE");
  EXPECT_LT(RCUTILS_LOG_MIN_SEVERITY_DEBUG, RCUTILS_LOG_MIN_SEVERITY_INFO);
  EXPECT_LT(RCUTILS_LOG_MIN_SEVERITY_INFO, RCUTILS_LOG_MIN_SEVERITY_WARN);
  EXPECT_LT(RCUTILS_LOG_MIN_SEVERITY_WARN, RCUTILS_LOG_MIN_SEVERITY_ERROR);
  EXPECT_LT(RCUTILS_LOG_MIN_SEVERITY_ERROR, RCUTILS_LOG_MIN_SEVERITY_FATAL);
  EXPECT_LT(RCUTILS_LOG_MIN_SEVERITY_FATAL, RCUTILS_LOG_MIN_SEVERITY_NONE);
}

}  // namespace
