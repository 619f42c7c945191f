// What is known to be there and was not heard of yet: processes of this host by the ports at
// which they hear of each other, endpoints by the words of their participants.
#pragma once

#include <cstddef>
#include <vector>

#include "ranvier/msg/gid.h"

struct ddsi_domaingv;

namespace ranvier::cyclone {

/// How many processes of this host listen for participants and for data of the domain, at the
/// ports that RTPS computes, and are none of `heard`: their words are under way. A socket at
/// one of the two ports alone is another program's, for the system gives such ports away from
/// domain 102 on. A participant of another host that has such a port hides one of this host.
/// Contract: any thread, not in a listener.
std::size_t unheard_of_this_host(const ddsi_domaingv& domain, const std::vector<Gid>& heard);

/// How many of `announced` Cyclone has not heard of, or has forgotten. It hears of each before
/// its built-in topics tell of it.
/// Contract: any thread, not in a listener.
std::size_t unknown_entities(const ddsi_domaingv& domain, const std::vector<Gid>& announced);

}  // namespace ranvier::cyclone
