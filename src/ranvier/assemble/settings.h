// What of ROS 2's settings this runtime does not have, so that none is ignored in silence.
#pragma once

#include <functional>
#include <string>

#include "ranvier/assemble/networks.h"
#include "ranvier/base/result.h"

namespace ranvier {

/// Looks for settings of the environment that ROS 2 heeds and this runtime, with the
/// network of that row, does not. Calls `warn` once in a process for each that it may go on
/// without, with the variable, its value and the remedy.
///
/// Fails, with the same words, where going on would do what the user has ruled out: another
/// middleware that is asserted.
/// Contract: any thread; reads the environment.
Result<void> check_settings(const NetworkRow& row,
                            const std::function<void(const std::string&)>& warn);

}  // namespace ranvier
