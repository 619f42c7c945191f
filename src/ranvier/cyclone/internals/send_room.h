// Whether DDS would make a writer wait.
#pragma once

#include <dds/dds.h>

#include "ranvier/cyclone/participant.h"

namespace ranvier::cyclone {

/// False while what readers have not acknowledged is above the bound at which DDS lets a write
/// wait (CycloneDDS/Domain/Internal/Watermarks/WhcHigh).
/// Threads: any that may call DDS.
bool has_send_room(const Topic& topic, dds_entity_t writer) noexcept;

}  // namespace ranvier::cyclone
