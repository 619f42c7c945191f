#include "ranvier/run/ready_listeners.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "ranvier/run/inbox.h"
#include "seeded.h"
#include "text_type.h"

namespace ranvier {
namespace {

TEST(ReadyListenersTest, EveryListenerHearsUntilItEnds) {
  std::atomic<bool> any{false};
  ReadyListeners news(any);
  std::vector<std::size_t> one, two;
  news.tell(9);
  news.listen(&one, [&](std::size_t count) { one.push_back(count); });
  news.listen(&two, [&](std::size_t count) { two.push_back(count); });
  EXPECT_TRUE(any);
  news.tell(1);
  news.listen(&one, nullptr);
  EXPECT_TRUE(any);
  news.tell(2);
  news.listen(&two, nullptr);
  EXPECT_FALSE(any);
  news.tell(3);
  EXPECT_EQ(one, std::vector<std::size_t>{1});
  EXPECT_EQ(two, (std::vector<std::size_t>{1, 2}));
}

TEST(ReadyListenersTest, AListenerIsReplacedUnderItsName) {
  std::atomic<bool> any{false};
  ReadyListeners news(any);
  int first = 0, second = 0;
  news.listen(&any, [&](std::size_t) { ++first; });
  news.listen(&any, [&](std::size_t) { ++second; });
  news.tell(1);
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 1);
}

TEST(ReadyListenersTest, AListenerMayEndItself) {
  std::atomic<bool> any{false};
  ReadyListeners news(any);
  int calls = 0;
  news.listen(&any, [&](std::size_t) {
    ++calls;
    news.listen(&any, nullptr);
  });
  news.tell(1);
  news.tell(1);
  EXPECT_EQ(calls, 1);
}

TEST(ReadyListenersTest, NobodyIsCalledAfterTheEnd) {
  std::atomic<bool> any{false}, over{false};
  ReadyListeners news(any);
  std::thread teller([&] {
    while (!over) news.tell(1);
  });
  for (int i = 0; i < 1000; ++i) {
    auto calls = std::make_unique<int>(0);
    news.listen(&any, [&calls](std::size_t) { ++*calls; });
    if (i % 2) std::this_thread::yield();
    news.listen(&any, nullptr);
    calls.reset();
  }
  over = true;
  teller.join();
}

TEST(ReadyListenersTest, WhatCameBeforeTheLookAndIsToldAfterItIsHeardOnce) {
  std::atomic<bool> any{false};
  ReadyListeners news(any);
  Inbox inbox(History::kKeepAll, 1);
  std::size_t before = 0, told = 0;
  news.listen(&before, [&](std::size_t count) { before += count; });
  const ReadyListeners::Arrival first = inbox.push(support::text("a"), any).arrival;
  ReadyListeners::Arrival second = ReadyListeners::kNobodyListens;
  news.listen_from_now(
      &told, [&](std::size_t count) { told += count; },
      [&] {
        second = inbox.push(support::text("b"), any).arrival;
        return inbox.seen();
      });
  EXPECT_EQ(told, 2u);
  news.tell(1, first);
  news.tell(1, second);
  EXPECT_EQ(told, 2u);
  EXPECT_EQ(before, 2u);
  news.tell(1, inbox.push(support::text("c"), any).arrival);
  EXPECT_EQ(told, 3u);
  EXPECT_EQ(before, 3u);
}

TEST(ReadyListenersTest, WhatComesAfterTheLookIsTold) {
  std::atomic<bool> any{false};
  ReadyListeners news(any);
  Inbox inbox(History::kKeepAll, 1);
  std::size_t told = 0;
  ReadyListeners::Arrival arrival = ReadyListeners::kNobodyListens;
  news.listen_from_now(
      &told, [&](std::size_t count) { told += count; },
      [&] {
        const ReadyListeners::Seen seen = inbox.seen();
        arrival = inbox.push(support::text("a"), any).arrival;
        return seen;
      });
  EXPECT_EQ(told, 0u);
  ASSERT_NE(arrival, ReadyListeners::kNobodyListens);
  news.tell(1, arrival);
  EXPECT_EQ(told, 1u);
}

TEST(ReadyListenersTest, AListenerInPlaceOfAnotherHearsOfWhatThatDidNot) {
  std::atomic<bool> any{false};
  ReadyListeners news(any);
  Inbox inbox(History::kKeepAll, 1);
  std::size_t first = 0, second = 0;
  const auto look = [&] { return inbox.seen(); };
  inbox.push(support::text("a"), any);
  news.listen_from_now(&any, [&](std::size_t count) { first += count; }, look);
  const auto told_late = inbox.push(support::text("b"), any).arrival;
  news.listen_from_now(&any, [&](std::size_t count) { second += count; }, look);
  EXPECT_EQ(second, 0u) << "the other heard of it";
  news.tell(1, told_late);
  news.tell(1, inbox.push(support::text("c"), any).arrival);
  EXPECT_EQ(first, 1u);
  EXPECT_EQ(second, 2u);
}

using NewsStress = support::SeededTest;

// As an entity does it: a message comes into the inbox, and then its listeners are called.
TEST_F(NewsStress, EachArrivalIsToldOnceToWhoComesToListenMeanwhile) {
  std::atomic<bool> any{false};
  ReadyListeners news(any);
  Inbox inbox(History::kKeepAll, 1);
  std::atomic<std::size_t> begun{0}, ended{0};
  std::size_t round_size = 0, pause = 0;
#ifdef __SANITIZE_THREAD__  // where others use the cores, a round waits for them twice
  constexpr std::size_t kRounds = 4'000;
#else
  constexpr std::size_t kRounds = 20'000;
#endif
  std::thread arriving([&] {
    for (std::size_t round = 1; round <= kRounds; ++round) {
      while (begun != round) std::this_thread::yield();
      for (std::size_t i = 0; i < round_size; ++i) {
        const auto pushed = inbox.push(support::text("x"), any);
        if (pushed.arrival != ReadyListeners::kNobodyListens) news.tell(1, pushed.arrival);
      }
      ended = round;
    }
  });
  for (std::size_t round = 1; round <= kRounds; ++round) {
    std::atomic<std::size_t> told{0}, told_before{0};
    const bool another = random_.one_in(2);  // that listens already
    if (another) news.listen(&told_before, [&](std::size_t count) { told_before += count; });
    round_size = 1 + random_.below(8);
    pause = random_.below(300);
    begun = round;
    for (std::size_t i = 0; i < pause; ++i) static_cast<void>(any.load());
    news.listen_from_now(
        &told, [&](std::size_t count) { told += count; }, [&] { return inbox.seen(); });
    while (ended != round) std::this_thread::yield();
    EXPECT_EQ(told, round_size) << "round " << round;
    EXPECT_EQ(told_before, another ? round_size : 0) << "round " << round;
    news.listen(&told, nullptr);
    news.listen(&told_before, nullptr);
    for (bool more = true; more;) inbox.pop(more);
  }
  arriving.join();
}

}  // namespace
}  // namespace ranvier
