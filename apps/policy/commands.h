#pragma once

#include "options.h"
#include "ranvier/base/result.h"

namespace ranvier::policy {

/// Prints priorities, placement and bounds of the chains of a file.
Result<void> chains(const Options& options);
/// Prints which share of random sets is in time, and how many chains a simulation finds later
/// than their bounds.
Result<void> random_sets(const Options& options);

}  // namespace ranvier::policy
