#include "ranvier/cyclone/worker.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <future>
#include <string>

#include "fork_child.h"
#include "ranvier/cyclone/gate.h"
#include "refused_threads.h"

namespace ranvier::cyclone {
namespace {

using namespace std::chrono_literals;

TEST(WorkerTest, TasksRunInTheOrderOfTheirTime) {
  Worker worker;
  std::string ran;
  std::promise<void> asked, last;
  worker.run(nullptr, [&] { asked.get_future().wait(); }, -3h);
  worker.run(nullptr, [&] { ran += "a"; }, -2h);
  worker.run(nullptr, [&] {
    ran += "c";
    last.set_value();
  });
  worker.run(nullptr, [&] { ran += "b"; }, -1h);
  asked.set_value();
  last.get_future().wait();
  EXPECT_EQ(ran, "abc");
}

TEST(WorkerTest, ATaskRunsNotBeforeItsTime) {
  Worker worker;
  std::promise<Worker::Clock::time_point> ran;
  const auto asked = Worker::Clock::now();
  worker.run(nullptr, [&] { ran.set_value(Worker::Clock::now()); }, 15ms);
  EXPECT_GE(ran.get_future().get(), asked + 15ms);
}

TEST(WorkerTest, ATaskMayAskForAnother) {
  Worker worker;
  std::promise<void> second;
  worker.run(nullptr, [&] { worker.run(nullptr, [&] { second.set_value(); }); });
  second.get_future().wait();
}

TEST(WorkerTest, ItWorksAgainAfterItsThreadHasEnded) {
  Worker worker;
  for (int i = 0; i < 3; ++i) {
    std::promise<void> ran;
    worker.run(nullptr, [&] { ran.set_value(); });
    ran.get_future().wait();
    std::promise<void> later;  // longer than an idle thread lives
    worker.run(nullptr, [&] { later.set_value(); }, i == 0 ? 150ms : 0ms);
    later.get_future().wait();
  }
}

TEST(WorkerTest, InAChildOfForkNothingIsWaitedForAndNothingIsDone) {
  Worker worker;
  const int mine = 0;
  std::promise<void> runs, end;
  worker.run(&mine, [&] {
    runs.set_value();
    end.get_future().wait();
  });
  runs.get_future().wait();
  const pid_t child = support::fork_child();
  if (child == 0) {
    worker.cancel(&mine);
    worker.run(nullptr, [] {});
    ::_exit(0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  end.set_value();
}

TEST(WorkerTest, CancelDropsTheTasksOfItsOwnerAlone) {
  Worker worker;
  const int first = 0, mine = 0, other = 0;
  std::promise<void> cancelled, ran;
  bool dropped = true;
  worker.run(&first, [&] { cancelled.get_future().wait(); }, 0ms);
  worker.run(&mine, [&] { dropped = false; }, 1ms);
  worker.run(&other, [&] { ran.set_value(); }, 2ms);
  worker.cancel(&mine);
  cancelled.set_value();
  ran.get_future().wait();
  EXPECT_TRUE(dropped);
}

TEST(WorkerTest, CancelWaitsForTheTaskThatRunsAndDropsWhatThatAskedFor) {
  Worker worker;
  const int mine = 0;
  std::promise<void> started, go_on;
  std::atomic<bool> cancelled{false};
  bool ended = false, again = false;
  worker.run(&mine, [&] {
    started.set_value();
    go_on.get_future().wait();
    worker.run(&mine, [&] { again = cancelled.load(); }, 5ms);  // may run before, not after
    ended = true;
  });
  started.get_future().wait();
  std::thread releaser([&] { go_on.set_value(); });
  worker.cancel(&mine);
  cancelled.store(true);
  EXPECT_TRUE(ended);
  releaser.join();
  std::promise<void> later;
  worker.run(nullptr, [&] { later.set_value(); }, 20ms);
  later.get_future().wait();
  EXPECT_FALSE(again);
}

TEST(WorkerTest, ATaskMayCancelItself) {
  Worker worker;
  const int mine = 0;
  std::promise<void> ran;
  worker.run(&mine, [&] {
    worker.cancel(&mine);
    ran.set_value();
  });
  ran.get_future().wait();
}

TEST(WorkerTest, TheEndRunsWhatIsDueAndDropsTheRest) {
  bool due = false, later = false;
  {
    Worker worker;
    worker.run(nullptr, [&] { due = true; });
    worker.run(nullptr, [&] { later = true; }, 1h);
  }
  EXPECT_TRUE(due);
  EXPECT_FALSE(later);
}

TEST(WorkerTest, WhatFoundNoThreadRunsWithTheNextTask) {
  Worker worker;
  std::atomic<bool> first{false};
  {
    const support::RefusedThreads refused(1);
    ::testing::internal::CaptureStderr();
    worker.run(nullptr, [&] { first = true; });
    EXPECT_EQ(refused.left(), 0);
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("its thread cannot be started"), std::string::npos) << said;
  }
  EXPECT_FALSE(first);
  std::promise<void> second;
  worker.run(nullptr, [&] { second.set_value(); });
  second.get_future().wait();
  EXPECT_TRUE(first);
}

TEST(WorkerTest, TheEndRunsWhatFoundNoThread) {
  std::string ran;
  {
    const support::RefusedThreads refused(2);
    ::testing::internal::CaptureStderr();
    Worker worker;
    worker.run(nullptr, [&] { ran += "a"; });
    worker.run(nullptr, [&] { ran += "b"; });
    worker.run(nullptr, [&] { ran += "c"; }, 1h);  // its thread is there
    const std::string said = ::testing::internal::GetCapturedStderr();
    const std::size_t once = said.find("cannot be started");
    EXPECT_EQ(once, said.rfind("cannot be started")) << said;
  }
  EXPECT_EQ(ran, "ab");
  {
    const support::RefusedThreads refused(1);
    ::testing::internal::CaptureStderr();
    Worker worker;
    worker.run(nullptr, [&] { ran += "d"; });
    ::testing::internal::GetCapturedStderr();
  }
  EXPECT_EQ(ran, "abd");
}

TEST(GateTest, CloseWaitsForTheCallsOfOtherThreads) {
  Gate gate;
  std::promise<void> inside, go_on;
  std::atomic<bool> out{false};
  std::thread caller([&] {
    Gate::Pass pass(gate);
    EXPECT_TRUE(pass.open());
    inside.set_value();
    go_on.get_future().wait();
    out = true;
  });
  inside.get_future().wait();
  std::thread releaser([&] { go_on.set_value(); });
  gate.close();
  EXPECT_TRUE(out);
  caller.join();
  releaser.join();
  EXPECT_FALSE(Gate::Pass(gate).open());
}

TEST(GateTest, ACallMayCloseItsOwnGate) {
  Gate gate, other;
  Gate::Pass outer(gate);
  Gate::Pass between(other);
  Gate::Pass inner(gate);
  EXPECT_TRUE(Gate::this_thread_is_inside());
  gate.close();
  EXPECT_TRUE(gate.closed());
  EXPECT_FALSE(other.closed());
}

TEST(GateTest, AThreadIsInsideOnlyDuringACall) {
  Gate gate;
  EXPECT_FALSE(Gate::this_thread_is_inside());
  { Gate::Pass pass(gate); }
  EXPECT_FALSE(Gate::this_thread_is_inside());
}

}  // namespace
}  // namespace ranvier::cyclone
