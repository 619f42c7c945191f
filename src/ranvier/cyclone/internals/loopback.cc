#include <cstdint>
#include <cstring>

#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/os/interfaces.h"

namespace ranvier::cyclone {
namespace {

// The IPv4 address of a locator, in network order: its last four bytes.
std::uint32_t address_of(const ddsi_locator_t& locator) noexcept {
  std::uint32_t address = 0;
  std::memcpy(&address, locator.address + sizeof locator.address - sizeof address, sizeof address);
  return address;
}

// Cyclone calls this for each address of a peer that it discovers. Its own function, in a
// domain with loopback alone, calls only addresses of loopback's network near, and Cyclone
// sends to no other.
ddsi_nearby_address_result near_if_of_this_host(const ddsi_locator_t* locator, std::size_t,
                                                const nn_interface*, std::size_t* which) noexcept {
  if (locator->kind != NN_LOCATOR_KIND_UDPv4 || !is_own_address(address_of(*locator))) {
    return DNAR_DISTANT;
  }
  if (which) *which = 0;
  return DNAR_LOCAL;
}

}  // namespace

void send_over_loopback_to_this_host(const ddsi_domaingv& domain) noexcept {
  if (domain.n_interfaces != 1 || !domain.interfaces[0].loopback) return;
  const ddsi_is_nearby_address_fn_t ours = near_if_of_this_host;
  __atomic_store_n(&domain.m_factory->m_is_nearby_address_fn, ours, __ATOMIC_RELEASE);
}

}  // namespace ranvier::cyclone
