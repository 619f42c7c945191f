// The load beside a run is there from its beginning to its end, and gone afterwards.
#include "bench/runner/load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>
#include <stdexcept>

namespace ranvier::bench {
namespace {

/// The processes that this one has started, and they in turn, as the kernel tells.
std::set<pid_t> below(pid_t parent) {
  std::set<pid_t> all;
  const std::string at = "/proc/" + std::to_string(parent);
  std::ifstream children(at + "/task/" + std::to_string(parent) + "/children");
  for (pid_t child = 0; children >> child;) {
    all.insert(child);
    all.merge(below(child));
  }
  return all;
}

bool runs(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(stat, line);
  const auto end = line.rfind(')');
  return end != line.npos && line.at(end + 2) != 'Z';
}

class LoadTest : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const std::string& why : {Network::refusal(), refusal_of(kKind)}) {
      if (!why.empty()) GTEST_SKIP() << "SKIPPED: " << why;
    }
  }
  static constexpr LoadKind kKind{4, true};
};

TEST(LoadNames, SayWhatItIs) {
  EXPECT_EQ(name_of({}), "");
  EXPECT_EQ(name_of({40, false}), "iperf-40");
  EXPECT_EQ(name_of({0, true}), "stress");
  EXPECT_EQ(name_of({4, true}), "stress-iperf-4");
  EXPECT_EQ(in_words({4, false}), "iperf3 sends 4 Mb/s of UDP the same way");
}

TEST_F(LoadTest, SendsOverTheWireAndIsGoneWithAllOfItsProcesses) {
  Network network(2);
  std::set<pid_t> all;
  {
    const Load load(kKind, network);
    network.drop(1, 0);
    while (network.frames(1).came < 20) usleep(10'000);
    load.expect_alive();
    all = below(getpid());
    EXPECT_GT(all.size(), 10U) << "workers of stress are missing";
  }
  for (const pid_t pid : all) {
    while (runs(pid)) usleep(1'000);  // the kernel ends a process namespace in its own time
  }
}

TEST_F(LoadTest, SaysSoIfAPartOfItEndedBeforeTheRun) {
  const Network network(2);
  const Load load({0, true}, network);
  load.expect_alive();
  for (const pid_t pid : below(getpid())) kill(pid, SIGKILL);
  try {
    for (;;) load.expect_alive();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("exec stress --cpu 2"), std::string::npos);
  }
}

}  // namespace
}  // namespace ranvier::bench
