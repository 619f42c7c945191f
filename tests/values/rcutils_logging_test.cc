// The macros of rcutils/logging_macros.h, each level with each condition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "covers.h"
#include "in_c.h"
#include "logging_lines.hpp"
#include "rcutils/logging_macros.h"

namespace {

bool answer_of_filter = true;
bool asked() { return answer_of_filter; }

rcutils_time_point_value_t hand_ms = 0;
rcutils_ret_t hand_clock(rcutils_time_point_value_t* now) {
  *now = RCUTILS_MS_TO_NS(hand_ms);
  return RCUTILS_RET_OK;
}
rcutils_ret_t broken_clock(rcutils_time_point_value_t*) { return RCUTILS_RET_ERROR; }

/// Rounds at 100, 150 and 200 ms of the hand's clock; the function says no in the last.
class RcutilsLoggingTest : public LoggingLines {
 protected:
  RcutilsLoggingTest() { rcutils_logging_set_default_logger_level(RCUTILS_LOG_SEVERITY_DEBUG); }
  template <class Body>
  static std::string three_rounds(const Body& body) {
    return lines([&] {
      for (int round = 0; round < 3; ++round) {
        hand_ms = 100 + 50 * round;
        answer_of_filter = round < 2;
        body(round);
      }
    });
  }
  /// What each condition lets through, `name` being the logger's and `level` the lines'.
  static std::string expected(const std::string& level, const std::string& name) {
    std::string all;
    for (const char* text :
         {"always 0", "once 0", "function 0", "throttle 0", "always 1", "expression 1",
          "function 1", "skipfirst 1", "always 2", "skipfirst 2", "throttle 2", "later 2"}) {
      all += level + ":" + name + ":" + text + "\n";
    }
    return all;
  }
};

TEST_F(RcutilsLoggingTest, DebugOfTheRootPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_DEBUG", "RCUTILS_LOG_DEBUG_ONCE", "RCUTILS_LOG_DEBUG_EXPRESSION");
  COVERS("(macros)", "RCUTILS_LOG_DEBUG_FUNCTION", "RCUTILS_LOG_DEBUG_SKIPFIRST",
         "RCUTILS_LOG_DEBUG_THROTTLE");
  COVERS("(macros)", "RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_DEBUG("always %d", round);
              RCUTILS_LOG_DEBUG_ONCE("once %d", round);
              RCUTILS_LOG_DEBUG_EXPRESSION(round == 1, "expression %d", round);
              RCUTILS_LOG_DEBUG_FUNCTION(&asked, "function %d", round);
              RCUTILS_LOG_DEBUG_SKIPFIRST("skipfirst %d", round);
              RCUTILS_LOG_DEBUG_THROTTLE(hand_clock, 100, "throttle %d", round);
              RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE(hand_clock, 100, "later %d", round);
            }),
            expected("DEBUG", ""));
}

TEST_F(RcutilsLoggingTest, DebugOfALoggerPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_DEBUG_NAMED", "RCUTILS_LOG_DEBUG_ONCE_NAMED",
         "RCUTILS_LOG_DEBUG_EXPRESSION_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_DEBUG_FUNCTION_NAMED", "RCUTILS_LOG_DEBUG_SKIPFIRST_NAMED",
         "RCUTILS_LOG_DEBUG_THROTTLE_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE_NAMED");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_DEBUG_NAMED("t", "always %d", round);
              RCUTILS_LOG_DEBUG_ONCE_NAMED("t", "once %d", round);
              RCUTILS_LOG_DEBUG_EXPRESSION_NAMED(round == 1, "t", "expression %d", round);
              RCUTILS_LOG_DEBUG_FUNCTION_NAMED(&asked, "t", "function %d", round);
              RCUTILS_LOG_DEBUG_SKIPFIRST_NAMED("t", "skipfirst %d", round);
              RCUTILS_LOG_DEBUG_THROTTLE_NAMED(hand_clock, 100, "t", "throttle %d", round);
              RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE_NAMED(hand_clock, 100, "t", "later %d", round);
            }),
            expected("DEBUG", "t"));
}

