// Loopback as a way to every address of this host.
#pragma once

#include <dds/ddsi/ddsi_sertype.h>

namespace ranvier::cyclone {

/// Where loopback is the domain's only interface: lets Cyclone send over it to all
/// addresses that this host has when a peer is found. It sends over loopback to
/// addresses of that network alone, so a process that began when no other interface was
/// up would never answer one that began later and has the address of another.
/// @param type  any that is registered in the domain
/// Contract: any thread, no lock; changes nothing the second time.
void send_over_loopback_to_this_host(const ddsi_sertype& type) noexcept;

}  // namespace ranvier::cyclone
