// The operations that Cyclone calls on samples.
#pragma once

#include "ranvier/cyclone/internals/extension.h"

namespace ranvier::cyclone {

/// One table for all types.
const ddsi_serdata_ops& cdr_sample_ops();

}  // namespace ranvier::cyclone