TEST_F(RcutilsLoggingTest, InfoOfTheRootPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_INFO", "RCUTILS_LOG_INFO_ONCE", "RCUTILS_LOG_INFO_EXPRESSION");
  COVERS("(macros)", "RCUTILS_LOG_INFO_FUNCTION", "RCUTILS_LOG_INFO_SKIPFIRST",
         "RCUTILS_LOG_INFO_THROTTLE");
  COVERS("(macros)", "RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_INFO("always %d", round);
              RCUTILS_LOG_INFO_ONCE("once %d", round);
              RCUTILS_LOG_INFO_EXPRESSION(round == 1, "expression %d", round);
              RCUTILS_LOG_INFO_FUNCTION(&asked, "function %d", round);
              RCUTILS_LOG_INFO_SKIPFIRST("skipfirst %d", round);
              RCUTILS_LOG_INFO_THROTTLE(hand_clock, 100, "throttle %d", round);
              RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE(hand_clock, 100, "later %d", round);
            }),
            expected("INFO", ""));
}

TEST_F(RcutilsLoggingTest, InfoOfALoggerPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_INFO_NAMED", "RCUTILS_LOG_INFO_ONCE_NAMED",
         "RCUTILS_LOG_INFO_EXPRESSION_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_INFO_FUNCTION_NAMED", "RCUTILS_LOG_INFO_SKIPFIRST_NAMED",
         "RCUTILS_LOG_INFO_THROTTLE_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE_NAMED");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_INFO_NAMED("t", "always %d", round);
              RCUTILS_LOG_INFO_ONCE_NAMED("t", "once %d", round);
              RCUTILS_LOG_INFO_EXPRESSION_NAMED(round == 1, "t", "expression %d", round);
              RCUTILS_LOG_INFO_FUNCTION_NAMED(&asked, "t", "function %d", round);
              RCUTILS_LOG_INFO_SKIPFIRST_NAMED("t", "skipfirst %d", round);
              RCUTILS_LOG_INFO_THROTTLE_NAMED(hand_clock, 100, "t", "throttle %d", round);
              RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE_NAMED(hand_clock, 100, "t", "later %d", round);
            }),
            expected("INFO", "t"));
}

TEST_F(RcutilsLoggingTest, WarnOfTheRootPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_WARN", "RCUTILS_LOG_WARN_ONCE", "RCUTILS_LOG_WARN_EXPRESSION");
  COVERS("(macros)", "RCUTILS_LOG_WARN_FUNCTION", "RCUTILS_LOG_WARN_SKIPFIRST",
         "RCUTILS_LOG_WARN_THROTTLE");
  COVERS("(macros)", "RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_WARN("always %d", round);
              RCUTILS_LOG_WARN_ONCE("once %d", round);
              RCUTILS_LOG_WARN_EXPRESSION(round == 1, "expression %d", round);
              RCUTILS_LOG_WARN_FUNCTION(&asked, "function %d", round);
              RCUTILS_LOG_WARN_SKIPFIRST("skipfirst %d", round);
              RCUTILS_LOG_WARN_THROTTLE(hand_clock, 100, "throttle %d", round);
              RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE(hand_clock, 100, "later %d", round);
            }),
            expected("WARN", ""));
}

TEST_F(RcutilsLoggingTest, WarnOfALoggerPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_WARN_NAMED", "RCUTILS_LOG_WARN_ONCE_NAMED",
         "RCUTILS_LOG_WARN_EXPRESSION_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_WARN_FUNCTION_NAMED", "RCUTILS_LOG_WARN_SKIPFIRST_NAMED",
         "RCUTILS_LOG_WARN_THROTTLE_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE_NAMED");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_WARN_NAMED("t", "always %d", round);
              RCUTILS_LOG_WARN_ONCE_NAMED("t", "once %d", round);
              RCUTILS_LOG_WARN_EXPRESSION_NAMED(round == 1, "t", "expression %d", round);
              RCUTILS_LOG_WARN_FUNCTION_NAMED(&asked, "t", "function %d", round);
              RCUTILS_LOG_WARN_SKIPFIRST_NAMED("t", "skipfirst %d", round);
              RCUTILS_LOG_WARN_THROTTLE_NAMED(hand_clock, 100, "t", "throttle %d", round);
              RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE_NAMED(hand_clock, 100, "t", "later %d", round);
            }),
            expected("WARN", "t"));
}

