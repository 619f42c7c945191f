// The headers of rcpputils that stand alone.
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>

#include "covers.h"
#include "rcpputils/endian.hpp"
#include "rcpputils/find_and_replace.hpp"
#include "rcpputils/process.hpp"
#include "rcpputils/rolling_mean_accumulator.hpp"
#include "rcpputils/thread_safety_annotations.hpp"
#include "rcpputils/time.hpp"
#include "rcpputils/unique_lock.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include "rcppmath/clamp.hpp"
#include "rcppmath/rolling_mean_accumulator.hpp"

namespace {

TEST(RcpputilsTest, TheNamesOfRcppmathAreThoseOfToday) {
  COVERS("rcppmath", "clamp", "RollingMeanAccumulator");
  EXPECT_EQ(rcppmath::clamp(7, 0, 5), 5);
  EXPECT_EQ(rcppmath::clamp(-7, 5, 0, std::greater<int>()), 0);
  rcppmath::RollingMeanAccumulator<double> mean(1);
  mean.accumulate(3.0);
  EXPECT_EQ(mean.getRollingMean(), 3.0);
}

#pragma GCC diagnostic pop

TEST(RcpputilsTest, TheNativeOrderOfBytesIsThatOfThisMachine) {
  COVERS("rcpputils::endian", "native", "little", "big");
  const int one = 1;
  char first = 0;
  std::memcpy(&first, &one, 1);
  EXPECT_EQ(rcpputils::endian::native == rcpputils::endian::little, first == 1);
  EXPECT_EQ(rcpputils::endian::native == rcpputils::endian::big, first == 0);
}

TEST(RcpputilsTest, TheProgramKnowsItsName) {
  COVERS("rcpputils", "get_executable_name");
  EXPECT_EQ(rcpputils::get_executable_name(),
            std::filesystem::read_symlink("/proc/self/exe").filename().string());
}

TEST(RcpputilsTest, TheMeanIsThatOfTheWindow) {
  COVERS("rcpputils::RollingMeanAccumulator", "accumulate", "getRollingMean");
  rcpputils::RollingMeanAccumulator<double> mean(3);
  mean.accumulate(1.0);
  EXPECT_DOUBLE_EQ(mean.getRollingMean(), 1.0);
  mean.accumulate(2.0);
  EXPECT_DOUBLE_EQ(mean.getRollingMean(), 1.5);
  mean.accumulate(6.0);
  mean.accumulate(7.0);
  EXPECT_DOUBLE_EQ(mean.getRollingMean(), 5.0) << "of 2, 6 and 7";
}

TEST(RcpputilsTest, ADurationThatNanosecondsCannotHoldIsRefused) {
  COVERS("rcpputils", "convert_to_nanoseconds");
  using std::chrono::duration;
  using std::chrono::hours;
  EXPECT_EQ(rcpputils::convert_to_nanoseconds(std::chrono::milliseconds(-3)).count(), -3000000);
  EXPECT_EQ(rcpputils::convert_to_nanoseconds(duration<double>(1.5)).count(), 1500000000);
  EXPECT_EQ(rcpputils::convert_to_nanoseconds(duration<double, std::nano>(2.9)).count(), 2);
  EXPECT_THROW(rcpputils::convert_to_nanoseconds(hours(2562048)), std::invalid_argument);
  EXPECT_THROW(rcpputils::convert_to_nanoseconds(-hours(2562048)), std::invalid_argument);
  EXPECT_THROW(rcpputils::convert_to_nanoseconds(hours::max()), std::invalid_argument);
}

TEST(RcpputilsTest, TextsOfAnyCharacterAreReplacedInTextsAndLiterals) {
  COVERS("rcpputils", "find_and_replace");
  std::string text("a.b");
  const std::string dot(".");
  EXPECT_EQ(rcpputils::find_and_replace(text, dot, dot + dot), "a..b");
  EXPECT_EQ(rcpputils::find_and_replace(text, ".", dot + "x"), "a.xb");
  EXPECT_EQ(rcpputils::find_and_replace(L"a.b.c", L".", L""), L"abc");
  EXPECT_EQ(text, "a.b");
}

class RCPPUTILS_TSA_CAPABILITY("mutex") Lock {
 public:
  void lock() RCPPUTILS_TSA_ACQUIRE() { ++held_; }
  void unlock() RCPPUTILS_TSA_RELEASE() { --held_; }
  int held() const { return held_; }

