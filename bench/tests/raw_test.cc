// The yardstick itself: a blob must arrive as it was sent, at every size, or
// every ratio is worth nothing.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <random>

#include "bench/common/conductor.h"
#include "bench/raw/dds.h"
#include "tests/support/own_domain.h"

namespace ranvier::bench {
namespace {

class RawTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
    setenv(
        "CYCLONEDDS_URI",
        "<CycloneDDS><Domain><General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces></General></Domain></CycloneDDS>",
        1);
  }
};

std::vector<std::uint8_t> random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  const std::uint8_t header[] = {0, 1, 0, 0};
  std::copy(std::begin(header), std::end(header), bytes.begin());
  return bytes;
}

TEST_F(RawTest, BlobsOfEverySizeArriveAsTheyWereSent) {
  std::vector<std::vector<std::uint8_t>> got;
  RawParticipant participant;
  const RawWriter writer = participant.writer("rt/blob", "bench::Blob_", RawQos{});
  const RawReader reader = participant.reader(
      "rt/blob", "bench::Blob_", RawQos{},
      [&](const ddsi_serdata* sample) {
        got.emplace_back(blob_bytes(sample), blob_bytes(sample) + blob_size(sample));
      },
      true);
  ASSERT_TRUE(wait_until([&] { return writer.matched() == 1 && reader.matched() == 1; }, 20));
  for (const std::size_t size : {5u, 77u, 1'000u, 70'000u, 4'000'000u}) {
    const auto sent = random_bytes(size, 7);
    writer.copy_and_write(sent.data(), sent.size());
    ASSERT_FALSE(got.empty());
    EXPECT_EQ(got.back(), sent) << size << " bytes, seed 7";
  }
}

TEST_F(RawTest, TheLoopServesTimersAndReadersOnOneThread) {
  RawParticipant participant;
  RawLoop loop(participant);
  int received = 0;
  const RawWriter writer = participant.writer("rt/tick", "bench::Blob_", RawQos{});
  loop.add(participant.reader(
      "rt/tick", "bench::Blob_", RawQos{},
      [&](const ddsi_serdata*) {
        if (++received == 5) loop.stop();
      },
      false));
  const auto bytes = random_bytes(16, 1);
  loop.add_timer(0, 1'000'000, [&] { writer.copy_and_write(bytes.data(), bytes.size()); });
  loop.run();
  EXPECT_EQ(received, 5);
}

}  // namespace
}  // namespace ranvier::bench