TEST_F(RcutilsLoggingTest, ErrorOfTheRootPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_ERROR", "RCUTILS_LOG_ERROR_ONCE", "RCUTILS_LOG_ERROR_EXPRESSION");
  COVERS("(macros)", "RCUTILS_LOG_ERROR_FUNCTION", "RCUTILS_LOG_ERROR_SKIPFIRST",
         "RCUTILS_LOG_ERROR_THROTTLE");
  COVERS("(macros)", "RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_ERROR("always %d", round);
              RCUTILS_LOG_ERROR_ONCE("once %d", round);
              RCUTILS_LOG_ERROR_EXPRESSION(round == 1, "expression %d", round);
              RCUTILS_LOG_ERROR_FUNCTION(&asked, "function %d", round);
              RCUTILS_LOG_ERROR_SKIPFIRST("skipfirst %d", round);
              RCUTILS_LOG_ERROR_THROTTLE(hand_clock, 100, "throttle %d", round);
              RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE(hand_clock, 100, "later %d", round);
            }),
            expected("ERROR", ""));
}

TEST_F(RcutilsLoggingTest, ErrorOfALoggerPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_ERROR_NAMED", "RCUTILS_LOG_ERROR_ONCE_NAMED",
         "RCUTILS_LOG_ERROR_EXPRESSION_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_ERROR_FUNCTION_NAMED", "RCUTILS_LOG_ERROR_SKIPFIRST_NAMED",
         "RCUTILS_LOG_ERROR_THROTTLE_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE_NAMED");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_ERROR_NAMED("t", "always %d", round);
              RCUTILS_LOG_ERROR_ONCE_NAMED("t", "once %d", round);
              RCUTILS_LOG_ERROR_EXPRESSION_NAMED(round == 1, "t", "expression %d", round);
              RCUTILS_LOG_ERROR_FUNCTION_NAMED(&asked, "t", "function %d", round);
              RCUTILS_LOG_ERROR_SKIPFIRST_NAMED("t", "skipfirst %d", round);
              RCUTILS_LOG_ERROR_THROTTLE_NAMED(hand_clock, 100, "t", "throttle %d", round);
              RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE_NAMED(hand_clock, 100, "t", "later %d", round);
            }),
            expected("ERROR", "t"));
}

TEST_F(RcutilsLoggingTest, FatalOfTheRootPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_FATAL", "RCUTILS_LOG_FATAL_ONCE", "RCUTILS_LOG_FATAL_EXPRESSION");
  COVERS("(macros)", "RCUTILS_LOG_FATAL_FUNCTION", "RCUTILS_LOG_FATAL_SKIPFIRST",
         "RCUTILS_LOG_FATAL_THROTTLE");
  COVERS("(macros)", "RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_FATAL("always %d", round);
              RCUTILS_LOG_FATAL_ONCE("once %d", round);
              RCUTILS_LOG_FATAL_EXPRESSION(round == 1, "expression %d", round);
              RCUTILS_LOG_FATAL_FUNCTION(&asked, "function %d", round);
              RCUTILS_LOG_FATAL_SKIPFIRST("skipfirst %d", round);
              RCUTILS_LOG_FATAL_THROTTLE(hand_clock, 100, "throttle %d", round);
              RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE(hand_clock, 100, "later %d", round);
            }),
            expected("FATAL", ""));
}

TEST_F(RcutilsLoggingTest, FatalOfALoggerPassesByEachCondition) {
  COVERS("(macros)", "RCUTILS_LOG_FATAL_NAMED", "RCUTILS_LOG_FATAL_ONCE_NAMED",
         "RCUTILS_LOG_FATAL_EXPRESSION_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_FATAL_FUNCTION_NAMED", "RCUTILS_LOG_FATAL_SKIPFIRST_NAMED",
         "RCUTILS_LOG_FATAL_THROTTLE_NAMED");
  COVERS("(macros)", "RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE_NAMED");
  EXPECT_EQ(three_rounds([](int round) {
              RCUTILS_LOG_FATAL_NAMED("t", "always %d", round);
              RCUTILS_LOG_FATAL_ONCE_NAMED("t", "once %d", round);
              RCUTILS_LOG_FATAL_EXPRESSION_NAMED(round == 1, "t", "expression %d", round);
              RCUTILS_LOG_FATAL_FUNCTION_NAMED(&asked, "t", "function %d", round);
              RCUTILS_LOG_FATAL_SKIPFIRST_NAMED("t", "skipfirst %d", round);
              RCUTILS_LOG_FATAL_THROTTLE_NAMED(hand_clock, 100, "t", "throttle %d", round);
              RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE_NAMED(hand_clock, 100, "t", "later %d", round);
            }),
            expected("FATAL", "t"));
}

