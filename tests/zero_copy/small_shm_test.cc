// Processes of a host whose /dev/shm is small, as Docker's is, full, or of no use.
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "command.h"

namespace {

constexpr int kCannot = 77;  // small_shm_program.cc

std::size_t count_of(const std::string& text, const std::string& in) {
  std::size_t count = 0;
  for (auto at = in.find(text); at != in.npos; at = in.find(text, at + 1)) ++count;
  return count;
}

class SmallShm : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string(SMALL_SHM_PROGRAM).empty()) GTEST_SKIP() << "no program can be started here";
    if (::geteuid() != 0) GTEST_SKIP() << "only root may mount a /dev/shm of its own";
    ::unsetenv("RANVIER_SHM");
  }
  /// What both processes logged, if each message came.
  std::string send(const std::string& shm, const std::vector<std::size_t>& sizes) {
    std::vector<std::string> words{SMALL_SHM_PROGRAM, shm};
    for (const std::size_t size : sizes) words.push_back(std::to_string(size));
    const auto done = ranvier::support::run_command(words);
    cannot_ = done.exit_code == kCannot;
    EXPECT_TRUE(cannot_ || done.exit_code == 0) << done.output;
    return done.output;
  }
  bool cannot_ = false;
};

TEST_F(SmallShm, WhatDoesNotFitGoesOverDdsWithOneLineThatNamesTopicAndRemedy) {
  const std::string said = send("size=64m", {10, 1000, 70 << 20, 20, 70 << 20, 30, 100'000});
  if (cannot_) GTEST_SKIP() << said;
  EXPECT_EQ(count_of("over DDS", said), 1u) << said;
  EXPECT_EQ(count_of("'/sizes'", said), 1u) << said;
  EXPECT_EQ(count_of("/dev/shm larger", said), 1u) << said;
}

TEST_F(SmallShm, OneThatFillsUpIsNeverABusErrorNorALoss) {
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < 60; ++i) sizes.push_back(i % 7 == 0 ? 900'000 : 50'000);
  const std::string said = send("size=1400k", sizes);
  if (cannot_) GTEST_SKIP() << said;
}

TEST_F(SmallShm, OneThatIsFullReadOnlyOrMissingIsSaidOnceAProcess) {
  for (const char* shm : {"full", "read-only", "none"}) {
    SCOPED_TRACE(shm);
    const std::string said = send(shm, {10, 100'000, 20});
    if (cannot_) GTEST_SKIP() << said;
    EXPECT_EQ(count_of("over DDS", said), 2u) << said;
    EXPECT_NE(said.find("/dev/shm"), said.npos) << said;
  }
}

TEST_F(SmallShm, OneWithoutFilesToGiveIsSaidToo) {
  const std::string said = send("size=8m,nr_inodes=2", {10, 100'000, 20});
  if (cannot_) GTEST_SKIP() << said;
  EXPECT_EQ(count_of("over DDS", said), 2u) << said;
}

}  // namespace
