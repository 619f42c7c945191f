#include "ranvier/os/udp_ports.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ranvier {
namespace {

TEST(UdpPorts, APortOnWhichThisProcessListensIsThereAndOnlyWithinTheBounds) {
  const int listening = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof at;
  ASSERT_EQ(::bind(listening, reinterpret_cast<sockaddr*>(&at), size), 0);
  ASSERT_EQ(::getsockname(listening, reinterpret_cast<sockaddr*>(&at), &size), 0);
  const std::uint32_t port = ntohs(at.sin_port);
  EXPECT_TRUE(bound_udp_ports(port, port).contains(port));
  EXPECT_FALSE(bound_udp_ports(port + 1, 65535).contains(port));
  ::close(listening);
}

TEST(UdpPorts, WhatIsNoRowOfATableIsPassedOver) {
  EXPECT_EQ(ports_in_udp_table("   sl  local_address rem_address\n"
                               "  12: 0100007F:1CF2 00000000:0000 07\n"
                               "  13: 00000000000000000000000000000000:1CE8 0:0\n"
                               "  14: 0100007F:\n 15: 0100007F:XYZ 0\n\n garbage"),
            (std::set<std::uint32_t>{0x1cf2, 0x1ce8}));
  EXPECT_TRUE(ports_in_udp_table("").empty());
}

}  // namespace
}  // namespace ranvier
