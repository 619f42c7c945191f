// Whether Cyclone keeps received packets as received_packet.cc expects.
#pragma once

#include "ranvier/cyclone/internals/received_packet.h"

struct ddsi_domaingv;

namespace ranvier::cyclone {

/// Puts a packet with an identity, as Fast DDS sends it, into memory that Cyclone has for
/// received ones, and lets `read` find what stands in it.
/// Contract: any thread; some microseconds. Nothing is sent.
bool packets_are_as_expected(const ddsi_domaingv& domain,
                             Origin (*read)(const nn_rdata&) noexcept = origin_of) noexcept;

}  // namespace ranvier::cyclone
