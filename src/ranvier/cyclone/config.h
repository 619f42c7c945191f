// Cyclone's configuration for what the options ask.
#pragma once

#include <optional>
#include <string>

#include "ranvier/cyclone/cyclone_route.h"
#include "ranvier/os/interfaces.h"

namespace ranvier::cyclone {

/// Whether a participant takes a number among those of its host.
enum class Indexing {
  kAuto,  ///< the lowest that is free: others find it without multicast
  kNone   ///< none: it is found by multicast, or by those whom it finds
};

/// What a configuration depends on.
struct DomainRequest {
  const CycloneOptions& options;
  UpInterfaces up = up_interfaces();
  Indexing indexing = Indexing::kAuto;
};

/// The text for dds_create_domain(): ours first, the user's CYCLONEDDS_URI
/// last, so that what the user says wins.
/// Contract: any thread; errors name the value and the remedy.
Result<std::string> domain_config(const DomainRequest& request);

/// Whether the options give a participant an index at all, of which a host has
/// a limited number.
bool takes_an_index(const CycloneOptions& options);

/// Whether the options look for nobody beyond this host.
bool stays_on_this_host(const CycloneOptions& options);

/// What to tell the user of static peers that the range leaves out; nothing if
/// there are none.
std::optional<std::string> ignored_peers(const CycloneOptions& options);

}  // namespace ranvier::cyclone
