// Programs that the tests of ends start, and how they end.
#ifndef PROGRAMS_HPP_
#define PROGRAMS_HPP_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "../support/fork_child.h"
#include "../support/own_domain.h"

namespace ending {

/// A program with a pipe to it and one from it: its output, or its log.
///
/// Every wait ends when the program does; the runner's time limit ends one that
/// does not.
class Program {
 public:
  Program(const char* path, const std::string& what, int tells = STDOUT_FILENO) {
    int in[2], out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) std::abort();
    pid_ = ranvier::support::fork_child();
    if (pid_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], tells);
      ::execl(path, path, what.c_str(), nullptr);
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
    ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
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

}  // namespace ending

#endif  // PROGRAMS_HPP_
