#include "ranvier/cyclone/internals/send_room.h"

#include "ranvier/cyclone/internals/domain_internals.h"

#include <dds/ddsi/ddsi_entity.h>  // before those that forget it

#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/q_whc.h>

namespace ranvier::cyclone {

bool has_send_room(const Topic& topic, dds_entity_t writer) noexcept {
  const ddsi_domaingv* const domain = domain_of(*topic.type);
  if (domain == nullptr) return true;
  const ddsi_guid_t guid = guid_of(gid_of(writer));
  const Awake awake(*domain);
  ddsi_writer* const known = entidx_lookup_writer_guid(domain->entity_index, &guid);
  if (known == nullptr || known->type != topic.type) return true;
  whc_state held;
  whc_get_state(known->whc, &held);
  const LockOfCyclone lock(known->e.lock);
  return held.unacked_bytes <= known->whc_high;
}

}  // namespace ranvier::cyclone
