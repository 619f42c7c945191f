#include "micro/agent/allow_list.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "ranvier/base/ascii.h"

namespace ranvier::micro {
namespace {

struct AddressBytes {
  bool ipv6 = false;
  std::array<std::uint8_t, 16> bytes{};
};

AddressBytes ipv4_bytes(const void* four) {
  AddressBytes found;
  std::memcpy(found.bytes.data(), four, 4);
  return found;
}

AddressBytes bytes_of(const sockaddr_storage& address) {
  if (address.ss_family != AF_INET6) {
    return ipv4_bytes(&reinterpret_cast<const sockaddr_in&>(address).sin_addr);
  }
  const in6_addr& in = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&in)) return ipv4_bytes(&in.s6_addr[12]);
  AddressBytes found;
  found.ipv6 = true;
  std::memcpy(found.bytes.data(), &in, 16);
  return found;
}

// The digits of "/24": none is a number beyond 128.
std::optional<unsigned> bits_of(const std::string& digits) {
  if (digits.empty() || digits.size() > 3) return {};
  if (!std::all_of(digits.begin(), digits.end(), is_ascii_digit)) {
    return {};
  }
  return static_cast<unsigned>(std::stoul(digits));
}

bool same_bits(const std::uint8_t* a, const std::uint8_t* b, unsigned bits) {
  if (std::memcmp(a, b, bits / 8) != 0) return false;
  const unsigned rest = bits % 8;
  return rest == 0 || ((a[bits / 8] ^ b[bits / 8]) >> (8 - rest)) == 0;
}

Error no_address(const std::string& text) {
  return {Code::kInvalidArgument, "'" + text +
                                      "' is no address. Write one as 10.0.0.7 or fd00::7, or all "
                                      "that begin alike as 10.0.0.0/24 or fd00::/8."};
}

}  // namespace

Result<AddressRange> AddressRange::parse(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string address = text.substr(0, slash);
  AddressRange range;
  range.ipv6_ = address.find(':') != std::string::npos;
  if (::inet_pton(range.ipv6_ ? AF_INET6 : AF_INET, address.c_str(), range.bytes_.data()) != 1) {
    return no_address(text);
  }
  const unsigned most = range.ipv6_ ? 128 : 32;
  const auto bits = slash == std::string::npos ? most : bits_of(text.substr(slash + 1));
  if (!bits) return no_address(text);
  if (*bits > most) {
    return Error{
        Code::kInvalidArgument,
        "'" + text + "' has more bits than its address, which has " + std::to_string(most) + "."};
  }
  range.bits_ = *bits;
  return range;
}

bool AddressRange::contains(const sockaddr_storage& address) const {
  const AddressBytes given = bytes_of(address);
  return given.ipv6 == ipv6_ && same_bits(given.bytes.data(), bytes_.data(), bits_);
}

bool allows(const AllowList& list, const sockaddr_storage& address) {
  return list.empty() || std::any_of(list.begin(), list.end(), [&](const AddressRange& range) {
           return range.contains(address);
         });
}

std::string text_of(const sockaddr_storage& address) {
  const AddressBytes given = bytes_of(address);
  char text[INET6_ADDRSTRLEN] = {};
  ::inet_ntop(given.ipv6 ? AF_INET6 : AF_INET, given.bytes.data(), text, sizeof text);
  return text;
}

std::string text_with_port(const sockaddr_storage& address) {
  const in_port_t port = address.ss_family == AF_INET6
                             ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                             : reinterpret_cast<const sockaddr_in&>(address).sin_port;
  return text_of(address) + " port " + std::to_string(ntohs(port));
}

}  // namespace ranvier::micro
