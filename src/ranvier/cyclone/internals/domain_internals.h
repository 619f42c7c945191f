// How the files of this folder reach into Cyclone. This and extension.h include its private headers,
// and no other file does.
#pragma once

#include <dds/dds.h>

// This header names a struct and a pointer to it alike, which C++ refuses.
#define Q_SOCKWAITSET_H
struct ranvier_waitset;
typedef ranvier_waitset* os_sockWaitset;
#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_entity.h>  // before those that forget it

#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/ddsi_entity_match.h>
#include <dds/ddsi/ddsi_guid.h>
#include <dds/ddsi/ddsi_proxy_endpoint.h>
#include <dds/ddsi/ddsi_proxy_participant.h>
#include <dds/ddsi/ddsi_serdata.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsi/ddsi_tran.h>
#include <dds/ddsi/q_addrset.h>
#include <dds/ddsi/q_protocol.h>
#include <dds/ddsi/q_radmin.h>
#include <dds/ddsi/q_thread.h>
#include <dds/ddsi/q_whc.h>

#include "ranvier/msg/message.h"

namespace ranvier::cyclone {

/// A GUID in words, as Cyclone holds it.
ddsi_guid_t guid_of(const Gid& gid) noexcept;

/// Turns the switch of tricks.h off. Contract: any thread, also in a listener.
/// @param what  differs: a static text, "the layout of its writers"
void tricks_do_not_work(const char* what) noexcept;

/// While it lives, what this thread looks up in the domain is not freed.
/// Threads: made and ended on one thread; may be nested.
class Awake final {
 public:
  // Not the inline function before it: that names a thread-local of Cyclone's, and then the
  // library could not be opened in a program that runs (static TLS: Python's dlopen()).
  explicit Awake(const ddsi_domaingv& domain) noexcept : thread_(lookup_thread_state_real()) {
    thread_state_awake(thread_, &domain);
  }
  ~Awake() { thread_state_asleep(thread_); }
  Awake(const Awake&) = delete;
  Awake& operator=(const Awake&) = delete;

 private:
  thread_state* const thread_;
};

/// What the domain has under a GUID: ours, and those of peers. Null if there is none, or if it is
/// not laid out as expected; then tricks work no longer.
/// Contract: any thread that is Awake, for as long as it is.
ddsi_writer* find_writer(const ddsi_domaingv& domain, const ddsi_guid_t& guid) noexcept;
ddsi_proxy_writer* find_proxy_writer(const ddsi_domaingv& domain, const ddsi_guid_t& guid) noexcept;
const ddsi_proxy_reader* find_proxy_reader(const ddsi_domaingv& domain,
                                           const ddsi_guid_t& guid) noexcept;
ddsi_proxy_participant* find_proxy_participant(const ddsi_domaingv& domain,
                                               const ddsi_guid_t& guid) noexcept;

/// Holds a mutex of Cyclone for a scope.
/// Threads: made and ended on one thread.
class LockOfCyclone final {
 public:
  explicit LockOfCyclone(ddsrt_mutex_t& mutex) noexcept : mutex_(mutex) {
    ddsrt_mutex_lock(&mutex_);
  }
  ~LockOfCyclone() { ddsrt_mutex_unlock(&mutex_); }
  LockOfCyclone(const LockOfCyclone&) = delete;
  LockOfCyclone& operator=(const LockOfCyclone&) = delete;

 private:
  ddsrt_mutex_t& mutex_;
};

}  // namespace ranvier::cyclone
