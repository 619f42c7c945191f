// What the tests of this room share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "cyclone_contexts.h"
#include "endpoints.h"
#include "ranvier/os/clock.h"

namespace ranvier::cyclone::testing {

using namespace support;  // NOLINT: contexts, sinks, endpoints and texts

/// A text that was published at `stamp`.
inline MessagePtr stamped(const std::string& data, std::int64_t stamp = system_ns()) {
  MessagePtr message = text(data);
  message->header().source_timestamp = stamp;
  return message;
}

}  // namespace ranvier::cyclone::testing
