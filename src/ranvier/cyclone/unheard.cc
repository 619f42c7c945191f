#include "ranvier/cyclone/unheard.h"

#include "ranvier/cyclone/domain_internals.h"

#include <dds/ddsi/ddsi_entity.h>  // before those that forget it

#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/ddsi_proxy_participant.h>
#include <dds/ddsi/q_addrset.h>

#include <algorithm>
#include <set>

#include "ranvier/base/for_c.h"
#include "ranvier/os/udp_ports.h"

namespace ranvier::cyclone {
namespace {

// DDSI-RTPS 9.6.1.4: PB + DG * domain + d1 + PG * participant.
constexpr std::uint32_t kFirstOfDomain = 7400 + 10;
constexpr std::uint32_t kEachDomain = 250;
constexpr std::uint32_t kEachParticipant = 2;
constexpr std::uint32_t kMostParticipants = 120;

void note_port(const ddsi_xlocator_t* at, void* ports) {
  static_cast<std::set<std::uint32_t>*>(ports)->insert(at->c.port);
}

}  // namespace

std::size_t unheard_of_this_host(const ddsi_domaingv& domain, std::uint32_t domain_id,
                                 const std::vector<Gid>& heard) {
  const std::uint32_t first = kFirstOfDomain + kEachDomain * domain_id;
  const std::set<std::uint32_t> listening =
      bound_udp_ports(first, first + kEachParticipant * (kMostParticipants - 1));
  std::set<std::uint32_t> known{domain.loc_meta_uc.port};
  const Awake awake(domain);
  for (const Gid& gid : heard) {
    const ddsi_guid_t guid = guid_of(gid);
    ddsi_proxy_participant* const peer =
        entidx_lookup_proxy_participant_guid(domain.entity_index, &guid);
    if (peer == nullptr) continue;
    const LockOfCyclone lock(peer->e.lock);
    addrset_forall(peer->as_meta, for_c<note_port>(), &known);
  }
  std::size_t unheard = 0;
  for (const std::uint32_t port : listening) {
    const bool of_discovery = (port - first) % kEachParticipant == 0;
    unheard += of_discovery && !known.contains(port);
  }
  return unheard;
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
