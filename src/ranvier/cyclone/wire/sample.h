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

/// What stands before the message in this very sample.
inline Framing framing_of(const CdrSample& sample) noexcept {
  return sample.dialect == Dialect::kFast ? Framing::kPlain : sample.cdr_type().framing;
}
inline std::size_t header_size(const CdrSample& sample) noexcept {
  return framing_of(sample) == Framing::kService ? kServiceHeaderSize : 0;
}

}  // namespace ranvier::cyclone
