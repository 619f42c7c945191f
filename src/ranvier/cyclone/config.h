// Cyclone's configuration for what the options ask.
#pragma once

#include <string>

#include "ranvier/os/interfaces.h"
#include "ranvier/route/network.h"

namespace ranvier::cyclone {

/// Whether a participant takes a number among those of its host.
enum class Indexing {
  kAuto,  ///< the lowest that is free: others find it without multicast
  kNone   ///< none: peers find it by multicast, or when it has found them
};

/// What a configuration depends on.
struct DomainRequest {
  const NetworkOptions& options;
  UpInterfaces up = up_interfaces();
  Indexing indexing = Indexing::kAuto;
};

/// The text for dds_create_domain(): ours first, the user's CYCLONEDDS_URI
/// last, so that the user's settings win.
/// Contract: any thread; errors name the value and the remedy.
Result<std::string> domain_config(const DomainRequest& request);

/// Whether the options ask for the subnet and no network is up: a robot at boot. Cyclone keeps
/// to the interfaces that it finds at the start. Such a process is set up for this host
/// alone, so that the processes of this host find it whatever comes up later.
bool keeps_to_this_host(const DomainRequest& request);

/// Whether the options give a participant an index at all, of which a host has
/// a limited number.
bool takes_an_index(const NetworkOptions& options);

}  // namespace ranvier::cyclone
