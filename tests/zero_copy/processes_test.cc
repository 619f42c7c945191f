// What is built in one process is seen in another.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <numeric>
#include <std_msgs/msg/string.hpp>
#include <string>

#include "../support/fork_child.h"
#include "cloud.hpp"
#include "ranvier/build.hpp"
#include "running.hpp"

namespace {

// Another process, killed at the end.
class Watcher {
 public:
  Watcher() {
    pid_ = ranvier::support::fork_child();
    if (pid_ != 0) return;
    ::execl(ZERO_COPY_PROGRAM, ZERO_COPY_PROGRAM, nullptr);
    ::_exit(127);
  }
  ~Watcher() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

 private:
  pid_t pid_;
};

// With shared memory, and over DDS.
class BetweenProcesses : public Running, public testing::WithParamInterface<const char*> {
 protected:
  BetweenProcesses() { ::setenv("RANVIER_SHM", GetParam(), 1); }
  ~BetweenProcesses() override { ::unsetenv("RANVIER_SHM"); }
};

TEST_P(BetweenProcesses, WhatIsBuiltHereIsSeenThere) {
  if (std::string(ZERO_COPY_PROGRAM).empty()) GTEST_SKIP() << "no program can be started here";
  const Watcher watcher;
  init();
  const auto builder = node("builder");
  const auto clouds = builder->create_publisher<Cloud>("clouds", kept());
  std::vector<std::string> seen;
  const auto answers = builder->create_subscription<std_msgs::msg::String>(
      "seen", kept(), [&](const std_msgs::msg::String& s) { seen.push_back(s.data); });
  wait_until(
      [&] { return clouds->get_subscription_count() > 0 && answers->get_publisher_count() > 0; });
  std::vector<std::string> expected;
  Cloud head;
  for (const std::size_t count : {1, 100, 100'000, 77}) {
    head.string_value = "cloud of " + std::to_string(count);  // of any length
    head.string_array_value = {"behind " + std::to_string(count)};
    auto cloud = ranvier::build(*clouds, head, count, &Cloud::integer_array_value);
    std::iota(cloud.begin(), cloud.end(), 5);
    Cloud same = head;
    same.integer_array_value.assign(cloud.begin(), cloud.end());
    expected.push_back(told(same));
    cloud.publish();
  }
  wait_until([&] { return seen.size() == expected.size(); });
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(seen[i], expected[i] + ", copied 0, first 5") << i;
  }
}

INSTANTIATE_TEST_SUITE_P(ZeroCopy, BetweenProcesses, testing::Values("0", "1"),
                         [](const auto& one) {
                           return std::string(one.param) == "1" ? "SharedMemory" : "Dds";
                         });

}  // namespace
