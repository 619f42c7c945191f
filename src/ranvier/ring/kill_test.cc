// Processes that are killed: at any instruction (the parent steps them one by
// one), at any moment, holding a message, asleep. RANVIER_SHM_ROUNDS sets how
// often; RANVIER_TEST_SEED repeats a run.
#include <sys/ptrace.h>

#include <cstddef>
#include <cstdlib>
#include <deque>
#include <thread>

#include "ranvier/os/clock.h"
#include "ranvier/ring/testing.h"
#include "seeded.h"

namespace ranvier::ring {
namespace {

using testing::Child;
using testing::Common;
using testing::connect;
using testing::open_ring_writer;
using testing::Place;
using testing::right;
using testing::send;
using testing::TestAddress;

int rounds() {
  const char* given = std::getenv("RANVIER_SHM_ROUNDS");
  return given ? std::atoi(given) : 50;
}

/// In a child: from here on its parent may step it. Stops until it does.
bool be_stepped() {
  if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) return false;
  return ::raise(SIGSTOP) == 0;
}

/// In the parent: runs so many instructions of a stopped child.
/// @return false if the child ended.
bool step(const Child& child, std::size_t instructions) {
  for (; instructions > 0; --instructions) {
    if (::ptrace(PTRACE_SINGLESTEP, child.id(), nullptr, nullptr) != 0) return false;
    int status = 0;
    if (::waitpid(child.id(), &status, __WALL) < 0 || !WIFSTOPPED(status)) return false;
  }
  return true;
}

/// In the parent: waits until the child stops. False if it ended instead.
bool stopped(const Child& child) {
  int status = 0;
  return ::waitpid(child.id(), &status, WUNTRACED) == child.id() && WIFSTOPPED(status);
}

struct Meeting {
  TestAddress publisher;
  TestAddress subscriber;
  std::atomic<bool> met{false};
  std::atomic<std::uint64_t> progress{0};
  std::atomic<std::uint64_t> wrong{0};
};

class KillTest : public support::SeededTest {
 protected:
  /// A child's whole life as a publisher, after `ready` returned true.
  template <class Ready>
  void publish(Meeting& meeting, unsigned seed, Ready ready) const {
    const Ref<Segment> own = place_.segment(64 << 20);
    const auto ring_writer = open_ring_writer(own, 5);
    meeting.publisher.tell(*own, ring_writer->where());
    meeting.subscriber.await();
    const Ref<Window> peer = place_.window(meeting.subscriber.name);
    if (!peer || !ring_writer->attach(peer, meeting.subscriber.where)) return;
    meeting.met = true;
    if (!ready()) return;
    std::mt19937 random(seed);
    for (std::uint64_t sequence = 1;; ++sequence) {
      if (!send(*ring_writer, sequence, 1 + random() % 300)) return;
      meeting.progress = sequence;
    }
  }

  /// A child's whole life as a subscriber, which holds its last few messages.
  template <class Ready>
  void subscribe(Meeting& meeting, const RingReader::Options& options, Ready ready) const {
    meeting.publisher.await();
    const Ref<Segment> own = place_.segment();
    const Ref<Window> peer = place_.window(meeting.publisher.name);
    if (!peer) return;
    auto ring_reader = RingReader::open(own, peer, meeting.publisher.where, options);
    if (!ring_reader) return;
    meeting.subscriber.tell(*own, (*ring_reader)->where());
    while (!(*ring_reader)->accepted()) ::usleep(50);
    meeting.met = true;
    if (!ready()) return;
    std::deque<Received> held;
    for (;;) {
      auto message = (*ring_reader)->take();
      if (!message) continue;
      meeting.progress = message->sequence();
      held.push_back(std::move(*message));
      if (held.size() <= 3) continue;
      for (const Received& old : held) meeting.wrong += !right(old);
      held.pop_front();
    }
  }

  /// Our publisher lets in the child's subscription. @return its window.
  Ref<Window> let_in(RingWriter& ring_writer, const Segment& own, Meeting& meeting) const {
    meeting.publisher.tell(own, ring_writer.where());
    meeting.subscriber.await();
    Ref<Window> peer = place_.window(meeting.subscriber.name);
    EXPECT_TRUE(ring_writer.attach(peer, meeting.subscriber.where));
    return peer;
  }

