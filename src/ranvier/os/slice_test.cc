#include "ranvier/os/slice.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>

#include <thread>

#include "thread_slice.h"

namespace ranvier {
namespace {

using support::SchedulingOfThisThread;

// Each in a thread of its own: what it asks for ends with it.
class ShortSliceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!SchedulingOfThisThread().may_change()) GTEST_SKIP() << "no slices of threads here";
  }
  template <class Run>
  static void in_a_thread(Run run) {
    std::thread(run).join();
  }
};

TEST_F(ShortSliceTest, AThreadThatWantsItHasIt) {
  in_a_thread([] {
    ShortSlice::want();
    EXPECT_EQ(SchedulingOfThisThread().slice(), ShortSlice::kNanoseconds);
  });
}

TEST_F(ShortSliceTest, TheKernelGivesNoShorterOne) {
  in_a_thread([] {
    ASSERT_TRUE(SchedulingOfThisThread().set_slice(1));
    EXPECT_EQ(SchedulingOfThisThread().slice(), ShortSlice::kNanoseconds);
  });
}

TEST_F(ShortSliceTest, OtherThreadsKeepTheirs) {
  const std::uint64_t before = SchedulingOfThisThread().slice();
  in_a_thread([] { ShortSlice::want(); });
  EXPECT_EQ(SchedulingOfThisThread().slice(), before);
}

TEST_F(ShortSliceTest, WhatSetsItLaterIsNotOverruled) {
  in_a_thread([] {
    constexpr std::uint64_t kOfUser = 5'000'000;
    ShortSlice::want();
    ASSERT_TRUE(SchedulingOfThisThread().set_slice(kOfUser));
    ShortSlice::want();
    EXPECT_EQ(SchedulingOfThisThread().slice(), kOfUser);
  });
}

TEST_F(ShortSliceTest, AThreadOfAnotherPolicyIsLeftAlone) {
  in_a_thread([] {
    const sched_param none{};
    ASSERT_EQ(::sched_setscheduler(0, SCHED_BATCH, &none), 0);
    const std::uint64_t before = SchedulingOfThisThread().slice();
    ShortSlice::want();
    EXPECT_EQ(SchedulingOfThisThread().slice(), before);
    EXPECT_EQ(SchedulingOfThisThread().policy(), unsigned{SCHED_BATCH});
  });
}

TEST_F(ShortSliceTest, ANiceThreadStaysAsNice) {
  in_a_thread([] {
    constexpr int kNice = 5;
    ASSERT_EQ(::setpriority(PRIO_PROCESS, 0, kNice), 0);  // on Linux, of the thread
    ShortSlice::want();
    EXPECT_EQ(SchedulingOfThisThread().nice(), kNice);
    EXPECT_EQ(SchedulingOfThisThread().slice(), ShortSlice::kNanoseconds);
  });
}

TEST_F(ShortSliceTest, ErrnoStaysAsItIs) {
  in_a_thread([] {
    errno = EDOM;
    ShortSlice::want();
    EXPECT_EQ(errno, EDOM);
  });
}

}  // namespace
}  // namespace ranvier
