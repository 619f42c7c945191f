#include "ranvier/run/own_thread.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "jobs.h"

namespace ranvier {
namespace {

using support::Job;

TEST(OwnThreadTest, RunsItsWorksThoughNobodySpins) {
  std::atomic<std::thread::id> ran{};
  OwnThread own;
  own.begin();
  own.begin();
  const auto job = make_ref<Job>(own.strand(), [&] { ran = std::this_thread::get_id(); });
  job->make_ready();
  while (ran.load() == std::thread::id()) std::this_thread::yield();
  EXPECT_NE(ran.load(), std::this_thread::get_id());
}

TEST(OwnThreadTest, MayEndOnItself) {
  std::atomic<bool> ended{false};
  auto own = std::make_unique<OwnThread>();
  own->begin();
  const auto strand = own->strand();
  const auto job = make_ref<Job>(strand, [&] {
    own.reset();
    ended = true;
  });
  job->make_ready();
  while (!ended) std::this_thread::yield();
  while (strand->attached()) std::this_thread::yield();  // the engine has gone
}

TEST(OwnThreadTest, RunsNothingOnceStopped) {
  std::atomic<int> ran{0};
  OwnThread own;
  own.stop();
  own.begin();
  const auto job = make_ref<Job>(own.strand(), [&] { ++ran; });
  job->make_ready();
  EXPECT_EQ(ran, 0);
  job->retire();
}

}  // namespace
}  // namespace ranvier
