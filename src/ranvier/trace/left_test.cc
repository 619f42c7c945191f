// What killed processes left in memory: how long it stays, and who may take it.
#include "ranvier/trace/left.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include "fork_child.h"
#include "ranvier/trace/buffer.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kHour = std::int64_t{3600} * 1'000'000'000;

class LeftTest : public support::TraceDirectory {
 protected:
  static constexpr std::size_t kBytes = 4 * Chunk::kBytes;

  std::string path_of(const std::string& name) const {
    return directory_ + "/" + kBufferPrefix + name;
  }
  Buffer record_into(const std::string& name, std::size_t bytes = kBytes) const {
    auto buffer = Buffer::create(path_of(name), bytes, false, true);
    EXPECT_TRUE(buffer) << buffer.error().what;
    buffer->head().name_trace("/traces/" + name);
    return std::move(*buffer);
  }
  /// As a killed process does: the hold ends, and the file stays.
  void leave(const std::string& name, std::size_t bytes = kBytes) const {
    record_into(name, bytes).drop();
  }
  /// A file of that age which says nothing of itself.
  static void write_something(const std::string& path, std::int64_t seconds_old) {
    std::ofstream(path) << "something";
    const timespec then{::time(nullptr) - seconds_old, 0};
    const timespec times[2] = {then, then};
    ::utimensat(AT_FDCWD, path.c_str(), times, 0);
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const FoundBuffer& one : find_buffers(directory_)) {
      names.push_back(one.path.substr(path_of("").size()));
    }
    return names;
  }
};

TEST_F(LeftTest, EachBufferIsFoundWithItsTraceTheNewestFirst) {
  leave("older");
  const Buffer running = record_into("newer", 2 * kBytes);
  const auto found = find_buffers(directory_);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].path, path_of("newer"));
  EXPECT_EQ(found[0].trace, "/traces/newer");
  EXPECT_EQ(found[0].bytes, 2 * kBytes);
  EXPECT_EQ(found[0].pid, ::getpid());
  EXPECT_TRUE(found[0].lives);
  EXPECT_EQ(found[1].trace, "/traces/older");
  EXPECT_FALSE(found[1].lives);
  EXPECT_LT(found[1].age_ns, kHour);
}

TEST_F(LeftTest, TheNewestStayWithinTheBoundAndWhatLivesIsNotCounted) {
  const Buffer running = record_into("running", 8 * kBytes);
  for (const char* name : {"first", "second", "third", "fourth"}) leave(name);
  EXPECT_EQ(sweep_left({4 * kBytes, kHour}, directory_), 0u);
  EXPECT_EQ(sweep_left({2 * kBytes, kHour}, directory_), 2u);
  EXPECT_THAT(names(), ElementsAre("fourth", "third", "running"));
  EXPECT_EQ(sweep_left({1, kHour}, directory_), 1u);
  EXPECT_THAT(names(), ElementsAre("fourth", "running")) << "the newest, however large";
}

TEST_F(LeftTest, WhatIsOlderThanTheBoundGoes) {
  const Buffer running = record_into("running");
  leave("left");
  write_something(path_of("yesterday"), 25 * 3600);
  EXPECT_EQ(sweep_left({}, directory_), 1u);
  EXPECT_THAT(names(), ElementsAre("left", "running"));
  EXPECT_EQ(sweep_left({LeftBound{}.bytes, 0}, directory_), 1u);
  EXPECT_THAT(names(), ElementsAre("running"));
}

TEST_F(LeftTest, WhatIsBeingMadeOrHeldOrNotABufferStays) {
  write_something(path_of("being-made"), 0);
  const std::string other = directory_ + "/other";
  write_something(other, 25 * 3600);
  ASSERT_EQ(::symlink(other.c_str(), path_of("link").c_str()), 0);
  leave("recovered");
  const auto held = Buffer::adopt(path_of("recovered"));
  ASSERT_TRUE(held);
  EXPECT_EQ(sweep_left({0, 0}, directory_), 0u);
  EXPECT_TRUE(std::filesystem::exists(other));
}

TEST_F(LeftTest, OfAKilledFlightRecorderTheBufferIsFoundAndRecovered) {
  const pid_t child = support::fork_child();
  if (child == 0) {
    auto flight = options();
    flight.keep = RecordingOptions::Keep::kLast;
    start(flight);
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  const auto of_child = [&]() -> std::optional<FoundBuffer> {
    for (const FoundBuffer& one : find_buffers()) {
      if (one.pid == child && one.trace.starts_with(directory_)) return one;
    }
    return std::nullopt;
  };
  const auto left = of_child();
  if (!left && ::access(kBufferMemory, W_OK) != 0) GTEST_SKIP() << "there is no /dev/shm";
  ASSERT_TRUE(left);
  EXPECT_FALSE(left->lives);
  // Who looks at all buffers, as tests beside this one do, holds each for a moment.
  std::size_t recovered = 0;
  while (of_child()) {
    const auto count = recover(directory_);
    ASSERT_TRUE(count);
    recovered += *count;
  }
  EXPECT_EQ(recovered, 1u);
}

TEST_F(LeftTest, TheNextRecordingSweepsWhereverItRecords) {
  if (::access(kBufferMemory, W_OK) != 0) GTEST_SKIP() << "there is no /dev/shm";
  const std::string old =
      std::string(kBufferMemory) + "/" + kBufferPrefix + "of-a-test-" + std::to_string(::getpid());
  write_something(old, 25 * 3600);
  start(options());
  EXPECT_FALSE(std::filesystem::exists(old));
}

}  // namespace
}  // namespace ranvier::trace
