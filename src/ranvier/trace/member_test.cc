// A process and those who lead its session, here in one; tests/tracing has them apart.
#include "ranvier/trace/member.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "fork_child.h"
#include "ranvier/trace/control.h"
#include "ranvier/trace/past.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using namespace support;
using testing::HasSubstr;

constexpr std::size_t kDomain = 7;

class MemberTest : public TraceDirectory {
 protected:
  // A process follows the sessions of one folder until it ends.
  static void SetUpTestSuite() {
    std::string pattern = testing::TempDir() + "ranvier_sessions_XXXXXX";
    sessions_ = new std::string(::mkdtemp(pattern.data()));
    ::setenv("RANVIER_TRACE_SESSIONS", sessions_->c_str(), 1);
    // Behind the end of the membership, which removes its page from there.
    std::atexit([] { std::filesystem::remove_all(*sessions_); });
  }
  MemberTest() : control_(SessionFolder(*sessions_), kDomain) {
    session_.name = "session";
    session_.directory = directory_;
    session_.events = {"*"};
    detail::forget_past();
  }
  ~MemberTest() override { static_cast<void>(control_.stop("session")); }

  Participant only(const Result<std::vector<Participant>>& told) {
    EXPECT_TRUE(told) << told.error().what;
    if (!told || told->size() != 1) return {};
    return told->front();
  }

  static inline std::string* sessions_ = nullptr;
  SessionControl control_;
  Session session_;
};

TEST_F(MemberTest, AProcessJoinsASessionThatBeginsAndOneThatIsThere) {
  ASSERT_TRUE(follow_sessions(kDomain, options()));
  const Participant joined = only(control_.start(session_));
  EXPECT_EQ(joined.pid, ::getpid());
  EXPECT_EQ(joined.complaint, "");
  EXPECT_THAT(joined.trace, HasSubstr(directory_));
  EXPECT_FALSE(start_recording(options()));  // it records
  ASSERT_TRUE(control_.stop("session"));
  EXPECT_FALSE(stop_recording());

  ASSERT_TRUE(control_.start(session_));
  ASSERT_TRUE(follow_sessions(kDomain, options()));
  EXPECT_TRUE(stop_recording());
}

TEST_F(MemberTest, ASessionOfAnotherDomainIsNotJoined) {
  ASSERT_TRUE(follow_sessions(kDomain, options()));
  const SessionControl other(SessionFolder(*sessions_), kDomain + 1);
  const auto told = other.start(session_);
  ASSERT_TRUE(told);
  EXPECT_TRUE(told->empty());
  EXPECT_FALSE(stop_recording());
  EXPECT_TRUE(other.stop("session"));
}

TEST_F(MemberTest, WhoCannotJoinSaysWhy) {
  ASSERT_TRUE(follow_sessions(kDomain, options()));
  session_.directory = "/dev/null/traces";
  EXPECT_THAT(only(control_.start(session_)).complaint, HasSubstr("/dev/null/traces"));
}

TEST_F(MemberTest, ManyThreadsMayMakeObjectsWhileSessionsComeAndGo) {
  ASSERT_TRUE(follow_sessions(kDomain, options()));
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  for (std::uintptr_t t = 0; t < 3; ++t) {
    threads.emplace_back([&done, t] {
      for (std::uintptr_t i = 0; !done; ++i) {
        RANVIER_TRACE(rcl_timer_init, address(1 + t * 64 + i % 50), i);
        RANVIER_TRACE(callback_end, address(i));
        std::this_thread::yield();
      }
    });
  }
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(only(control_.start(session_)).complaint, "");
    EXPECT_TRUE(control_.pause("session"));
    EXPECT_TRUE(control_.resume("session"));
    EXPECT_TRUE(control_.stop("session"));
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
}

TEST_F(MemberTest, AChildOfForkFollowsNothingUntilItAsksForIt) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__aarch64__)
  GTEST_SKIP() << "there a child of a process with threads can have none (recover_test.cc)";
#endif
  ASSERT_TRUE(follow_sessions(kDomain, options()));
  int to_child[2], from_child[2];
  ASSERT_EQ(::pipe(to_child), 0);
  ASSERT_EQ(::pipe(from_child), 0);
  const pid_t child = support::fork_child();
  char byte = 0;
  if (child == 0) {
    static_cast<void>(!::read(to_child[0], &byte, 1));  // until the parent has looked
    const bool followed = static_cast<bool>(follow_sessions(kDomain, options()));
    static_cast<void>(!::write(from_child[1], &byte, 1));
    static_cast<void>(!::read(to_child[0], &byte, 1));
    ::_exit(followed && stop_recording() ? 0 : 1);
  }
  EXPECT_EQ(only(control_.start(session_)).pid, ::getpid());
  static_cast<void>(!::write(to_child[1], &byte, 1));
  static_cast<void>(!::read(from_child[0], &byte, 1));
  const auto both = control_.pause("session");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->size(), 2u);
  static_cast<void>(!::write(to_child[1], &byte, 1));
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  for (const int end : {to_child[0], to_child[1], from_child[0], from_child[1]}) ::close(end);
}

}  // namespace
}  // namespace ranvier::trace
