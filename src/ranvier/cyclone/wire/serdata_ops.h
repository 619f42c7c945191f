// The operations that Cyclone calls on samples.
#pragma once

#include <dds/ddsi/ddsi_serdata.h>

namespace ranvier::cyclone {

/// One table for all types.
const ddsi_serdata_ops& cdr_sample_ops();

}  // namespace ranvier::cyclone
