#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "covers.h"
#include "logging_lines.hpp"
#include "rclcpp/clock.hpp"
#include "rclcpp/logging.hpp"
#include "rcutils/logging_macros.h"

namespace {

using testing::HasSubstr;

class LoggingTest : public LoggingLines {
 protected:
  const rclcpp::Logger logger_ = rclcpp::get_logger("t");
};

TEST_F(LoggingTest, EveryLevelPrintsAndStreams) {
  EXPECT_EQ(lines([&] {
              RCLCPP_INFO(logger_, "i %d", 1);
              RCLCPP_WARN(logger_, "w");
              RCLCPP_ERROR(logger_, "%s", "e");
              RCLCPP_FATAL(logger_, "f");
              RCLCPP_INFO_STREAM(logger_, "s" << 2 << std::string("x"));
            }),
            "INFO:t:i 1\nWARN:t:w\nERROR:t:e\nFATAL:t:f\nINFO:t:s2x\n");
}

TEST_F(LoggingTest, ADisabledLevelEvaluatesNothing) {
  COVERS("rclcpp::Logger", "set_level");
  COVERS("rclcpp::Logger::Level", "Debug");
  int evaluated = 0;
  EXPECT_EQ(lines([&] {
              RCLCPP_DEBUG(logger_, "%d", ++evaluated);
              RCLCPP_DEBUG_STREAM(logger_, ++evaluated);
              RCLCPP_DEBUG_EXPRESSION(logger_, ++evaluated > 0, "x");
            }),
            "");
  EXPECT_EQ(evaluated, 0);
  rclcpp::Logger(logger_).set_level(rclcpp::Logger::Level::Debug);
  EXPECT_EQ(lines([&] { RCLCPP_DEBUG(logger_, "%d", ++evaluated); }), "DEBUG:t:1\n");
}

TEST_F(LoggingTest, OnceSkipFirstExpressionAndFunction) {
  bool answer = true;
  const std::function<bool()> asked = [&answer] { return answer; };
  bool (*const no)() = [] { return false; };
  EXPECT_EQ(lines([&] {
              for (int i = 0; i < 3; ++i) {
                RCLCPP_INFO_ONCE(logger_, "once %d", i);
                RCLCPP_INFO_SKIPFIRST(logger_, "skip %d", i);
                RCLCPP_INFO_EXPRESSION(logger_, i == 1, "expression %d", i);
                RCLCPP_INFO_STREAM_ONCE(logger_, "stream once " << i);
              }
              RCLCPP_INFO_FUNCTION(logger_, &asked, "yes");
              answer = false;
              RCLCPP_INFO_FUNCTION(logger_, &asked, "not any more");
              RCLCPP_INFO_FUNCTION(logger_, no, "no");
            }),
            "INFO:t:once 0\nINFO:t:stream once 0\nINFO:t:skip 1\nINFO:t:expression 1\n"
            "INFO:t:skip 2\nINFO:t:yes\n");
}

/// A clock that the test moves.
struct HandClock {
  rclcpp::Time now() const { return rclcpp::Time(now_ns); }
  int64_t now_ns = 0;
};

TEST_F(LoggingTest, ThrottleLetsOneThroughAPeriod) {
  HandClock clock;
  const auto at = [&](int64_t ms) {
    clock.now_ns = ms * 1000000;
    RCLCPP_INFO_THROTTLE(logger_, clock, 100, "%d", static_cast<int>(ms));
    RCLCPP_INFO_STREAM_SKIPFIRST_THROTTLE(logger_, clock, 100, "later " << ms);
  };
  EXPECT_EQ(lines([&] {
              for (const int64_t ms : {1, 50, 100, 101, 200, 201}) at(ms);
            }),
            "INFO:t:1\nINFO:t:101\nINFO:t:later 101\nINFO:t:201\nINFO:t:later 201\n");
}

// Simulated time is 0 until /clock tells otherwise.
TEST_F(LoggingTest, AClockThatStaysAtZeroThrottlesToo) {
  HandClock clock;
  EXPECT_EQ(lines([&] {
              for (int i = 0; i < 3; ++i) RCLCPP_INFO_THROTTLE(logger_, clock, 100, "%d", i);
            }),
            "INFO:t:0\n");
}

TEST_F(LoggingTest, AClockTypeWorksForThrottle) {
  rclcpp::Clock clock(RCL_STEADY_TIME);
  EXPECT_EQ(lines([&] {
              for (int i = 0; i < 2; ++i) RCLCPP_WARN_THROTTLE(logger_, clock, 3600000, "%d", i);
            }),
            "WARN:t:0\n");
}

TEST_F(LoggingTest, ChildrenInheritLevelsAndHaveLongerNames) {
  COVERS("rclcpp::Logger", "get_child", "get_effective_level", "get_name");
  COVERS("rclcpp", "get_logger");
  COVERS("rclcpp::Logger::Level", "Error", "Warn");
  rclcpp::Logger parent = rclcpp::get_logger("parent");
  rclcpp::Logger child = parent.get_child("kid");
  EXPECT_STREQ(child.get_name(), "parent.kid");
  parent.set_level(rclcpp::Logger::Level::Error);
  EXPECT_EQ(child.get_effective_level(), rclcpp::Logger::Level::Error);
  EXPECT_EQ(lines([&] { RCLCPP_WARN(child, "x"); }), "");
  child.set_level(rclcpp::Logger::Level::Warn);
  EXPECT_EQ(lines([&] { RCLCPP_WARN(child, "x"); }), "WARN:parent.kid:x\n");
}

TEST_F(LoggingTest, AnUnsetLevelIsThatOfTheAncestors) {
  COVERS("rclcpp::Logger::Level", "Unset", "Info", "Fatal");
  rclcpp::Logger parent = rclcpp::get_logger("ancestor");
  rclcpp::Logger child = parent.get_child("kid");
  parent.set_level(rclcpp::Logger::Level::Fatal);
  child.set_level(rclcpp::Logger::Level::Info);
  EXPECT_EQ(lines([&] { RCLCPP_INFO(child, "x"); }), "INFO:ancestor.kid:x\n");
  child.set_level(rclcpp::Logger::Level::Unset);
  EXPECT_EQ(child.get_effective_level(), rclcpp::Logger::Level::Fatal);
  EXPECT_EQ(lines([&] {
              RCLCPP_ERROR(child, "no");
              RCLCPP_FATAL(child, "yes");
            }),
            "FATAL:ancestor.kid:yes\n");
}

TEST_F(LoggingTest, TheLocationIsThatOfTheMacro) {
  ::setenv("RCUTILS_CONSOLE_OUTPUT_FORMAT", "{function_name}:{line_number}", 1);
  (void)rcutils_logging_shutdown();
  const int line = __LINE__ + 1;
  const auto text = lines([&] { RCLCPP_INFO(logger_, "x"); });
  EXPECT_THAT(text, HasSubstr(":" + std::to_string(line) + "\n"));
}

TEST_F(LoggingTest, TheCNamesReachTheSameLog) {
  const rcutils_log_location_t where{"f", "file", 1};
  EXPECT_EQ(lines([&] {
              rcutils_log(&where, RCUTILS_LOG_SEVERITY_WARN, "t", "%s", "c");
              rcutils_log(&where, RCUTILS_LOG_SEVERITY_DEBUG, "t", "no");
            }),
            "WARN:t:c\n");
  EXPECT_EQ(rcutils_logging_set_logger_level("t", RCUTILS_LOG_SEVERITY_ERROR), RCUTILS_RET_OK);
  EXPECT_FALSE(rcutils_logging_logger_is_enabled_for("t.x", RCUTILS_LOG_SEVERITY_WARN));
  EXPECT_EQ(logger_.get_effective_level(), rclcpp::Logger::Level::Error);
}

TEST_F(LoggingTest, TheCMacrosAskTheLevelAndTheCondition) {
  EXPECT_EQ(lines([] {
              for (int i = 0; i < 3; ++i) {
                RCUTILS_LOG_INFO_NAMED("t", "always %d", i);
                RCUTILS_LOG_DEBUG_NAMED("t", "never");
                RCUTILS_LOG_WARN_ONCE_NAMED("t", "once %d", i);
                RCUTILS_LOG_WARN_SKIPFIRST_NAMED("t", "later %d", i);
                RCUTILS_LOG_ERROR_EXPRESSION_NAMED(i == 2, "t", "two");
              }
            }),
            "INFO:t:always 0\nWARN:t:once 0\nINFO:t:always 1\nWARN:t:later 1\n"
            "INFO:t:always 2\nWARN:t:later 2\nERROR:t:two\n");
}

std::string handled;

TEST_F(LoggingTest, AnOutputHandlerReplacesTheConsole) {
  rcutils_logging_set_output_handler([](const rcutils_log_location_t*, int severity,
                                        const char* name, rcutils_time_point_value_t,
                                        const char* format, va_list* arguments) {
    char text[64];
    std::vsnprintf(text, sizeof text, format, *arguments);
    handled += std::to_string(severity) + name + text;
  });
  EXPECT_EQ(lines([&] { RCLCPP_INFO(logger_, "%%%d", 5); }), "");
  rcutils_logging_set_output_handler(nullptr);
  EXPECT_EQ(handled, "20t%5");
  EXPECT_EQ(lines([&] { RCLCPP_INFO(logger_, "back"); }), "INFO:t:back\n");
}

TEST_F(LoggingTest, TheLoggingDirectoryIsThatOfTheEnvironment) {
  COVERS("rclcpp", "get_logging_directory");
  EXPECT_EQ(rclcpp::get_logging_directory().string(), std::string(folder_));
}

}  // namespace
