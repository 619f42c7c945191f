// What Cyclone keeps of a domain: headers that it installs and that are no part of its
// public interface.
#pragma once

#include <dds/dds.h>

// This header names a struct and a pointer to it alike, which C++ refuses.
#define Q_SOCKWAITSET_H
struct ranvier_waitset;
typedef ranvier_waitset* os_sockWaitset;
#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_guid.h>
#include <dds/ddsi/ddsi_sertype.h>
#include <dds/ddsi/q_thread.h>

#include "ranvier/msg/message.h"

namespace ranvier::cyclone {

/// The domain in which a type is registered; null before it is.
inline ddsi_domaingv* domain_of(const ddsi_sertype& type) noexcept {
  return static_cast<ddsi_domaingv*>(ddsrt_atomic_ldvoidp(&type.gv));
}

/// A GUID in words, as Cyclone holds it.
ddsi_guid_t guid_of(const Gid& gid) noexcept;

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
