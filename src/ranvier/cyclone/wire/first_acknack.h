// The acknowledgement that a reader sends before it has received a heartbeat.
#pragma once

#include <array>
#include <cstdint>

#include "ranvier/msg/message.h"

namespace ranvier::cyclone {

/// Which number the acknowledgement starts with. RTPS has numbers from 1; a writer of
/// Fast DDS answers at once only a 0.
enum class AckBase : std::uint8_t { kZero, kOne };

using FirstAcknack = std::array<std::uint8_t, 64>;

/// A whole RTPS message: it acknowledges nothing and asks `writer` for a heartbeat.
/// @param count  must grow with each acknowledgement of this pair.
FirstAcknack first_acknack(const Gid& reader, const Gid& writer, AckBase base,
                           std::uint32_t count) noexcept;

}  // namespace ranvier::cyclone
