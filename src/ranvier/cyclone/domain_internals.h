// What Cyclone keeps of a domain: a header that it installs and that is no part of its
// public interface.
#pragma once

#include <dds/dds.h>

// This header names a struct and a pointer to it alike, which C++ refuses.
#define Q_SOCKWAITSET_H
struct ranvier_waitset;
typedef ranvier_waitset* os_sockWaitset;
#include <dds/ddsi/ddsi_domaingv.h>
#include <dds/ddsi/ddsi_sertype.h>

namespace ranvier::cyclone {

/// The domain in which a type is registered; null before it is.
inline ddsi_domaingv* domain_of(const ddsi_sertype& type) noexcept {
  return static_cast<ddsi_domaingv*>(ddsrt_atomic_ldvoidp(&type.gv));
}

}  // namespace ranvier::cyclone
