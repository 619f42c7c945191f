#include "ranvier/cyclone/gate.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <atomic>
#include <future>
#include <thread>

#include "fork_child.h"

namespace ranvier::cyclone {
namespace {

TEST(Gate, LetsCallsThroughUntilItIsClosed) {
  Gate gate;
  EXPECT_TRUE(Gate::Pass(gate).open());
  EXPECT_FALSE(gate.closed());
  gate.close();
  EXPECT_TRUE(gate.closed());
  EXPECT_FALSE(Gate::Pass(gate).open());
}

TEST(Gate, WaitsForCallsOfOtherThreadsBeforeItIsClosed) {
  Gate gate;
  std::promise<void> inside, leave;
  std::atomic<bool> left{false};
  std::thread other([&] {
    Gate::Pass pass(gate);
    inside.set_value();
    leave.get_future().wait();
    left.store(true);
  });
  inside.get_future().wait();
  std::thread closing([&] {
    gate.close();
    EXPECT_TRUE(left.load());
  });
  while (!gate.closed()) std::this_thread::yield();  // it has begun, and waits
  leave.set_value();
  closing.join();
  other.join();
}

TEST(Gate, IsClosedByACallThatIsInsideWithoutWaitingForItself) {
  Gate gate;
  Gate::Pass outer(gate);
  Gate::Pass inner(gate);
  gate.close();
  EXPECT_TRUE(outer.open());
  EXPECT_FALSE(Gate::Pass(gate).open());
}

TEST(Gate, OfAParentIsClosedInAChildWithoutWaitingForThreadsThatAreNotInIt) {
  Gate gate;
  std::promise<void> inside, leave;
  std::thread other([&] {
    Gate::Pass pass(gate);
    inside.set_value();
    leave.get_future().wait();
  });
  inside.get_future().wait();
  const pid_t child = support::fork_child();
  if (child == 0) {
    gate.close();
    ::_exit(Gate::Pass(gate).open() ? 1 : 0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(Gate::Pass(gate).open());
  leave.set_value();
  other.join();
}

TEST(Gate, KnowsWhetherThisThreadIsInsideAnyGate) {
  Gate one, other;
  EXPECT_FALSE(Gate::this_thread_is_inside());
  {
    Gate::Pass first(one);
    Gate::Pass second(other);
    EXPECT_TRUE(Gate::this_thread_is_inside());
    EXPECT_FALSE(std::async(std::launch::async, &Gate::this_thread_is_inside).get());
  }
  EXPECT_FALSE(Gate::this_thread_is_inside());
}

}  // namespace
}  // namespace ranvier::cyclone