TEST_F(RcutilsLoggingTest, ConditionsOfALevelThatIsOffAreNotEvaluated) {
  EXPECT_EQ(rcutils_logging_set_logger_level("t", RCUTILS_LOG_SEVERITY_ERROR), RCUTILS_RET_OK);
  int evaluated = 0;
  EXPECT_EQ(lines([&] {
              RCUTILS_LOG_WARN_EXPRESSION_NAMED(++evaluated > 0, "t", "%d", ++evaluated);
              RCUTILS_LOG_WARN_NAMED("t", "%d", ++evaluated);
            }),
            "");
  EXPECT_EQ(evaluated, 0);
}

TEST_F(RcutilsLoggingTest, ALineWhoseClockFailsIsLoggedBesideTheError) {
  EXPECT_EQ(lines([] { RCUTILS_LOG_INFO_THROTTLE(broken_clock, 100, "here"); }),
            "ERROR::the clock of a throttled line failed\nINFO::here\n");
}

TEST_F(RcutilsLoggingTest, TheSteadyClockThrottles) {
  COVERS("(macros)", "RCUTILS_STEADY_TIME");
  EXPECT_EQ(lines([] {
              for (int i = 0; i < 3; ++i) {
                RCUTILS_LOG_INFO_THROTTLE(RCUTILS_STEADY_TIME, 3600000, "%d", i);
              }
            }),
            "INFO::0\n");
}

rcutils_ret_t young_clock(rcutils_time_point_value_t* now) {
  *now = 0;
  return RCUTILS_RET_OK;
}

TEST_F(RcutilsLoggingTest, AThrottledLineIsLoggedAtOnceOnAMachineThatJustStarted) {
  EXPECT_EQ(lines([] {
              for (int i = 0; i < 3; ++i) RCUTILS_LOG_INFO_THROTTLE(young_clock, 100, "%d", i);
            }),
            "INFO::0\n");
}

TEST_F(RcutilsLoggingTest, APackageMayAddItsOwnCondition) {
  COVERS("(macros)", "RCUTILS_LOG_COND_NAMED", "RCUTILS_LOG_CONDITION_EMPTY");
  EXPECT_EQ(lines([] {
              for (int i = 0; i < 3; ++i) {
                RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_WARN,
                                       if (i == 1){
                                           ,
                                       },
                                       "t", "own %d", i);
              }
              RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_WARN, RCUTILS_LOG_CONDITION_EMPTY,
                                     RCUTILS_LOG_CONDITION_EMPTY, "t", "none");
            }),
            "WARN:t:own 1\nWARN:t:none\n");
}

TEST_F(RcutilsLoggingTest, APackageMayUseTheConditionsInMacrosOfItsOwn) {
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_ONCE_BEFORE", "RCUTILS_LOG_CONDITION_ONCE_AFTER");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_SKIPFIRST_BEFORE");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_SKIPFIRST_AFTER");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_EXPRESSION_BEFORE");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_EXPRESSION_AFTER");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_FUNCTION_BEFORE");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_FUNCTION_AFTER");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_THROTTLE_BEFORE");
  COVERS("(macros)", "RCUTILS_LOG_CONDITION_THROTTLE_AFTER", "RCUTILS_CAST_DURATION");
  const auto line = [](int round) {
    RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_INFO, RCUTILS_LOG_CONDITION_ONCE_BEFORE,
                           RCUTILS_LOG_CONDITION_ONCE_AFTER, "t", "once %d", round);
    RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_INFO, RCUTILS_LOG_CONDITION_SKIPFIRST_BEFORE,
                           RCUTILS_LOG_CONDITION_SKIPFIRST_AFTER, "t", "skip %d", round);
    RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_INFO,
                           RCUTILS_LOG_CONDITION_EXPRESSION_BEFORE(round == 1),
                           RCUTILS_LOG_CONDITION_EXPRESSION_AFTER, "t", "expression %d", round);
    RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_INFO, RCUTILS_LOG_CONDITION_FUNCTION_BEFORE(&asked),
                           RCUTILS_LOG_CONDITION_FUNCTION_AFTER, "t", "function %d", round);
    RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_INFO,
                           RCUTILS_LOG_CONDITION_THROTTLE_BEFORE(hand_clock, 50.5),
                           RCUTILS_LOG_CONDITION_THROTTLE_AFTER, "t", "throttle %d", round);
  };
  EXPECT_EQ(RCUTILS_CAST_DURATION(50.5), 50);
  EXPECT_EQ(three_rounds(line),
            "INFO:t:once 0\nINFO:t:function 0\nINFO:t:throttle 0\n"
            "INFO:t:skip 1\nINFO:t:expression 1\nINFO:t:function 1\nINFO:t:throttle 1\n"
            "INFO:t:skip 2\nINFO:t:throttle 2\n");
}

