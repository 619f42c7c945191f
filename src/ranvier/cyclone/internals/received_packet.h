// What stands around the payload in the packet that Cyclone received.
#pragma once

#include <cstdint>

#include "ranvier/cyclone/wire/inline_identity.h"
#include "ranvier/cyclone/wire/vendor.h"

struct nn_rdata;

namespace ranvier::cyclone {

struct Origin {
  Vendor vendor = Vendor::kUnknown;  ///< by the header of the packet
  std::uint64_t number = 0;          ///< the sample's, from 1; 0 if the packet is not as expected
  InlineIdentity related;
};

/// Of the fragment that came first.
/// Contract: on Cyclone's thread, in from_ser; reads only the packet.
Origin origin_of(const nn_rdata& first) noexcept;

}  // namespace ranvier::cyclone
