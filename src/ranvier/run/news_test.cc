#include "ranvier/run/news.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace ranvier {
namespace {

TEST(NewsTest, EveryListenerHearsUntilItEnds) {
  std::atomic<bool> any{false};
  News news(any);
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

TEST(NewsTest, AListenerIsReplacedUnderItsName) {
  std::atomic<bool> any{false};
  News news(any);
  int first = 0, second = 0;
  news.listen(&any, [&](std::size_t) { ++first; });
  news.listen(&any, [&](std::size_t) { ++second; });
  news.tell(1);
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 1);
}

TEST(NewsTest, AListenerMayEndItself) {
  std::atomic<bool> any{false};
  News news(any);
  int calls = 0;
  news.listen(&any, [&](std::size_t) {
    ++calls;
    news.listen(&any, nullptr);
  });
  news.tell(1);
  news.tell(1);
  EXPECT_EQ(calls, 1);
}

TEST(NewsTest, NobodyIsCalledAfterTheEnd) {
  std::atomic<bool> any{false}, over{false};
  News news(any);
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

}  // namespace
}  // namespace ranvier
