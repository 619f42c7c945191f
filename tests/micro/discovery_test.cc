// How a board finds an agent of which it knows nothing.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <string>

#include "../support/own_domain.h"
#include "agent_process.h"
#include "boards_test.h"
#include "ranvier_micro/transport/discovery.h"
#include "ranvier_micro/transport/posix.h"
#include "ranvier_micro/wire/create.h"

namespace ranvier::micro {
namespace {

using support::AgentProcess;
using DiscoveryTest = support::BoardsTest;

TEST_F(DiscoveryTest, AnAgentIsFoundByMulticast) {
  const auto port = static_cast<std::uint16_t>(20000 + ranvier::support::own_domain());
  char address[XRCE_ADDRESS_TEXT] = "", at[XRCE_PORT_TEXT] = "";
  EXPECT_FALSE(xrce_posix_discover(port, 1, address, at)) << "there is none yet";
  AgentProcess agent({"udp4", "-p", "0", "--discovery", std::to_string(port)});
  ASSERT_TRUE(xrce_posix_discover(port, 60'000, address, at));
  EXPECT_EQ(at, agent.where());
  xrce_posix_net link;
  xrce_posix_udp_init(&link, address, at);
  xrce_session board{};
  xrce_session_init(&board, &link.link, &xrce_posix_platform, 1);
  EXPECT_EQ(xrce_ping(&board, 10'000), XRCE_OK);
}

// What an agent tells of itself, asked by a datagram to this machine alone; empty: it does not answer.
std::string asked_directly(std::uint16_t discovery_port) {
  const int file = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(discovery_port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const std::uint8_t question[] = {0x80, 0, 0, 0, XRCE_GET_INFO, 1, 8, 0, 0, 9, 0xff, 0xfd,
                                   3,    0, 0, 0};
  std::array<char, 512> answer{};
  const timeval patience{10, 0};
  ::setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  ::sendto(file, question, sizeof question, 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
  const ssize_t size = ::recv(file, answer.data(), answer.size(), 0);
  ::close(file);
  return {answer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

bool has_ipv6() {
  const int file = ::socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in6 own{};
  own.sin6_family = AF_INET6;
  own.sin6_addr = in6addr_loopback;
  const bool has = ::bind(file, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
  ::close(file);
  return has;
}

TEST_F(DiscoveryTest, AnAgentOfIpv6TellsThoseAddressesFirstAndIsReachedByTheOthersToo) {
  if (!has_ipv6()) GTEST_SKIP() << "this machine has no IPv6 on its loopback interface";
  const auto port = static_cast<std::uint16_t>(30000 + ranvier::support::own_domain());
  AgentProcess agent({"udp6", "-p", "0", "--discovery", std::to_string(port)});
  const std::string told = asked_directly(port);
  ASSERT_GT(told.size(), 40u);
  EXPECT_EQ(told[36], 2) << "of 16 bytes";
  EXPECT_NE(told.find(std::string(15, '\0') + '\1'), std::string::npos) << "::1";
  char address[XRCE_ADDRESS_TEXT] = "", at[XRCE_PORT_TEXT] = "";
  ASSERT_TRUE(xrce_posix_discover(port, 60'000, address, at)) << "by a client of IPv4";
  EXPECT_EQ(at, agent.where());
}

}  // namespace
}  // namespace ranvier::micro