  /// Our subscription to the child's publisher.
  RingReader::Ptr join(const Ref<Segment>& own, Meeting& meeting, Ref<Window>& peer) const {
    meeting.publisher.await();
    peer = place_.window(meeting.publisher.name);
    if (!peer) return nullptr;
    auto ring_reader = RingReader::open(own, peer, meeting.publisher.where, {.window = 8});
    if (!ring_reader) return nullptr;
    meeting.subscriber.tell(*own, (*ring_reader)->where());
    while (!meeting.met) ::usleep(50);
    return std::move(*ring_reader);
  }

  /// Takes all there is into `held`, each message later than the one before.
  void take_all(RingReader& ring_reader, std::vector<Received>& held) {
    while (auto message = ring_reader.take()) {
      if (!held.empty()) {
        EXPECT_GT(message->sequence(), held.back().sequence());
      }
      EXPECT_TRUE(right(*message)) << message->sequence();
      held.push_back(std::move(*message));
      if (held.size() > 20) held.erase(held.begin(), held.begin() + 10);
    }
  }

  /// How many say that they sleep on a event of a segment.
  std::uint32_t sleepers(const char* name, std::uint32_t event) const {
    const Result<Descriptor> file = place_.folder().open_segment(name);
    std::uint32_t count = 0;
    const std::size_t at = kEventArea + offsetof(Header, sleepers) + event * sizeof(SleeperWord);
    EXPECT_EQ(::pread(**file, &count, sizeof count, static_cast<off_t>(at)), 4);
    return count;
  }

  /// What a next start does: nothing of the dead is left, the living stay.
  void expect_clean(std::size_t living) const {
    place_.folder().clean();
    EXPECT_EQ(place_.folder().names().size(), living) << "leaked segments";
  }

  /// Sends some to a reader that takes none, so that the ring is as long as it will get:
  /// what rings take does not come back before their publisher goes.
  std::uint64_t grow_ring(RingWriter& ring_writer, const Ref<Segment>& there) const {
    const Ref<Segment> here = place_.segment();
    const auto slow = connect(ring_writer, place_.window(there), here, place_.window(here));
    EXPECT_TRUE(slow);
    constexpr std::uint64_t kMessages = 20;
    for (std::uint64_t sequence = 1; sequence <= kMessages; ++sequence) {
      EXPECT_TRUE(send(ring_writer, sequence, 1));
    }
    return kMessages;
  }

