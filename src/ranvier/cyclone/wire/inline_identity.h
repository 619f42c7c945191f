// Which request a sample belongs to, as Fast DDS writes it beside the payload.
//
// RTPS lets parameters stand between the header of a DATA and its payload. One of them names
// a sample: the GUID of its writer and its number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ranvier/msg/message.h"

namespace ranvier::cyclone {

/// Bytes before the value of a parameter: its id and the size of the value.
inline constexpr std::size_t kParameterHeader = 4;

/// The parameter that carries the identity.
enum class IdentityParameter : std::uint16_t {
  kNone = 0,
  kStandard = 0x0083,  ///< Fast DDS 2.10 and later
  kOld = 0x800f        ///< Fast DDS before that, Humble
};

/// A sample by its writer and the number that RTPS gave it. A request names so the reader
/// that waits for the reply, with no number.
struct SampleIdentity {
  /// RTPS's value for no number: high half -1, low half 0.
  static constexpr std::int64_t kNoNumber = -(std::int64_t{1} << 32);
  Gid endpoint{};
  std::int64_t number = kNoNumber;
  bool operator==(const SampleIdentity&) const = default;
};

struct InlineIdentity {
  IdentityParameter parameter = IdentityParameter::kNone;
  SampleIdentity identity;
};

/// The identity in a list of parameters; of two the standard one. A list that ends early,
/// has no sentinel or has lengths past its end gives what was whole before.
/// Contract: any thread; reads only the `size` bytes, which may be of any content.
InlineIdentity read_identity(const std::uint8_t* list, std::size_t size,
                             bool little_endian) noexcept;

/// The parameter, header included, in this host's order of bytes.
using IdentityBytes = std::array<std::uint8_t, 28>;
IdentityBytes identity_bytes(const InlineIdentity& of) noexcept;

}  // namespace ranvier::cyclone
