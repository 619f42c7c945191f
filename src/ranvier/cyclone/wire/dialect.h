// In which of the two dialects a sample of a service is.
#pragma once

#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/msg/message.h"

namespace ranvier::cyclone {

/// How a sample of a service says which request it is, or answers.
enum class Dialect : std::uint8_t {
  kCyclone,  ///< by a header before the message
  kFast      ///< by an identity in the inline QoS
};

/// The dialect of a sample that came in.
///
/// It follows from the vendor: a client on Fast DDS may leave the identity out. `ros2-client`, over
/// `rustdds`, speaks both: in Cyclone's its header holds half of the GUID that its identity
/// names, and in the other a request has no identity.
/// @param payload     the beginning of it, encapsulation header first
/// @param of_cyclone  the dialect of peers on Cyclone
Dialect dialect_of(const Origin& origin, const Bytes& payload, Dialect of_cyclone) noexcept;

}  // namespace ranvier::cyclone
