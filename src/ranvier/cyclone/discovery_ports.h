// The ports at which the processes of this host hear of each other.
#pragma once

#include <cstddef>
#include <vector>

#include "ranvier/msg/gid.h"

struct ddsi_domaingv;

namespace ranvier::cyclone {

/// How many processes of this host listen for participants of the domain, at the ports that
/// RTPS computes, and are none of `heard`: their words are under way. A participant of
/// another host that has such a port hides one of this host.
/// Contract: any thread, not in a listener.
std::size_t unheard_of_this_host(const ddsi_domaingv& domain, std::uint32_t domain_id,
                                 const std::vector<Gid>& heard);

}  // namespace ranvier::cyclone
