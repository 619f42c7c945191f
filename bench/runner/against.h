// Two builds of ours, held against each other: before and after a change.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/case.h"

namespace ranvier::bench {

/// Puts our side as the programs in `folder` have it in place of each case's yardstick.
/// Both builds take their turns in one run, as the two sides of any case do.
/// Errors: std::invalid_argument when `folder` has no programs of the benches.
void compare_builds(std::vector<Case>& cases, const std::string& folder);

}  // namespace ranvier::bench
