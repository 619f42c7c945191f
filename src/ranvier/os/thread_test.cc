#include "ranvier/os/thread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include <system_error>

#include "refused_threads.h"

namespace ranvier {
namespace {

using support::RefusedThreads;
using testing::HasSubstr;
using testing::StartsWith;

bool blocks(int signal) {
  sigset_t blocked;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return ::sigismember(&blocked, signal) == 1;
}

TEST(ThreadTest, OneOfTheRuntimeTakesNoSignalsAndOneOfAUserDoes) {
  bool ours = false, of_user = true;
  start_thread("a_name", "A test", [&] { ours = blocks(SIGUSR1); })->join();
  start_user_thread("A test", [&] { of_user = blocks(SIGUSR1); }).join();
  EXPECT_TRUE(ours);
  EXPECT_FALSE(of_user);
  EXPECT_FALSE(blocks(SIGUSR1));
}

TEST(ThreadTest, OneOfTheRuntimeHasItsName) {
  char name[16] = {};
  start_thread("ranvier_a_test", "A test", [&] {
    ::pthread_getname_np(::pthread_self(), name, sizeof name);
  })->join();
  EXPECT_STREQ(name, "ranvier_a_test");
}

TEST(ThreadTest, ARefusalSaysWhoseAndWhatToDoAndLeavesSignalsAsTheyWere) {
  const RefusedThreads refused(2);
  const Result<std::thread> ours = start_thread("a_name", "A test", [] {});
  ASSERT_FALSE(ours);
  EXPECT_THAT(ours.error().what, StartsWith("A test: its thread cannot be started."));
  EXPECT_THAT(ours.error().what, HasSubstr("pids.max"));
  EXPECT_FALSE(blocks(SIGUSR1));
  try {
    start_user_thread("Another", [] {}).join();
    FAIL() << "it was started";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::resource_unavailable_try_again);
    EXPECT_THAT(error.what(), StartsWith("Another: its thread"));
  }
}

}  // namespace
}  // namespace ranvier
