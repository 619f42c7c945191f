// One publisher and its readers on threads, over one mapping, so that
// ThreadSanitizer sees what they share.
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <thread>

#include "ranvier/os/clock.h"
#include "ranvier/ring/testing.h"
#include "seeded.h"

namespace ranvier::ring {
namespace {

using testing::connect;
using testing::open_ring_writer;
using testing::Place;
using testing::right;
using testing::send;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kMessages = 5'000;
constexpr int kVisits = 1'000;
#else
constexpr std::uint64_t kMessages = 50'000;
constexpr int kVisits = 5'000;
#endif

class StressTest : public support::SeededTest {
 protected:
  struct Counts {
    std::uint64_t taken = 0, wrong = 0, unordered = 0;
  };
  /// Takes until the last message came, and holds some for a while.
  static Counts read(Segment& own, RingReader& ring_reader, std::uint32_t event, unsigned seed) {
    Counts counts;
    std::mt19937 random(seed);
    std::vector<Received> held;
    for (std::uint64_t last = 0; last < kMessages;) {
      const std::uint32_t seen = own.rings(event);
      auto message = ring_reader.take();
      if (!message) {
        (void)own.wait(event, seen, kForever);
        continue;
      }
      ++counts.taken;
      counts.unordered += message->sequence() <= last;
      last = message->sequence();
      counts.wrong += !right(*message);
      if (random() % 4 == 0) held.push_back(std::move(*message));
      if (held.size() > random() % 100) {
        for (const Received& old : held) counts.wrong += !right(old);
        held.clear();
      }
    }
    return counts;
  }
  const Place place_;
  const Ref<Segment> there_ = place_.segment(64 << 20);
};

TEST_F(StressTest, NoReaderSeesAWrongByteAndWhoIsWaitedForLosesNothing) {
  const auto ring_writer = open_ring_writer(there_, 10);
  struct Reader {
    Ref<Segment> own;
    RingReader::Ptr ring_reader;
    Counts counts;
  };
  std::vector<Reader> readers(4);
  for (std::size_t i = 0; i < readers.size(); ++i) {
    readers[i].own = place_.segment();
    readers[i].ring_reader = connect(*ring_writer, there_, readers[i].own, readers[i].own,
                                     {.window = 1 + 20 * i, .waited_for = i % 2 == 1});
    ASSERT_TRUE(readers[i].ring_reader);
  }
  std::vector<std::thread> threads;
  for (Reader& reader : readers) {
    threads.emplace_back([&reader, seed = random_.seed()] {
      reader.counts = read(*reader.own, *reader.ring_reader, 1, seed);
    });
  }
  std::mt19937 random(random_.seed());
  for (std::uint64_t sequence = 1; sequence <= kMessages; ++sequence) {
    ASSERT_TRUE(send(*ring_writer, sequence, 1 + random() % 3000));
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const Counts& counts = readers[i].counts;
    EXPECT_EQ(counts.wrong, 0u);
    EXPECT_EQ(counts.unordered, 0u);
    EXPECT_EQ(counts.taken + readers[i].ring_reader->lost(), kMessages);
    if (i % 2 == 1) {
      EXPECT_EQ(readers[i].ring_reader->lost(), 0u);
    }
  }
}

TEST_F(StressTest, ReadersComeAndGoWhileOthersRead) {
  const auto ring_writer = open_ring_writer(there_, 3);
  const Ref<Segment> steady = place_.segment(), restless = place_.segment();
  const auto stays =
      connect(*ring_writer, there_, steady, steady, {.window = 20, .waited_for = true});
  ASSERT_TRUE(stays);
  std::atomic<bool> over{false};
  Counts of_steady, of_restless;
  std::thread reads([&] { of_steady = read(*steady, *stays, 1, random_.seed()); });
  std::thread comes_and_goes([&] {
    while (!over) {
      const auto visit = connect(*ring_writer, there_, restless, restless, {.wants_history = true});
      for (int i = 0; visit && i < 20; ++i) {
        if (const auto message = visit->take()) of_restless.wrong += !right(*message);
      }
    }
  });
  for (std::uint64_t sequence = 1; sequence <= kMessages; ++sequence) {
    ASSERT_TRUE(send(*ring_writer, sequence, 1 + sequence % 3000));
  }
  over = true;
  reads.join();
  comes_and_goes.join();
  EXPECT_EQ(of_steady.wrong + of_steady.unordered + of_restless.wrong, 0u);
  EXPECT_EQ(of_steady.taken, kMessages);
  ring_writer->sweep();
  EXPECT_EQ(ring_writer->readers(), 1u);
}

// Held up anywhere: also where it has left the ring writer's lock, and rings.
TEST_F(StressTest, AReaderMayBeForgottenWhileItsBellIsRung) {
  constexpr int kYields = 100;
  constexpr std::int64_t kMostNs = 1'000'000;  // beside others, one yield may take as long
  const auto ring_writer = open_ring_writer(there_);
  const Ref<Segment> own = place_.segment();
  const auto before = ::signal(SIGUSR1, [](int) {
    const std::int64_t until = steady_ns() + kMostNs;
    for (int i = 0; i < kYields && steady_ns() < until; ++i) ::sched_yield();
  });
  std::atomic<bool> over{false};
  std::uint64_t sent = 0;
  std::thread publisher([&] {
    while (!over) sent += send(*ring_writer, sent + 1, 1) ? 1 : 0;
  });
  for (int i = 0; i < kVisits && !HasFailure(); ++i) {
    // Seen anew: nobody but the ring writer keeps it mapped.
    auto visit = connect(*ring_writer, there_, own, place_.window(own));
    EXPECT_TRUE(visit);
    while (visit && !visit->take()) ::sched_yield();
    ::pthread_kill(publisher.native_handle(), SIGUSR1);
    visit.reset();
    ring_writer->sweep();
  }
  over = true;
  publisher.join();
  ::signal(SIGUSR1, before);
  EXPECT_EQ(ring_writer->readers(), 0u);
}

}  // namespace
}  // namespace ranvier::ring
