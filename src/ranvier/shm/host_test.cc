#include "ranvier/shm/host.h"

#include "ranvier/shm/testing.h"

namespace ranvier::shm {
namespace {

Result<std::shared_ptr<Host>> open_host(const testing::Place& place) {
  Host::Options options;
  options.parent = place.parent();
  options.limit = 1 << 20;
  return Host::open(options);
}

struct Counting final : Served {
  Next serve() override {
    ++served;
    return Next::kWhenRung;
  }
  std::atomic<int> served{0};
};

TEST(HostTest, AHostEndsAtAnyMomentOfItsThread) {
  const testing::Place place;
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(open_host(place));
  EXPECT_TRUE(place.folder().names().empty());
}

TEST(HostTest, WhoeverIsAddedIsServedUntilItIsRemoved) {
  const testing::Place place;
  const auto host = *open_host(place);
  const auto served = std::make_shared<Counting>();
  host->add(served);
  while (served->served == 0) std::this_thread::yield();
  for (int rings = 1; rings <= 100; ++rings) {
    const int before = served->served;
    host->ring();
    while (served->served == before) std::this_thread::yield();
  }
  host->remove(*served);
  while (served.use_count() > 1) std::this_thread::yield();
  const int last = served->served;
  const auto witness = std::make_shared<Counting>();
  host->add(witness);
  while (witness->served == 0) std::this_thread::yield();
  EXPECT_EQ(served->served, last);
}

TEST(HostTest, ASegmentThatIsNotThereIsNoWindowAndNothingIsSaid) {
  const testing::Place place;
  int said = 0;
  Host::Options options;
  options.parent = place.parent();
  options.limit = 1 << 20;
  options.warn = [&](const std::string&) { ++said; };
  const auto host = *Host::open(options);
  EXPECT_FALSE(host->window("00112233445566778899aabbccddeeff"));
  EXPECT_EQ(said, 0);
  EXPECT_TRUE(host->window(host->segment()->name()));
}

}  // namespace
}  // namespace ranvier::shm
