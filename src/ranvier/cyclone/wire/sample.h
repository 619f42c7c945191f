// What the operations on samples share.
#pragma once

#include <memory>

#include "ranvier/cyclone/wire/sertype.h"

namespace ranvier::cyclone {

inline CdrSample& as_cdr(ddsi_serdata* sample) { return *static_cast<CdrSample*>(sample); }
inline const CdrSample& as_cdr(const ddsi_serdata* sample) {
  return *static_cast<const CdrSample*>(sample);
}

/// An empty sample with one reference. Contract: any thread.
CdrSample* new_sample(const ddsi_sertype* type, ddsi_serdata_kind kind);
/// Contract: any thread; there is no reference to it any more.
void free_sample(ddsi_serdata* sample) noexcept;

/// The only reference to a sample.
struct FreeSample {
  void operator()(CdrSample* sample) const noexcept { free_sample(sample); }
};
using OwnedSample = std::unique_ptr<CdrSample, FreeSample>;

/// The operations that Cyclone calls on samples: one table for all types.
const ddsi_serdata_ops& cdr_sample_ops();

/// Those for what it has received: a payload in the fragments of packets, and one in
/// pieces of memory. Null for what is not a whole CDR payload.
ddsi_serdata* from_ser(const ddsi_sertype* type, ddsi_serdata_kind kind, const nn_rdata* fragments,
                       size_t size);
ddsi_serdata* from_ser_iov(const ddsi_sertype* type, ddsi_serdata_kind kind,
                           ddsrt_msg_iovlen_t count, const ddsrt_iovec_t* parts, size_t size);

/// What stands before the message in this very sample.
inline Framing framing_of(const CdrSample& sample) noexcept {
  return sample.dialect == Dialect::kFast ? Framing::kPlain : sample.cdr_type().framing;
}
inline std::size_t header_size(const CdrSample& sample) noexcept {
  return framing_of(sample) == Framing::kService ? kServiceHeaderSize : 0;
}

}  // namespace ranvier::cyclone
