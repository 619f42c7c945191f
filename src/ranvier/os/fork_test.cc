#include "ranvier/os/fork.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork_child.h"

namespace ranvier {
namespace {

int status_of_child(pid_t child) {
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(MakingProcessTest, IsThisOneUntilAFork) {
  const MakingProcess maker;
  EXPECT_TRUE(maker.is_this());
  const pid_t child = support::fork_child();
  if (child == 0) ::_exit(maker.is_this() ? 1 : 0);
  EXPECT_EQ(status_of_child(child), 0);
  EXPECT_TRUE(maker.is_this());
}

TEST(MakingProcessTest, OfWhatAChildMakesIsTheChildAndNotItsOwnChild) {
  const MakingProcess first;
  const pid_t child = support::fork_child();
  if (child == 0) {
    const MakingProcess second;
    const MakingProcess copy = first;
    if (!second.is_this() || copy.is_this()) ::_exit(1);
    const pid_t grandchild = support::fork_child();
    if (grandchild == 0) ::_exit(first.is_this() || second.is_this() ? 1 : 0);
    ::_exit(status_of_child(grandchild) == 0 && second.is_this() ? 0 : 1);
  }
  EXPECT_EQ(status_of_child(child), 0);
}

}  // namespace
}  // namespace ranvier
