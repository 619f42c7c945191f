#include "fork_child.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>

namespace ranvier {
namespace {

TEST(ForkChildTest, AChildEndsWhenItsParentIsKilled) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t parent = support::fork_child();
  if (parent == 0) {
    const pid_t child = support::fork_child();
    if (child == 0 && ::write(ends[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  ::close(ends[1]);
  char byte = 0;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1);
  ::kill(parent, SIGKILL);
  ::waitpid(parent, nullptr, 0);
  EXPECT_EQ(::read(ends[0], &byte, 1), 0) << "the child lives, or it wrote again";
  ::close(ends[0]);
}

}  // namespace
}  // namespace ranvier
