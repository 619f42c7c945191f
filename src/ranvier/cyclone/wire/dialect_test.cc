#include "ranvier/cyclone/wire/dialect.h"

#include <gtest/gtest.h>

#include <vector>

namespace ranvier::cyclone {
namespace {

using Bytes8 = std::vector<std::uint8_t>;

InlineIdentity identity_of(std::uint8_t first) {
  InlineIdentity identity{IdentityParameter::kStandard, {}};
  for (auto& byte : identity.identity.endpoint.bytes) byte = first++;
  return identity;
}

Dialect dialect(Vendor vendor, const InlineIdentity& related, const Bytes8& payload,
                Dialect of_cyclone = Dialect::kCyclone) {
  Origin origin;
  origin.vendor = vendor;
  origin.related = related;
  return dialect_of(origin, {payload.data(), payload.size()}, of_cyclone);
}

const Bytes8 kHeaderOf0x10 = {0,    1,    0,    0,     // encapsulation
                              0x18, 0x19, 0x1a, 0x1b,  // half of the GUID
                              0x1c, 0x1d, 0x1e, 0x1f,  //
                              0,    0,    0,    0,     // and a number
                              1,    0,    0,    0};
const Bytes8 kPlain = {0, 1, 0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};

TEST(Dialect, IsThatOfTheVendorWhateverElseStandsThere) {
  EXPECT_EQ(dialect(Vendor::kEprosima, {}, kPlain), Dialect::kFast);
  EXPECT_EQ(dialect(Vendor::kEprosima, identity_of(0x10), kHeaderOf0x10), Dialect::kFast);
  EXPECT_EQ(dialect(Vendor::kEclipse, identity_of(0x10), kPlain), Dialect::kCyclone);
  EXPECT_EQ(dialect(Vendor::kEclipse, {}, kPlain, Dialect::kFast), Dialect::kFast);
  EXPECT_EQ(dialect(Vendor::kOther, {}, kPlain), Dialect::kCyclone);
}

TEST(Dialect, OfRos2ClientIsCyclonesIfItsHeaderAndItsIdentityAgree) {
  EXPECT_EQ(dialect(Vendor::kAtostek, identity_of(0x10), kHeaderOf0x10), Dialect::kCyclone);
}

TEST(Dialect, OfRos2ClientIsTheOtherWithoutAnIdentityOrWithOneThatTheHeaderDoesNotName) {
  EXPECT_EQ(dialect(Vendor::kAtostek, {}, kHeaderOf0x10), Dialect::kFast);
  EXPECT_EQ(dialect(Vendor::kAtostek, identity_of(0x11), kHeaderOf0x10), Dialect::kFast);
}

TEST(Dialect, OfAPayloadTooShortForAHeaderReadsNothingPastIt) {
  for (std::size_t size = 0; size < 12; ++size) {
    const Bytes8 cut(kHeaderOf0x10.begin(), kHeaderOf0x10.begin() + static_cast<long>(size));
    EXPECT_EQ(dialect(Vendor::kAtostek, identity_of(0x10), cut), Dialect::kFast) << size;
  }
}

TEST(VendorOfBytes, KnowsThoseWhoseDialectsDiffer) {
  EXPECT_EQ(vendor_of_bytes(1, 0x0f), Vendor::kEprosima);
  EXPECT_EQ(vendor_of_bytes(1, 0x10), Vendor::kEclipse);
  EXPECT_EQ(vendor_of_bytes(1, 0x12), Vendor::kAtostek);
  EXPECT_EQ(vendor_of_bytes(1, 0x01), Vendor::kOther);
  EXPECT_EQ(vendor_of_bytes(2, 0x0f), Vendor::kOther);
}

}  // namespace
}  // namespace ranvier::cyclone
