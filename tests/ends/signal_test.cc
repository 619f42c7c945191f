// Ctrl-C and SIGTERM: whatever a program waits for ends, main() returns, and
// the exit code is its own.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

/// A program with a pipe to it and one from it: its output, or its log.
///
/// Every wait ends when the program does; the runner's time limit ends one that
/// does not.
class Program {
 public:
  explicit Program(const std::string& what, int tells = STDOUT_FILENO) {
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], tells);
      ::execl(ENDS_PROGRAM, ENDS_PROGRAM, what.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = ::fdopen(out[0], "r");
  }
  ~Program() {
    close_input();
    std::fclose(from_);
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// The next line that it says; empty at its end.
  std::string line() {
    char text[256];
    if (std::fgets(text, sizeof text, from_) == nullptr) return {};
    std::string said = text;
    said.pop_back();
    return said;
  }
  void signal(int number) { ::kill(pid_, number); }
  void close_input() {
    if (to_ >= 0) ::close(to_);
    to_ = -1;
  }
  /// Its status as of waitpid(), once it has ended.
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_ = -1;
  int to_ = -1;
  FILE* from_ = nullptr;
};

class Ends : public testing::Test {
 protected:
  Ends() {
    ::setenv("ROS_DOMAIN_ID", std::to_string(1 + ::getpid() % 200).c_str(), 1);
    ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
    ::setenv("ROS_LOG_DIR", ::mkdtemp(logs_.data()), 1);
  }
  ~Ends() override { std::filesystem::remove_all(logs_); }
  void SetUp() override {
    if (std::string(ENDS_PROGRAM).empty()) GTEST_SKIP() << "this build is run by an emulator";
  }
  static void expect_good_end(Program& program) {
    EXPECT_EQ(program.line(), "end");
    const int status = program.wait();
    EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  static void expect_killed_by(Program& program, int signal) {
    const int status = program.wait();
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), signal);
  }

 private:
  std::string logs_ = testing::TempDir() + "ends-XXXXXX";
};

class EndsOfEach : public Ends, public testing::WithParamInterface<const char*> {};

TEST_P(EndsOfEach, ByInterrupt) {
  Program program(GetParam());
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGINT);
  expect_good_end(program);
}

TEST_P(EndsOfEach, ByTermination) {
  Program program(GetParam());
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGTERM);
  expect_good_end(program);
}

// A user who presses Ctrl-C again and again.
TEST_P(EndsOfEach, ByManySignals) {
  Program program(GetParam());
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
    Program program("log", STDERR_FILENO);
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
  Program program("callback");
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
    Program program("end_from_the_end");
    ASSERT_EQ(program.line(), "ready");
    program.signal(signal);
    ASSERT_EQ(program.line(), "on_shutdown");
    expect_good_end(program);
  }
}

TEST_F(Ends, WithoutHandlersASignalKills) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Program program("without_handlers");
    ASSERT_EQ(program.line(), "ready");
    program.signal(signal);
    expect_killed_by(program, signal);
  }
}

TEST_F(Ends, HandlersForOneSignalLeaveTheOther) {
  {
    Program program("interrupt_only");
    ASSERT_EQ(program.line(), "ready");
    program.signal(SIGINT);
    expect_good_end(program);
  }
  Program program("interrupt_only");
  ASSERT_EQ(program.line(), "ready");
  program.signal(SIGTERM);
  expect_killed_by(program, SIGTERM);
}

}  // namespace
