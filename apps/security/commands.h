// What the verbs of ranvier-security do.
#pragma once

#include "options.h"
#include "ranvier/base/result.h"

namespace ranvier::security {

/// Does what the options say; prints what was asked for on stdout.
/// @return whether it found no fault (inspect), or the error to be printed.
Result<bool> run(const Options& options);

}  // namespace ranvier::security
