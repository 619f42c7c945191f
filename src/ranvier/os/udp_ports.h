// The UDP ports that are taken on this host.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>

namespace ranvier {

/// Those between `first` and `last` on which somebody listens in this network namespace, at
/// the moment of the call; none if the system does not tell.
/// Contract: any thread.
std::set<std::uint32_t> bound_udp_ports(std::uint32_t first, std::uint32_t last);

/// The local ports in a table that is written as /proc/net/udp is.
std::set<std::uint32_t> ports_in_udp_table(std::string_view table);

}  // namespace ranvier
