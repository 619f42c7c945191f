#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {

bool has_send_room(const ddsi_domaingv& domain, const Gid& writer) noexcept {
  const Awake awake(domain);
  ddsi_writer* const known = find_writer(domain, guid_of(writer));
  if (known == nullptr) return true;
  whc_state held;
  whc_get_state(known->whc, &held);
  const LockOfCyclone lock(known->e.lock);
  return held.unacked_bytes <= known->whc_high;
}

}  // namespace ranvier::cyclone
