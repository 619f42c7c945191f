#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/cyclone/wire/first_acknack.h"
#include "ranvier/cyclone/wire/sertype.h"

namespace ranvier::cyclone {

namespace {

bool secured(const ddsi_proxy_writer& writer) noexcept {
#ifdef DDS_HAS_SECURITY
  return writer.c.security_info.security_attributes != 0 || writer.c.proxypp->sec_attr != nullptr;
#else
  static_cast<void>(writer);
  return false;
#endif
}

bool is_unicast(const ddsi_locator_t& to) noexcept {
  if (to.kind == NN_LOCATOR_KIND_UDPv4) return to.address[12] < 224;
  return to.kind == NN_LOCATOR_KIND_UDPv6 && to.address[0] != 0xff;
}

void send_to(const ddsi_xlocator_t* to, void* message) {
  if (to->conn == nullptr || !is_unicast(to->c)) return;
  const ddsrt_iovec_t part{message, sizeof(FirstAcknack)};
  to->conn->m_write_fn(to->conn, &to->c, 1, &part, 0);
}

ddsi_pwr_rd_match* first_reader(ddsi_proxy_writer& writer) noexcept {
  return static_cast<ddsi_pwr_rd_match*>(
      ddsrt_avl_find_min(&ddsi_pwr_readers_treedef, &writer.readers));
}

ddsi_pwr_rd_match* next_reader(ddsi_proxy_writer& writer, ddsi_pwr_rd_match* reader) noexcept {
  return static_cast<ddsi_pwr_rd_match*>(
      ddsrt_avl_find_succ(&ddsi_pwr_readers_treedef, &writer.readers, reader));
}

}  // namespace

Vendor vendor_of(const ddsi_domaingv& domain, const Gid& endpoint) noexcept {
  ddsi_guid_t guid = guid_of(endpoint);
  guid.entityid.u = NN_ENTITYID_PARTICIPANT;
  const Awake awake(domain);
  const ddsi_proxy_participant* const owner = find_proxy_participant(domain, guid);
  return owner == nullptr ? Vendor::kUnknown
                          : vendor_of_bytes(owner->vendor.id[0], owner->vendor.id[1]);
}

namespace {

// Of a transient-local writer a volatile reader must not get what was there before. Only
// Fast DDS is known to see to that when it is asked for everything.
bool would_send_its_past(const ddsi_proxy_writer& writer) noexcept {
  return writer.c.xqos->durability.kind != DDS_DURABILITY_VOLATILE &&
         !vendor_is_eprosima(writer.c.vendor);
}

}  // namespace

bool expect_what_comes_first(const ddsi_domaingv& domain, const Gid& writer) noexcept {
  const Awake awake(domain);
  ddsi_proxy_writer* const proxy = find_proxy_writer(domain, guid_of(writer));
  if (proxy == nullptr || vendor_is_eclipse(proxy->c.vendor)) return false;
  const LockOfCyclone lock(proxy->e.lock);
  if (proxy->c.xqos->reliability.kind != DDS_RELIABILITY_RELIABLE) return false;
  if (would_send_its_past(*proxy)) return false;
  proxy->have_seen_heartbeat = 1;
  return true;
}

// The count is the one that Cyclone's own acknowledgements go on with. The addresses have a
// lock of their own, and are sent to under it, as Cyclone does.
bool ask_for_heartbeat(const ddsi_domaingv& domain, const Gid& writer) noexcept {
  const Awake awake(domain);
  ddsi_proxy_writer* const proxy = find_proxy_writer(domain, guid_of(writer));
  if (proxy == nullptr) return false;
  if (secured(*proxy)) return true;
  const AckBase base = vendor_is_eprosima(proxy->c.vendor) ? AckBase::kZero : AckBase::kOne;
  const LockOfCyclone lock(proxy->e.lock);
  for (ddsi_pwr_rd_match* one = first_reader(*proxy); one; one = next_reader(*proxy, one)) {
    if (one->acknack_xevent == nullptr || one->prev_heartbeat != 0) continue;
    FirstAcknack message = first_acknack(to_gid(one->rd_guid), writer, base, one->count++);
    addrset_forall(proxy->c.as, for_c<send_to>(), message.data());
  }
  return true;
}

}  // namespace ranvier::cyclone
