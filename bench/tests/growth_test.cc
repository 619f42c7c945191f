// What growing systems say together, and the parts of a run on hosts of its own.
#include "bench/runner/growth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "bench/runner/network.h"

namespace ranvier::bench {
namespace {

// Milliseconds as the nanoseconds that a worker tells.
std::string gathered(int began_ms, int met_ms, int peers) {
  return "gathered " + std::to_string(began_ms) + "000000 " + std::to_string(met_ms) + "000000 " +
         std::to_string(peers);
}

TEST(Growth, TellsWhenAllHadMetAndWhatTheLastOneTook) {
  RunResult run;
  run.lines = {gathered(10, 50, 4), "another line", gathered(12, 90, 4), gathered(14, 60, 4),
               gathered(200, 230, 4)};
  join_gathering(run, 4);
  EXPECT_DOUBLE_EQ(run.quantities["discovery_ms"], 80);  // the first began at 10
  EXPECT_DOUBLE_EQ(run.quantities["last_ms"], 30);
  EXPECT_DOUBLE_EQ(run.quantities["incomplete"], 0);
  EXPECT_EQ(run.lines, std::vector<std::string>{"another line"});
}

TEST(Growth, CountsWhoHasNotMetAll) {
  RunResult run;
  run.lines = {gathered(10, 50, 3), gathered(10, 50, 2), gathered(60, 80, 3)};
  join_gathering(run, 3);
  EXPECT_DOUBLE_EQ(run.quantities["incomplete"], 1);
  RunResult silent;
  join_gathering(silent, 2);
  EXPECT_DOUBLE_EQ(silent.quantities["incomplete"], 2);
  EXPECT_TRUE(std::isnan(silent.quantities["last_ms"]));
}

TEST(Growth, FitsSlopesAndExponentsAndComputesAThousand) {
  Series series{{2, 4, 8}, {}};
  for (const double n : series.counts)
    series.runs.push_back(
        {{"pss_kb", 1000 + 300 * n}, {"traffic_kb", 5 * n * n}, {"incomplete", 1}});
  Outcome out = join_series(series);
  EXPECT_NEAR(out["pss_kb_slope"], 300, 1e-9);
  EXPECT_DOUBLE_EQ(out["pss_kb@4"], 2200);
  EXPECT_NEAR(out["traffic_kb_exponent"], 2, 1e-9);
  EXPECT_NEAR(out["computed_1000_MB"], 5000, 1e-3);
  EXPECT_DOUBLE_EQ(out["incomplete"], 3);
  EXPECT_EQ(out.count("discovery_ms_slope"), 0u);
}

TEST(Network, ReadsTheBytesOfAnInterface) {
  const std::string table =
      "Inter-|   Receive      |  Transmit\n face |bytes packets |bytes packets\n"
      "    lo:     120       3    0    0    0     0          0         0      120       3\n"
      "  eth0:987654       9    0    0    0     0          0         0       90       1\n";
  EXPECT_DOUBLE_EQ(bytes_received(table, "lo"), 120);
  EXPECT_DOUBLE_EQ(bytes_received(table, "eth0"), 987654);
  EXPECT_THROW(std::ignore = bytes_received(table, "eth1"), std::runtime_error);
}

TEST(Network, ReadsTheCountersOfItsRules) {
  const Frames frames = frames_in(
      "table netdev bench {\n\tchain loss {\n\t\ttype filter hook ingress device \"eth0\" priority "
      "filter; policy accept;\n\t\tmeta l4proto udp counter packets 812 bytes 9000\n\t\tmeta l4proto "
      "udp numgen random mod 1000000 < 50000 counter packets 40 bytes 500 drop\n\t}\n}\n");
  EXPECT_DOUBLE_EQ(frames.came, 812);
  EXPECT_DOUBLE_EQ(frames.dropped, 40);
  EXPECT_THROW(std::ignore = frames_in("table netdev bench {}"), std::runtime_error);
}

// What Linux has by itself is in docs/benchmarks.md.
TEST(Network, HostsLetGoOfFragmentsSoon) {
  if (const std::string why = Network::refusal(); !why.empty()) GTEST_SKIP() << why;
  const Network network(2);
  const Inside inside(network.host(1));
  EXPECT_EQ(run_to_end({"/bin/cat", "/proc/sys/net/ipv4/ipfrag_time"}, {}).said, "3\n");
}

// Hosts hear each other, and all of it is gone with them: they have no names to be left behind.
TEST(Network, JoinsHostsThatDropAndCount) {
  if (const std::string why = Network::refusal(); !why.empty()) GTEST_SKIP() << why;
  Network network(2);
  network.limit(100);
  network.drop(1, 1);
  const auto talk = [&] {
    const Inside inside(network.host(0));
    const Finished done = run_to_end(
        {"/bin/bash", "-c", "for i in 1 2 3; do echo x > /dev/udp/10.77.0.2/9; done"}, {});
    ASSERT_EQ(done.status, 0) << done.said;
  };
  const double before = network.bytes();
  talk();
  const Frames all = network.frames(1);
  EXPECT_EQ(all.came, 3);
  EXPECT_EQ(all.dropped, 3);
  EXPECT_GT(network.bytes(), before);
  network.drop(1, 0);
  talk();
  EXPECT_EQ(network.frames(1).came, 3);
  EXPECT_EQ(network.frames(1).dropped, 0);
}

}  // namespace
}  // namespace ranvier::bench
