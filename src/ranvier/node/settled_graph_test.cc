#include "ranvier/node/settled_graph.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "ranvier/os/mutex.h"

namespace ranvier {
namespace {

using namespace std::chrono_literals;

/// A graph whose gaps a test fills.
class FilledGraph final : public Graph {
 public:
  std::vector<GraphNode> nodes() override { return {}; }
  std::vector<GraphEndpoint> endpoints(Names) override { return {}; }
  std::vector<GraphEndpoint> endpoints_of(const std::string&, Names) override { return {}; }
  void watch(std::function<void()> changed) override {
    Lock lock(mutex_);
    watched_ = changed != nullptr;
    changed_ = std::move(changed);
  }
  GraphGaps gaps() override {
    looks_.fetch_add(1);
    Lock lock(mutex_);
    return gaps_;
  }
  void set(const GraphGaps& gaps) {
    Lock lock(mutex_);
    gaps_ = gaps;
    if (changed_) changed_();
  }
  int looks() const { return looks_.load(); }
  bool watched() {
    Lock lock(mutex_);
    return watched_;
  }

 private:
  Mutex mutex_{nullptr};
  GraphGaps gaps_ RANVIER_GUARDED_BY(mutex_);
  std::function<void()> changed_ RANVIER_GUARDED_BY(mutex_);
  bool watched_ RANVIER_GUARDED_BY(mutex_) = false;
  std::atomic<int> looks_{0};
};

constexpr Settling kPatient{.quiet = 1ms, .limit = 10min};

TEST(SettledGraph, WhereNothingIsMissingItHasSettledOnceNothingCame) {
  FilledGraph graph;
  graph.set({.heard = 3, .missing = 0, .elsewhere = true});
  EXPECT_TRUE(wait_until_settled(graph, kPatient));
  EXPECT_FALSE(graph.watched());
}

TEST(SettledGraph, WhatWasAnnouncedIsWaitedForHoweverQuietItIs) {
  FilledGraph graph;
  graph.set({.heard = 1, .missing = 2, .elsewhere = false});
  std::thread filling([&] {
    while (graph.looks() < 1) std::this_thread::yield();
    graph.set({.heard = 2, .missing = 1, .elsewhere = false});
    while (graph.looks() < 2) std::this_thread::yield();
    graph.set({.heard = 3, .missing = 0, .elsewhere = false});
  });
  EXPECT_TRUE(wait_until_settled(graph, kPatient));
  EXPECT_EQ(graph.gaps().heard, 3U);
  filling.join();
}

TEST(SettledGraph, WhatNeverComesIsWaitedForNoLongerThanTheLimit) {
  FilledGraph graph;
  graph.set({.heard = 1, .missing = 1, .elsewhere = false});
  EXPECT_FALSE(wait_until_settled(graph, {.quiet = 1ms, .limit = 5ms}));
}

}  // namespace
}  // namespace ranvier
