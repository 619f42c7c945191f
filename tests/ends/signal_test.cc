// Ctrl-C and SIGTERM: whatever a program waits for ends, main() returns, and
// the exit code is its own.
#include <algorithm>
#include <string>

#include "programs.hpp"

namespace {

using namespace ending;

class EndsOfEach : public Ends, public testing::WithParamInterface<const char*> {};

TEST_P(EndsOfEach, ByInterrupt) {
  Program program(ENDS_PROGRAM, GetParam());
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGINT);
  expect_good_end(program);
}

TEST_P(EndsOfEach, ByTermination) {
  Program program(ENDS_PROGRAM, GetParam());
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGTERM);
  expect_good_end(program);
}

// A user who presses Ctrl-C again and again.
TEST_P(EndsOfEach, ByManySignals) {
  Program program(ENDS_PROGRAM, GetParam());
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGINT);
  program.signal(SIGTERM);
  program.signal(SIGINT);
  const int status = (program.close_input(), program.wait());
  // Once main() has called shutdown(), the signals have their default again.
  if (WIFSIGNALED(status)) {
    EXPECT_TRUE(WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM) << WTERMSIG(status);
  } else {
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, EndsOfEach,
                         testing::Values("spin", "single_threaded", "static_single_threaded",
                                         "multi_threaded", "spin_some", "sleep", "rate", "service",
                                         "future", "without_shutdown"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(Ends, TheLogSaysWhichSignalCame) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(ENDS_PROGRAM, "log", STDERR_FILENO);
    ASSERT_EQ(program.line(), "ready");
    program.signal(signal);
    const std::string line = program.line();
    const std::string end = "] [rclcpp]: signal_handler(signum=" + std::to_string(signal) + ")";
    EXPECT_EQ(line.substr(0, 8), "[INFO] [");
    EXPECT_EQ(line.substr(std::min(line.size(), line.rfind("] ["))), end) << line;
    EXPECT_EQ(program.wait(), 0);
  }
}

TEST_F(Ends, ACallbackUnderWayEndsInPeaceHoweverManySignalsCome) {
  Program program(ENDS_PROGRAM, "callback");
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGINT);
  ASSERT_EQ(program.line(), "shut down");
  program.signal(SIGINT);
  program.signal(SIGTERM);
  program.close_input();
  expect_good_end(program);
}

TEST_F(Ends, CallbacksOfTheEndMayEndAgain) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(ENDS_PROGRAM, "end_from_the_end");
    ASSERT_EQ(program.line(), "ready");
    program.signal(signal);
    ASSERT_EQ(program.line(), "on_shutdown");
    expect_good_end(program);
  }
}

TEST_F(Ends, WithoutHandlersASignalKills) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program(ENDS_PROGRAM, "without_handlers");
    ASSERT_EQ(program.line(), "ready");
    program.signal(signal);
    expect_killed_by(program, signal);
  }
}

TEST_F(Ends, HandlersForOneSignalLeaveTheOther) {
  {
    Program program(ENDS_PROGRAM, "interrupt_only");
    ASSERT_EQ(program.line(), "ready");
    program.signal(SIGINT);
    expect_good_end(program);
  }
  Program program(ENDS_PROGRAM, "interrupt_only");
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGTERM);
  expect_killed_by(program, SIGTERM);
}

}  // namespace
