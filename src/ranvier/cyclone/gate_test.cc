#include "ranvier/cyclone/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

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
