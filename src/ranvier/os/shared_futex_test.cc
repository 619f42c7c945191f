#include "fork_child.h"
#include "ranvier/os/futex.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ranvier/os/clock.h"

namespace ranvier {
namespace {

class SharedFutexTest : public ::testing::Test {
 protected:
  SharedFutexTest()
      : memory_(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        word_(*new (memory_) std::atomic<std::uint32_t>(0)) {}
  ~SharedFutexTest() override { ::munmap(memory_, 4096); }
  void* const memory_;
  std::atomic<std::uint32_t>& word_;
};

TEST_F(SharedFutexTest, AnotherProcessEndsAWait) {
  const pid_t child = support::fork_child();
  if (child == 0) {
    word_ = 1;
    shared_futex_wake(word_, 1);
    ::_exit(0);
  }
  while (word_ == 0) shared_futex_wait(word_, 0, kForever);
  ::waitpid(child, nullptr, 0);
}

TEST_F(SharedFutexTest, AWaitEndsAtItsDeadlineOrWhenTheWordHasMoved) {
  const std::int64_t deadline = steady_ns() + 1'000'000;
  while (shared_futex_wait(word_, 0, deadline)) {}
  EXPECT_GE(steady_ns(), deadline);
  EXPECT_TRUE(shared_futex_wait(word_, 1, kForever));
}

}  // namespace
}  // namespace ranvier
