// What src/ranvier/cyclone/internals knows of Cyclone's inside, so that headers in which it is
// otherwise are found when the library is configured (ranvier_cyclone.cmake).
#include <dds/dds.h>

// This header names a struct and a pointer to it alike, which C++ refuses.
#define Q_SOCKWAITSET_H
struct ranvier_waitset;
typedef ranvier_waitset* os_sockWaitset;
#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_entity.h>

#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/ddsi_entity_match.h>
#include <dds/ddsi/ddsi_proxy_endpoint.h>
#include <dds/ddsi/ddsi_proxy_participant.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_tran.h>
#include <dds/ddsi/q_addrset.h>
#include <dds/ddsi/q_protocol.h>
#include <dds/ddsi/q_radmin.h>
#include <dds/ddsi/q_whc.h>

#include <cstddef>
#include <type_traits>

// The key hash and the status have the bytes of one identity.
static_assert(PID_KEYHASH == 0x70 && PID_STATUSINFO == 0x71);
static_assert((4 + sizeof(ddsi_keyhash_t::value)) + (4 + 4) == 4 + 24);
static_assert(sizeof(ddsi_serdata::statusinfo) == 4);
// Heads of packets and of samples in them.
static_assert(sizeof(Header_t) == 20 && sizeof(Data_t) == 24 && sizeof(DataFrag_t) == 36);
static_assert(offsetof(Data_DataFrag_common_t, readerId) == 8);
static_assert(offsetof(Data_DataFrag_common_t, writerSN) == 16);
// The operations that are called while a sample is written, in whose order all of it lies.
static_assert(std::is_same_v<decltype(ddsi_serdata_ops::get_keyhash),
                             void (*)(const ddsi_serdata*, ddsi_keyhash*, bool)>);
static_assert(std::is_same_v<decltype(ddsi_serdata_ops::from_ser),
                             ddsi_serdata* (*)(const ddsi_sertype*, ddsi_serdata_kind,
                                               const nn_rdata*, size_t)>);
static_assert(std::is_same_v<decltype(ddsi_writer::num_readers_requesting_keyhash), uint32_t>);
static_assert(std::is_same_v<decltype(nn_rdata::rmsg), nn_rmsg*>);
// What is used of entities lies between what find_writer() and its like compare.
static_assert(offsetof(ddsi_writer, e) == 0 &&
              offsetof(ddsi_writer, type) < offsetof(ddsi_writer, heartbeat_xevent) &&
              offsetof(ddsi_writer, heartbeat_xevent) < offsetof(ddsi_writer, whc) &&
              offsetof(ddsi_writer, whc_high) < offsetof(ddsi_writer, num_readers) &&
              offsetof(ddsi_writer, readers) < offsetof(ddsi_writer, evq));
static_assert(offsetof(ddsi_proxy_writer, e) == 0 && offsetof(ddsi_proxy_reader, e) == 0 &&
              offsetof(ddsi_proxy_writer, c) < offsetof(ddsi_proxy_writer, readers) &&
              offsetof(ddsi_proxy_writer, next_deliv_seq_lowword) <
                  offsetof(ddsi_proxy_writer, alive_vclock) &&
              offsetof(ddsi_proxy_writer, alive_vclock) < offsetof(ddsi_proxy_writer, evq));
static_assert(offsetof(ddsi_domaingv, config) < offsetof(ddsi_domaingv, entity_index) &&
              offsetof(ddsi_domaingv, entity_index) < offsetof(ddsi_domaingv, m_factory) &&
              offsetof(ddsi_domaingv, xmit_conns) < offsetof(ddsi_domaingv, n_interfaces) &&
              offsetof(ddsi_domaingv, n_interfaces) < offsetof(ddsi_domaingv, loc_meta_uc));
void uses(ddsi_proxy_writer* peer, ddsi_proxy_participant* participant, ddsi_pwr_rd_match* match) {
  peer->have_seen_heartbeat = 1;
  participant->as_meta = peer->c.as;
  match->acknack_xevent = nullptr;
  match->prev_heartbeat = match->count;
}

// What is called must be in the library too.
int main(int count, char**) {
  if (count < 100) return 0;
  nn_rbufpool* const pool = nn_rbufpool_new(nullptr, 0, 0);
  nn_rmsg* const message = nn_rmsg_new(pool);
  nn_rmsg_setsize(message, 0);
  (void)nn_rdata_new(message, 0, 0, 0, 0, 0);
  nn_rmsg_commit(message);
  uses(nullptr, nullptr, nullptr);
  return entidx_lookup_writer_guid(nullptr, nullptr) == nullptr;
}
