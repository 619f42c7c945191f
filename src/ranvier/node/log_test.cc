#include "ranvier/node/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "comma_locale.h"

namespace ranvier {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// Sets variables for a test and takes them back after it; logs go to a folder
/// of the test's own.
class LogTest : public testing::Test {
 protected:
  LogTest() {
    folder_ = testing::TempDir() + "ranvier_log_" + std::to_string(::getpid());
    set("ROS_LOG_DIR", folder_.c_str());
  }
  ~LogTest() override {
    for (const auto& name : set_) ::unsetenv(name.c_str());
    reset_logging();
    std::filesystem::remove_all(folder_);
  }
  void set(const char* name, const char* value) {
    ::setenv(name, value, 1);
    set_.emplace_back(name);
    reset_logging();
  }
  static std::string file_text() {
    std::ifstream file(log_file_path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // What `body` writes to the stream.
  template <class Body>
  static std::string captured(const Body& body) {
    testing::internal::CaptureStderr();
    body();
    return testing::internal::GetCapturedStderr();
  }

  std::string folder_;
  std::vector<std::string> set_;
};

constexpr LogLocation kHere{"function", "file.cc", 7};

TEST_F(LogTest, LevelsAreInheritedByNameAndChangeAtOnce) {
  Logger& child = logger("levels.a.b");
  EXPECT_TRUE(child.enabled(kInfo));
  EXPECT_FALSE(child.enabled(kDebug));
  set_log_level("levels", kDebug);
  EXPECT_TRUE(child.enabled(kDebug));
  set_log_level("levels.a", kError);
  EXPECT_FALSE(child.enabled(kWarn));
  EXPECT_TRUE(logger("levels.x").enabled(kDebug));
  EXPECT_FALSE(logger("levelsx").enabled(kDebug));
  set_log_level("levels.a", kUnset);
  EXPECT_TRUE(child.enabled(kDebug));
  set_log_level("", kFatal);
  EXPECT_FALSE(logger("another").enabled(kError));
  EXPECT_TRUE(child.enabled(kDebug));
}

TEST_F(LogTest, OneNameIsOneLogger) { EXPECT_EQ(&logger("one"), &logger("one")); }

TEST_F(LogTest, TheDefaultLineIsThatOfRos2) {
  EXPECT_EQ(format_log_line({"n.m", kWarn, 1700000000123456789, "hello", kHere}),
            "[WARN] [1700000000.123456789] [n.m]: hello");
}

TEST_F(LogTest, TheLocaleOfTheProcessChangesNothing) {
  const support::CommaLocale comma;
  if (!comma.there()) GTEST_SKIP() << "localedef is not installed";
  EXPECT_EQ(format_log_line("{time} {time_as_nanoseconds} {line_number}",
                            {"n.m", kWarn, 1700000000123456789, "hello", {"f", "f.cc", 12345}}),
            "1700000000.123456789 1700000000123456789 12345");
}

TEST_F(LogTest, EveryTokenIsReplacedAndOthersStay) {
  const LogLine line{"n", kInfo, 5000000042, "m {name}", kHere};
  EXPECT_EQ(format_log_line("{time}|{time_as_nanoseconds}", line),
            "0000000005.000000042|0000000005000000042");
  EXPECT_EQ(format_log_line("{severity} {name} {message}", line), "INFO n m {name}");
  EXPECT_EQ(format_log_line("{function_name}:{file_name}:{line_number}", line),
            "function:file.cc:7");
  EXPECT_EQ(format_log_line("{what} {", line), "{what} {");
  EXPECT_EQ(format_log_line("a\\tb\\q", line), "a\tb\\q");
  EXPECT_THAT(format_log_line("{date_time_with_ms}", line), HasSubstr("05.000"));
}

TEST_F(LogTest, LinesGoToStderrAndToTheFile) {
  const auto text = captured([] { log(logger("n"), kInfo, kHere, "x = %d", 42); });
  EXPECT_THAT(text, StartsWith("[INFO] ["));
  EXPECT_THAT(text, HasSubstr("] [n]: x = 42\n"));
  EXPECT_THAT(log_file_path(), StartsWith(folder_ + "/test_node_" + std::to_string(::getpid())));
  EXPECT_EQ(file_text(), text);
}

TEST_F(LogTest, TheFileIsOpenedAtTheFirstLineOnly) {
  EXPECT_EQ(log_file_path(), "");
  EXPECT_FALSE(std::filesystem::exists(folder_));
}

TEST_F(LogTest, TheFormatAndColoursFollowTheEnvironment) {
  set("RCUTILS_CONSOLE_OUTPUT_FORMAT", "{severity}:{message}");
  set("RCUTILS_COLORIZED_OUTPUT", "1");
  EXPECT_EQ(captured([] { log(logger("n"), kError, kHere, "e"); }), "\033[31mERROR:e\033[0m\n");
  EXPECT_EQ(file_text(), "ERROR:e\n");
}

TEST_F(LogTest, LinesGoToStdoutWhenAsked) {
  set("RCUTILS_LOGGING_USE_STDOUT", "1");
  testing::internal::CaptureStdout();
  log(logger("n"), kInfo, kHere, "out");
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("[n]: out\n"));
}

TEST_F(LogTest, ABadSwitchIsSaidAloud) {
  const auto text = captured([this] {
    set("RCUTILS_LOGGING_USE_STDOUT", "maybe");
    log(logger("n"), kInfo, kHere, "x");
  });
  EXPECT_THAT(text, HasSubstr("RCUTILS_LOGGING_USE_STDOUT is 'maybe': it must be 0 or 1"));
}

TEST_F(LogTest, AnUnwritableFolderIsSaidAloudOnceAndLosesNoLine) {
  set("ROS_LOG_DIR", "/proc/nowhere");
  const auto text = captured([] {
    log(logger("n"), kInfo, kHere, "first");
    log(logger("n"), kInfo, kHere, "second");
  });
  EXPECT_THAT(text, HasSubstr("Set ROS_LOG_DIR"));
  EXPECT_EQ(text.find("Set ROS_LOG_DIR"), text.rfind("Set ROS_LOG_DIR"));
  EXPECT_THAT(text, HasSubstr("first"));
  EXPECT_THAT(text, HasSubstr("second"));
}

TEST_F(LogTest, OutputsCanBeSwitchedOff) {
  set_log_outputs({.console = false, .file = false, .rosout = true, .file_prefix = {}});
  EXPECT_EQ(captured([] { log(logger("n"), kInfo, kHere, "x"); }), "");
  EXPECT_EQ(log_file_path(), "");
}

TEST_F(LogTest, SinksSeeEveryLineUntilRemovedAndMayLogThemselves) {
  std::vector<std::string> seen;
  const int id = add_log_sink([&](const LogLine& line) {
    seen.emplace_back(line.message);
    log(logger("inner"), kInfo, kHere, "from the sink");
  });
  const auto text = captured([] { log(logger("n"), kInfo, kHere, "one"); });
  remove_log_sink(id);
  captured([] { log(logger("n"), kInfo, kHere, "two"); });
  EXPECT_THAT(seen, testing::ElementsAre("one"));
  EXPECT_THAT(text, HasSubstr("from the sink"));
}

TEST_F(LogTest, LongLinesAreWhole) {
  const std::string large(5000, 'x');
  EXPECT_THAT(captured([&] { log(logger("n"), kInfo, kHere, "%s!", large.c_str()); }),
              HasSubstr(large + "!\n"));
}

TEST_F(LogTest, LinesOfManyThreadsAreNotMixed) {
  set("RCUTILS_CONSOLE_OUTPUT_FORMAT", "<{message}>");
  constexpr int kThreads = 4;
  constexpr int kLines = 200;
  captured([] {
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([] {
        for (int i = 0; i < kLines; ++i) log(logger("n"), kInfo, kHere, "%s", "abcdefgh");
      });
    }
    for (auto& thread : threads) thread.join();
  });
  std::string expected;
  for (int i = 0; i < kThreads * kLines; ++i) expected += "<abcdefgh>\n";
  EXPECT_EQ(file_text(), expected);
}

TEST_F(LogTest, SeveritiesHaveNames) {
  EXPECT_EQ(severity_from_name("wArN"), kWarn);
  EXPECT_EQ(severity_from_name("warning"), -1);
  EXPECT_STREQ(severity_name(kFatal), "FATAL");
  EXPECT_EQ(severity_name(15), nullptr);
}

}  // namespace
}  // namespace ranvier
