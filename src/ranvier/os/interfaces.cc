#include "ranvier/os/interfaces.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>

#include <cstring>
#include <memory>

namespace ranvier {
namespace {

// Calls `see(interface, address in network order)` for each IPv4 address that is up.
template <typename See>
void each_up(See&& see) {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return;
  const std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> held(all, freeifaddrs);
  for (const ifaddrs* one = all; one; one = one->ifa_next) {
    if (!one->ifa_addr || one->ifa_addr->sa_family != AF_INET) continue;
    if ((one->ifa_flags & IFF_UP) == 0) continue;
    sockaddr_in address;
    std::memcpy(&address, one->ifa_addr, sizeof address);
    see(*one, address.sin_addr.s_addr);
  }
}

std::string to_text(std::uint32_t address) {
  char text[INET_ADDRSTRLEN] = "";
  inet_ntop(AF_INET, &address, text, sizeof text);
  return text;
}

// As Cyclone DDS ranks interfaces that are not loopback.
int rank(unsigned flags) {
  if ((flags & IFF_MULTICAST) != 0) return 3;
  return (flags & IFF_POINTOPOINT) == 0 ? 2 : 1;
}

}  // namespace

UpInterfaces up_interfaces() {
  UpInterfaces up;
  int best = 0;
  each_up([&](const ifaddrs& interface, std::uint32_t address) {
    if ((interface.ifa_flags & IFF_LOOPBACK) != 0) {
      up.loopback = true;
    } else if (rank(interface.ifa_flags) > best) {
      best = rank(interface.ifa_flags);
      up.address = to_text(address);
    }
  });
  return up;
}

bool is_own_address(std::uint32_t address) noexcept {
  constexpr std::uint32_t kLoopbackNetwork = 127;
  bool own = ntohl(address) >> 24 == kLoopbackNetwork;
  if (!own) each_up([&](const ifaddrs&, std::uint32_t one) { own = own || one == address; });
  return own;
}

}  // namespace ranvier