 private:
  int held_ = 0;
};

/// Has one of each annotation; compiled for all, looked at by clang with libc++.
class Counter {
 public:
  int next() RCPPUTILS_TSA_EXCLUDES(lock_) {
    rcpputils::unique_lock<Lock> hold(lock_);
    return add();
  }
  int held() const { return lock_.held(); }
  Lock& lock() RCPPUTILS_TSA_RETURN_CAPABILITY(lock_) { return lock_; }

 private:
  int add() RCPPUTILS_TSA_REQUIRES(lock_) { return count_ += lock_.held(); }

  Lock lock_;
  int count_ RCPPUTILS_TSA_GUARDED_BY(lock_) = 0;
};

TEST(RcpputilsTest, AUniqueLockHoldsWhatIsAnnotatedToItsEnd) {
  COVERS("rcpputils::unique_lock");
  Counter counter;
  EXPECT_EQ(counter.next(), 1);
  EXPECT_EQ(counter.next(), 2);
  EXPECT_EQ(counter.held(), 0);
  {
    const rcpputils::unique_lock<Lock> hold(counter.lock());
    EXPECT_TRUE(hold.owns_lock());
    EXPECT_EQ(counter.held(), 1);
  }
  EXPECT_EQ(counter.held(), 0);
}

TEST(RcpputilsTest, TheAbsenceOfALockNamesTheLock) {
  const std::mutex mutex;
  EXPECT_EQ(&!mutex, &mutex);
}

#define AS_TEXT_(x) #x
#define AS_TEXT(x) AS_TEXT_(x)

TEST(RcpputilsTest, AnnotationsAreAttributesOrNothing) {
  COVERS("(macros)", "RCPPUTILS_TSA_PT_GUARDED_BY", "RCPPUTILS_TSA_ACQUIRED_BEFORE");
  COVERS("(macros)", "RCPPUTILS_TSA_ACQUIRED_AFTER", "RCPPUTILS_TSA_REQUIRES_SHARED");
  COVERS("(macros)", "RCPPUTILS_TSA_ACQUIRE_SHARED", "RCPPUTILS_TSA_RELEASE_SHARED");
  COVERS("(macros)", "RCPPUTILS_TSA_TRY_ACQUIRE", "RCPPUTILS_TSA_TRY_ACQUIRE_SHARED");
  COVERS("(macros)", "RCPPUTILS_TSA_ASSERT_CAPABILITY", "RCPPUTILS_TSA_ASSERT_SHARED_CAPABILITY");
  COVERS("(macros)", "RCPPUTILS_TSA_NO_THREAD_SAFETY_ANALYSIS");
  for (const std::string text :
       {AS_TEXT(RCPPUTILS_TSA_PT_GUARDED_BY(a)), AS_TEXT(RCPPUTILS_TSA_ACQUIRED_BEFORE(a, b)),
        AS_TEXT(RCPPUTILS_TSA_ACQUIRED_AFTER(a, b)), AS_TEXT(RCPPUTILS_TSA_REQUIRES_SHARED(a)),
        AS_TEXT(RCPPUTILS_TSA_ACQUIRE_SHARED(a)), AS_TEXT(RCPPUTILS_TSA_RELEASE_SHARED(a)),
        AS_TEXT(RCPPUTILS_TSA_TRY_ACQUIRE(true, a)),
        AS_TEXT(RCPPUTILS_TSA_TRY_ACQUIRE_SHARED(true, a)),
        AS_TEXT(RCPPUTILS_TSA_ASSERT_CAPABILITY(a)),
        AS_TEXT(RCPPUTILS_TSA_ASSERT_SHARED_CAPABILITY(a)),
        AS_TEXT(RCPPUTILS_TSA_NO_THREAD_SAFETY_ANALYSIS)}) {
    EXPECT_TRUE(text.empty() || text.find("__attribute__((") == 0) << text;
  }
}

}  // namespace
