// Whether the loaded Cyclone is the one whose headers this was compiled with.
#pragma once

#include <dds/version.h>

#include <string>

#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {

/// The Cyclone that this was compiled for.
struct CycloneBuild {
  const char* version = DDS_VERSION;
#ifdef DDS_HAS_SECURITY
  bool security = true;
#else
  bool security = false;
#endif
};

/// Compares only values, until what it follows is known to be a pointer of Cyclone's.
/// @return what differs, "its version"; null if nothing does.
/// Contract: any thread, no lock of Cyclone.
const char* difference(const ddsi_domaingv& domain, dds_entity_t participant,
                       const CycloneBuild& expected = {});

/// Puts a packet with an identity, as Fast DDS sends it, into memory that Cyclone has for
/// received ones, and lets `read` find what stands in it.
/// Contract: as difference(). Nothing is sent.
bool packets_are_as_expected(const ddsi_domaingv& domain,
                             Origin (*read)(const nn_rdata&) noexcept = origin_of) noexcept;

/// The version of the running Cyclone, by the announcement of that participant; empty if it has none.
/// Contract: any thread, no lock of Cyclone; only where the layout is as expected.
std::string announced_version(const ddsi_domaingv& domain, dds_entity_t participant);

}  // namespace ranvier::cyclone
