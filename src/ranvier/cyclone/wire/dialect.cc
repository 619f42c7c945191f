#include "ranvier/cyclone/wire/dialect.h"

#include <cstring>

#include "ranvier/codec/cdr.h"

namespace ranvier::cyclone {
namespace {

constexpr std::size_t kHalfGuid = 8;

bool header_names_the_same(const InlineIdentity& related, const Bytes& payload) noexcept {
  if (related.parameter == IdentityParameter::kNone) return false;
  if (payload.size < codec::kEncapsulationSize + kHalfGuid) return false;
  const auto& gid = related.identity.endpoint.bytes;
  return std::memcmp(payload.data + codec::kEncapsulationSize, &gid[kHalfGuid], kHalfGuid) == 0;
}

}  // namespace

Dialect dialect_of(const Origin& origin, const Bytes& payload, Dialect of_cyclone) noexcept {
  switch (origin.vendor) {
    case Vendor::kEprosima: return Dialect::kFast;
    case Vendor::kEclipse: return of_cyclone;
    case Vendor::kAtostek:
      return header_names_the_same(origin.related, payload) ? Dialect::kCyclone : Dialect::kFast;
    default: return Dialect::kCyclone;
  }
}

}  // namespace ranvier::cyclone
