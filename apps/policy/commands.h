#pragma once

#include "options.h"
#include "ranvier/base/result.h"
#include "running_system.h"

namespace ranvier::policy {

/// Prints priorities, placement and bounds of the chains of a file.
Result<void> chains(const Options& options);
/// Prints which share of random sets is in time, and how many chains a simulation finds later
/// than their bounds.
Result<void> random_sets(const Options& options);
/// Writes a policy file that names what runs now, and changes nothing.
Result<void> write_template(const Options& options);
/// Compares a policy file with what runs now. @return whether all that it names is there.
Result<bool> check(const Options& options);
/// To stderr.
void say_complaints(const RunningSystem& system);

}  // namespace ranvier::policy
