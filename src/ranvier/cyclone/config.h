// Cyclone's configuration for what the options ask.
#pragma once

#include <string>

#include "ranvier/cyclone/cyclone_route.h"

namespace ranvier::cyclone {

/// The text for dds_create_domain(): ours first, the user's CYCLONEDDS_URI
/// last, so that what the user says wins.
/// Contract: any thread; errors name the value and the remedy.
Result<std::string> domain_config(const CycloneOptions& options);

}  // namespace ranvier::cyclone
