// Metadata that is a text in packets, as LTTng writes it.
#pragma once

#include <cstddef>
#include <string>

#include "ranvier/base/result.h"

namespace ranvier::trace_read {

/// The text, without the heads of packets; `bytes` as they are if they begin with none.
/// Fails (kUnsupported, kInvalidArgument) naming the packet that cannot be read.
Result<std::string> unpack_text(std::string bytes);

}  // namespace ranvier::trace_read
