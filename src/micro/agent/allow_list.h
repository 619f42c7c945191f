// Whose datagrams and connections the agent takes.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::micro {

/// An IPv4 or IPv6 address, or all that begin with the same bits.
class AddressRange {
 public:
  /// Reads "10.0.0.7", "10.0.0.0/24", "fe80::1", "fd00::/8". Fails naming the text, and what
  /// is wrong with it.
  static Result<AddressRange> parse(const std::string& text);

  /// An IPv4 address that came through an IPv6 socket counts as IPv4.
  bool contains(const sockaddr_storage& address) const;
  bool is_ipv6() const { return ipv6_; }

 private:
  bool ipv6_ = false;
  unsigned bits_ = 0;  // that count
  std::array<std::uint8_t, 16> bytes_{};
};

/// Empty: all are allowed.
using AllowList = std::vector<AddressRange>;

bool allows(const AllowList& list, const sockaddr_storage& address);

/// The address as text, without its port.
std::string text_of(const sockaddr_storage& address);
/// The same, with the port.
std::string text_with_port(const sockaddr_storage& address);

}  // namespace ranvier::micro
