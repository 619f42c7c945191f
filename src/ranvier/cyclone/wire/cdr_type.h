// Types as Cyclone asks of them.
#pragma once

#include "ranvier/cyclone/wire/sertype.h"

namespace ranvier::cyclone {

/// A new type with one reference; `dds_name` is what peers see.
ddsi_sertype* make_cdr_type(const TypeInfo& info, const char* dds_name, Framing framing,
                            Dialect of_cyclone = Dialect::kCyclone);

}  // namespace ranvier::cyclone