TEST_F(RcutilsLoggingTest, CCodeLogsWithTheSameMacros) {
  EXPECT_EQ(lines([] {
              for (int round = 0; round < 2; ++round) log_in_c(round);
            }),
            "WARN:c:function 0\nERROR:c:throttle 0\nINFO:c:expression 1\nWARN:c:function 1\n");
}

TEST_F(RcutilsLoggingTest, ALineCanBeLoggedWhateverTheLevel) {
  COVERS("rcutils", "rcutils_log_internal");
  EXPECT_EQ(rcutils_logging_set_logger_level("t", RCUTILS_LOG_SEVERITY_FATAL), RCUTILS_RET_OK);
  EXPECT_EQ(
      lines([] { rcutils_log_internal(nullptr, RCUTILS_LOG_SEVERITY_DEBUG, "t", "%s", "forced"); }),
      "DEBUG:t:forced\n");
}

TEST_F(RcutilsLoggingTest, ALineIsFormattedAsTheConsoleShowsItBehindWhatIsThere) {
  COVERS("rcutils", "rcutils_logging_format_message");
  auto text = rcutils_get_zero_initialized_char_array();
  const auto allocator = rcutils_get_default_allocator();
  ASSERT_EQ(rcutils_char_array_init(&text, 1, &allocator), RCUTILS_RET_OK);
  ASSERT_EQ(rcutils_char_array_strcpy(&text, "> "), RCUTILS_RET_OK);
  EXPECT_EQ(
      rcutils_logging_format_message(nullptr, RCUTILS_LOG_SEVERITY_WARN, "t", 5, "hot", &text),
      RCUTILS_RET_OK);
  EXPECT_STREQ(text.buffer, "> WARN:t:hot");
  EXPECT_EQ(rcutils_logging_format_message(nullptr, 30, "t", 5, nullptr, &text),
            RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
  EXPECT_EQ(rcutils_char_array_fini(&text), RCUTILS_RET_OK);
}

TEST_F(RcutilsLoggingTest, TheLevelOfANameThatIsCutIsThatOfWhatIsLeft) {
  COVERS("rcutils", "rcutils_logging_get_logger_leveln");
  EXPECT_EQ(rcutils_logging_set_logger_level("arm", RCUTILS_LOG_SEVERITY_WARN), RCUTILS_RET_OK);
  EXPECT_EQ(rcutils_logging_get_logger_leveln("arm.gripper", 3), RCUTILS_LOG_SEVERITY_WARN);
  EXPECT_EQ(rcutils_logging_get_logger_leveln("arm.gripper", 11), RCUTILS_LOG_SEVERITY_UNSET);
  EXPECT_EQ(rcutils_logging_get_logger_leveln("arm", 0), RCUTILS_LOG_SEVERITY_DEBUG)
      << "the root's";
  EXPECT_EQ(rcutils_logging_get_logger_leveln(nullptr, 3), -1);
}

TEST_F(RcutilsLoggingTest, TheLogIsInitializedByWhoeverAsksFirst) {
  COVERS("rcutils", "g_rcutils_logging_initialized", "rcutils_logging_initialize_with_allocator");
  COVERS("(macros)", "RCUTILS_LOGGING_AUTOINIT", "RCUTILS_LOGGING_AUTOINIT_WITH_ALLOCATOR");
  EXPECT_FALSE(g_rcutils_logging_initialized);
  const auto bad = rcutils_get_zero_initialized_allocator();
  EXPECT_EQ(rcutils_logging_initialize_with_allocator(bad), RCUTILS_RET_INVALID_ARGUMENT);
  rcutils_reset_error();
  RCUTILS_LOGGING_AUTOINIT_WITH_ALLOCATOR(bad);
  EXPECT_FALSE(g_rcutils_logging_initialized);
  rcutils_reset_error();
  RCUTILS_LOGGING_AUTOINIT;
  EXPECT_TRUE(g_rcutils_logging_initialized);
  EXPECT_EQ(rcutils_logging_shutdown(), RCUTILS_RET_OK);
  EXPECT_FALSE(g_rcutils_logging_initialized);
}

}  // namespace
