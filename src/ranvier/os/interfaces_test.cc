#include "ranvier/os/interfaces.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fork_child.h"

namespace ranvier {
namespace {

TEST(UpInterfacesTest, AnAddressBesideLoopbackIsAnIPv4AddressOfAnother) {
  const UpInterfaces up = up_interfaces();
  if (up.address.empty()) return;
  in_addr address;
  ASSERT_EQ(inet_pton(AF_INET, up.address.c_str(), &address), 1) << up.address;
  EXPECT_NE(ntohl(address.s_addr) >> 24, 127u) << up.address;
}

TEST(UpInterfacesTest, OwnAddressesAreThoseOfLoopbackAndOfWhatIsUp) {
  EXPECT_TRUE(is_own_address(inet_addr("127.0.0.1")));
  EXPECT_TRUE(is_own_address(inet_addr("127.8.9.10")));
  EXPECT_FALSE(is_own_address(inet_addr("203.0.113.7")));  // of documentation (RFC 5737)
  const std::string other = up_interfaces().address;
  EXPECT_TRUE(other.empty() || is_own_address(inet_addr(other.c_str()))) << other;
}

TEST(UpInterfacesTest, WhereNoInterfaceIsUpThereIsNone) {
  const pid_t child = support::fork_child();
  if (child == 0) {
    if (unshare(CLONE_NEWNET) != 0) _exit(77);  // in a new one loopback is down
    const UpInterfaces up = up_interfaces();
    _exit(up.loopback || !up.address.empty() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "a network namespace needs root";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace ranvier
