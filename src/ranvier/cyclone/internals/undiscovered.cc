#include <algorithm>
#include <set>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/os/udp_ports.h"

namespace ranvier::cyclone {
namespace {

constexpr std::uint32_t kMostParticipants = 120;

/// The ports of the first participant of a domain on a host (DDSI-RTPS 9.6.1.4); those of the
/// next are `step` above.
struct Ports {
  std::uint32_t discovery, data, step;
};

// The number and the ports that peers know are those of the configuration, if it has some.
Ports ports_of(const ddsi_config& config) {
  const ddsi_portmapping& map = config.ports;
  const std::uint32_t number =
      config.extDomainId.isdefault ? config.domainId : config.extDomainId.value;
  const std::uint32_t base = map.base + map.dg * number;
  return {base + map.d1, base + map.d3, map.pg};
}

void note_port(const ddsi_xlocator_t* at, void* ports) {
  static_cast<std::set<std::uint32_t>*>(ports)->insert(at->c.port);
}

}  // namespace

std::size_t undiscovered_of_this_host(const ddsi_domaingv& domain, const std::vector<Gid>& known) {
  std::set<std::uint32_t> known_ports{domain.loc_meta_uc.port};
  const Awake awake(domain);
  for (const Gid& gid : known) {
    ddsi_proxy_participant* const peer = find_proxy_participant(domain, guid_of(gid));
    if (peer == nullptr) continue;
    const LockOfCyclone lock(peer->e.lock);
    addrset_forall(peer->as_meta, for_c<note_port>(), &known_ports);
  }
  const Ports ports = ports_of(domain.config);
  const std::uint32_t beyond = ports.step * kMostParticipants;
  const std::set<std::uint32_t> taken =
      bound_udp_ports(ports.discovery, std::max(ports.discovery, ports.data) + beyond);
  std::size_t undiscovered = 0;
  for (std::uint32_t offset = 0; offset < beyond; offset += ports.step) {
    const std::uint32_t discovery = ports.discovery + offset;
    undiscovered += taken.contains(discovery) && taken.contains(ports.data + offset) &&
                    !known_ports.contains(discovery);
  }
  return undiscovered;
}

std::size_t unknown_entities(const ddsi_domaingv& domain, const std::vector<Gid>& announced) {
  const Awake awake(domain);
  return static_cast<std::size_t>(
      std::count_if(announced.begin(), announced.end(), [&](const Gid& gid) {
        const ddsi_guid_t guid = guid_of(gid);
        return entidx_lookup_guid_untyped(domain.entity_index, &guid) == nullptr;
      }));
}

}  // namespace ranvier::cyclone