  const Place place_;
};

TEST_F(KillTest, APublisherKilledAtAnyInstructionLeavesRightBytesAndNothingElse) {
  const Ref<Segment> here = place_.segment();
  for (int round = 0; round < rounds(); ++round) {
    Common<Meeting> meeting;
    const auto seed = static_cast<unsigned>(random_.engine()());
    Child child([&] { publish(*meeting, seed, be_stepped); });
    Ref<Window> peer;
    const auto ring_reader = join(here, *meeting, peer);
    ASSERT_TRUE(ring_reader);
    if (!stopped(child)) GTEST_SKIP() << "no process may be stepped here";
    std::vector<Received> held;
    for (std::size_t pause = random_.below(20); pause > 0; --pause) {
      ASSERT_TRUE(step(child, random_.below(700)));
      take_all(*ring_reader, held);
    }
    child.kill();
    EXPECT_FALSE(peer->alive());
    expect_clean(1);
    take_all(*ring_reader, held);
    for (const Received& message : held) EXPECT_TRUE(right(message));
    EXPECT_FALSE(ring_reader->broken());
  }
}

TEST_F(KillTest, ASubscriberKilledAtAnyInstructionHoldsUpNobodyAndItsMemoryComesBack) {
  const Ref<Segment> there = place_.segment(64 << 20), here = place_.segment();
  const auto ring_writer = open_ring_writer(there);
  std::uint64_t sequence = grow_ring(*ring_writer, there), steps_with_progress = 0;
  const auto survivor = connect(*ring_writer, place_.window(there), here, place_.window(here),
                                {.window = 8, .waited_for = true});
  ASSERT_TRUE(survivor);
  const auto exchange = [&](std::size_t messages) {
    for (; messages > 0; --messages) {
      ASSERT_TRUE(send(*ring_writer, ++sequence, 1 + random_.below(40)));
      const auto message = survivor->take();
      ASSERT_TRUE(message);
      ASSERT_EQ(message->sequence(), sequence);
      ASSERT_TRUE(right(*message));
    }
  };
  exchange(20);
  ring_writer->sweep();
  const std::uint64_t used = there->used();
  for (int round = 0; round < rounds(); ++round) {
    Common<Meeting> meeting;
    Child child([&] { subscribe(*meeting, {.window = 1 + random_.below(6)}, be_stepped); });
    const Ref<Window> peer = let_in(*ring_writer, *there, *meeting);
    if (!stopped(child)) GTEST_SKIP() << "no process may be stepped here";
    for (std::size_t pause = 1 + random_.below(40); pause > 0; --pause) {
      exchange(random_.below(5));
      ASSERT_TRUE(step(child, random_.below(500)));
    }
    steps_with_progress += meeting->progress != 0;
    EXPECT_EQ(meeting->wrong, 0u) << "it read what was written over";
    child.kill();
    exchange(30);
    ring_writer->sweep();
    EXPECT_EQ(ring_writer->readers(), 1u);
    EXPECT_EQ(there->used(), used) << "what it held did not come back";
    expect_clean(2);
  }
  EXPECT_EQ(survivor->lost(), 0u);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // too many instructions more
  EXPECT_GT(steps_with_progress, 0u) << "some must get as far as to hold messages";
#endif
}

TEST_F(KillTest, APublisherKilledAtAnyMomentLeavesRightBytes) {
  const Ref<Segment> here = place_.segment();
  std::uint64_t taken = 0;
  for (int round = 0; round < rounds(); ++round) {
    Common<Meeting> meeting;
    const auto seed = static_cast<unsigned>(random_.engine()());
    Child child([&] { publish(*meeting, seed, [] { return true; }); });
    Ref<Window> peer;
    const auto ring_reader = join(here, *meeting, peer);
    ASSERT_TRUE(ring_reader);
    std::vector<Received> held;
    const std::int64_t until = steady_ns() + static_cast<std::int64_t>(random_.below(3'000'000));
    while (steady_ns() < until) {
      const std::uint32_t seen = here->rings(1);
      take_all(*ring_reader, held);
      (void)here->wait(1, seen, until);
    }
    child.kill();
    take_all(*ring_reader, held);
    for (const Received& message : held) EXPECT_TRUE(right(message));
    taken += held.size();
    held.clear();
    expect_clean(1);
  }
  EXPECT_GT(taken, 0u);
}

TEST_F(KillTest, ASubscriberKilledAtAnyMomentLeavesThePublisherItsMemory) {
  const Ref<Segment> there = place_.segment(64 << 20);
  const auto ring_writer = open_ring_writer(there);
  std::uint64_t sequence = grow_ring(*ring_writer, there);
  ring_writer->sweep();
  const std::uint64_t used = there->used();
  for (int round = 0; round < rounds(); ++round) {
    Common<Meeting> meeting;
    Child child([&] { subscribe(*meeting, {.window = 5}, [] { return true; }); });
    let_in(*ring_writer, *there, *meeting);
    const std::int64_t until = steady_ns() + static_cast<std::int64_t>(random_.below(3'000'000));
    while (steady_ns() < until) ASSERT_TRUE(send(*ring_writer, ++sequence, 1 + random_.below(300)));
    EXPECT_EQ(meeting->wrong, 0u);
    child.kill();
    ASSERT_TRUE(send(*ring_writer, ++sequence, 100));
    ring_writer->sweep();
    EXPECT_EQ(ring_writer->readers(), 0u);
    EXPECT_EQ(there->used(), used);
    expect_clean(1);
  }
}

TEST_F(KillTest, APublisherThatMustNotWaitFindsThatAFullSubscriberWasKilled) {
  const Ref<Segment> there = place_.segment();
  const auto ring_writer = open_ring_writer(there);
  Common<Meeting> meeting;
  Child child([&] {
    subscribe(*meeting, {.window = 1, .waited_for = true}, [] { return ::pause() == 0; });
  });
  let_in(*ring_writer, *there, *meeting);
  while (!meeting->met) ::usleep(50);
  ASSERT_TRUE(send(*ring_writer, 1, 100));
  EXPECT_EQ(send(*ring_writer, 2, 100, 0).error().code, Code::kTimeout);
  child.kill();
  EXPECT_TRUE(send(*ring_writer, 2, 100, 0));
  EXPECT_EQ(ring_writer->readers(), 0u);
}

TEST_F(KillTest, APublisherThatWaitsForAKilledSubscriberGoesOn) {
  const Ref<Segment> there = place_.segment();
  const auto ring_writer = open_ring_writer(there);
  Common<Meeting> meeting;
  Child child([&] {
    subscribe(*meeting, {.window = 2, .waited_for = true}, [] { return ::pause() == 0; });
  });
  let_in(*ring_writer, *there, *meeting);
  while (!meeting->met) ::usleep(50);
  ASSERT_TRUE(send(*ring_writer, 1, 100));
  ASSERT_TRUE(send(*ring_writer, 2, 100));
  EXPECT_EQ(send(*ring_writer, 3, 100, steady_ns() + 30'000'000).error().code, Code::kTimeout)
      << "a subscriber that only stands still is waited for";
  std::thread killer([&] {
    ::usleep(static_cast<useconds_t>(random_.below(30'000)));  // before, in or after the wait
    ::kill(child.id(), SIGKILL);
  });
  EXPECT_TRUE(send(*ring_writer, 3, 100));
  killer.join();
  EXPECT_EQ(ring_writer->readers(), 0u);
}

TEST_F(KillTest, ASubscriberKilledAsleepIsForgotten) {
  const Ref<Segment> there = place_.segment();
  const auto ring_writer = open_ring_writer(there);
  Common<Meeting> meeting;
  Child child([&] {
    const Ref<Segment> own = place_.segment();
    meeting->publisher.await();
    auto ring_reader =
        RingReader::open(own, place_.window(meeting->publisher.name), meeting->publisher.where, {});
    if (!ring_reader) return;
    meeting->subscriber.tell(*own, (*ring_reader)->where());
    while (!(*ring_reader)->accepted()) ::usleep(50);
    meeting->met = true;
    for (;;) own->wait(1, own->rings(1), kForever);  // whoever let it in may ring only now
  });
  let_in(*ring_writer, *there, *meeting);
  while (!meeting->met) ::usleep(50);
  while (sleepers(meeting->subscriber.name, 1) == 0) ::usleep(50);
  child.kill();
  for (std::uint64_t sequence = 1; sequence <= 100; ++sequence) {
    ASSERT_TRUE(send(*ring_writer, sequence, 100));
  }
  ring_writer->sweep();
  EXPECT_EQ(ring_writer->readers(), 0u);
  expect_clean(1);
}

TEST_F(KillTest, AProcessKilledWhileItMakesOrEndsItsSegmentLeavesNothing) {
  for (int round = 0; round < rounds(); ++round) {
    Child child([&] {
      for (bool stepped = be_stepped(); stepped;) place_.segment();
    });
    if (!stopped(child)) GTEST_SKIP() << "no process may be stepped here";
    ASSERT_TRUE(step(child, random_.below(8'000)));
    child.kill();
    expect_clean(0);
  }
}

TEST_F(KillTest, APublisherKilledWithALoanLeavesNothing) {
  Common<std::atomic<bool>> borrowed;
  Child child([&] {
    const Ref<Segment> own = place_.segment();
    const auto ring_writer = open_ring_writer(own);
    const Result<Loan> loan = ring_writer->borrow(1 << 20);
    *borrowed = static_cast<bool>(loan);
    ::pause();
  });
  while (!*borrowed) ::usleep(50);
  child.kill();
  expect_clean(0);
}

}  // namespace
}  // namespace ranvier::ring
