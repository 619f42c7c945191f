// Threads take the locks of the core in one order, and a build that checks it says who does not.
#include "ranvier/os/lock_order.h"

#include <gtest/gtest.h>

#include <thread>

#include "ranvier/os/mutex.h"

namespace ranvier {
namespace {

// A lock of the core, one that stands behind it, and one behind both.
constexpr const char* kOuter = "ring writer";
constexpr const char* kInner = "segment";
constexpr const char* kInnermost = "arena";

TEST(LockOrderTest, LocksAreTakenInTheOrderOfTheListAndInAnyOrderOneAfterTheOther) {
  Mutex outer{kOuter}, inner{kInner}, innermost{kInnermost};
  {
    const Lock first(outer);
    const Lock second(inner);
    const Lock third(innermost);
  }
  { const Lock alone(innermost); }
  const Lock after(outer);
}

TEST(LockOrderTest, ALockThatIsTriedMayStandAnywhere) {
  Mutex outer{kOuter}, inner{kInner};
  const Lock lock(inner);
  ASSERT_TRUE(outer.try_lock());
  outer.unlock();
}

TEST(LockOrderTest, EachThreadHasLocksOfItsOwn) {
  Mutex outer{kOuter}, inner{kInner};
  const Lock lock(inner);
  std::thread([&] { const Lock other(outer); }).join();
}

void take_both(Mutex& first, Mutex& second) {
  const Lock one(first);
  const Lock other(second);
}

TEST(LockOrderDeathTest, ABrokenOrderEndsTheProgramWithTheNamesOfBothLocks) {
  Mutex outer{kOuter}, inner{kInner};
  EXPECT_DEATH(take_both(inner, outer), "'ring writer'.* behind it in the order of locks, segment");
}

TEST(LockOrderDeathTest, TwoLocksOfOneNameAreInNoOrder) {
  Mutex one{kOuter}, other{kOuter};
  EXPECT_DEATH(take_both(one, other), "'ring writer'.*, ring writer");
}

TEST(LockOrderDeathTest, ALockThatWasTriedCountsForTheNext) {
  Mutex outer{kOuter}, inner{kInner};
  const auto take = [&] {
    static_cast<void>(inner.try_lock());
    outer.lock();
  };
  EXPECT_DEATH(take(), "'ring writer'.*, segment");
}

TEST(LockOrderDeathTest, ANameThatTheListDoesNotHaveIsSaid) {
  Mutex unknown{"unheard of"};
  EXPECT_DEATH(unknown.lock(), "'unheard of'.*the list of locks does not have it");
}

}  // namespace
}  // namespace ranvier
