#include "ranvier/shm/host.h"

#include <thread>

#include "jobs.h"
#include "ranvier/os/clock.h"
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
    host->serve_soon();
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

// Who was the last to serve.
struct Witness final : Served {
  Next serve() override {
    last = std::this_thread::get_id();
    return Next::kWhenRung;
  }
  std::atomic<std::thread::id> last{};
};

TEST(HostTest, AnExecutorWithNothingToDoServesInsteadOfTheThread) {
  const testing::Place place;
  const auto host = *open_host(place);
  const auto witness = std::make_shared<Witness>();
  host->add(witness);
  const auto served_here = [&] { return witness->last.load() == std::this_thread::get_id(); };
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done) {
      if (host->watched()) host->serve_soon();
      std::this_thread::yield();
    }
  });
  Engine engine;
  while (!served_here()) engine.spin_once(steady_ns() + 10'000'000);
  done = true;
  other.join();
}

TEST(HostTest, AHostEndsWhileAnExecutorSleepsOnItsBell) {
  const testing::Place place;
  Engine engine;
  const support::Attached strand(engine);
  const auto nothing = make_ref<support::Job>(strand, [] {});
  {
    const support::Spinners spinners(engine, 2);
    for (int i = 0; i < 300; ++i) {
      const auto host = *open_host(place);
      // Who sleeps since before the host was there has to wake first.
      while (i % 2 && !host->watched()) {
        nothing->make_ready();
        std::this_thread::yield();
      }
    }
  }
  nothing->retire();
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
