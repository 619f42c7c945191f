// The network interfaces of this host.
#pragma once

#include <cstdint>
#include <string>

namespace ranvier {

/// What is up and has an IPv4 address.
struct UpInterfaces {
  bool loopback = false;
  /// Of the interface beside loopback over which a DDS implementation talks that is
  /// given none: the first that can do multicast, else the first of any kind; empty
  /// if there is none.
  std::string address;
};

/// What is up at the moment of the call; nothing if the system does not tell.
/// Contract: any thread.
UpInterfaces up_interfaces();

/// Whether an IPv4 address, in network order, is one of this host at the moment of the
/// call: of loopback's network, or of an interface that is up.
/// Contract: any thread; false if the system does not tell.
bool is_own_address(std::uint32_t address) noexcept;

}  // namespace ranvier
