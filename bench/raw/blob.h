// An opaque CDR blob as a Cyclone type: the plain way to send bytes with
// Cyclone's C API, and the yardstick that every figure is divided by.
//
// Cyclone never looks inside: no encoder, no decoder, one copy from the
// network's fragments into one buffer (which any serdata of Cyclone's makes).
#pragma once

#include <cstddef>
#include <cstdint>

#include "dds/dds.h"
#include "dds/ddsi/ddsi_serdata.h"
#include "dds/ddsi/ddsi_sertype.h"

namespace ranvier::bench {

/// A sertype for topics whose samples are blobs; keyless, XCDR1.
/// Ownership: passes to dds_create_topic_sertype.
[[nodiscard]] ddsi_sertype* make_blob_type(const char* dds_type_name);

/// A sample of `size` bytes, encapsulation header (set here) included; the
/// rest is not initialized. Ownership: one reference, for dds_writecdr.
/// Contract: any thread, one allocation.
[[nodiscard]] ddsi_serdata* make_blob(const ddsi_sertype* type, std::size_t size);

/// The bytes of a sample made by this type.
[[nodiscard]] std::uint8_t* blob_bytes(const ddsi_serdata* blob) noexcept;
[[nodiscard]] std::size_t blob_size(const ddsi_serdata* blob) noexcept;

}  // namespace ranvier::bench
