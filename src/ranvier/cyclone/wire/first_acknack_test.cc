#include "ranvier/cyclone/wire/first_acknack.h"

#include <gtest/gtest.h>

namespace ranvier::cyclone {
namespace {

Gid counted_from(std::uint8_t first) {
  Gid gid;
  for (std::uint8_t& byte : gid.bytes) byte = first++;
  return gid;
}

TEST(FirstAcknack, IsAnRtpsMessageThatAsksTheWriterForAHeartbeat) {
  const FirstAcknack expected = {
      'R',  'T',  'P',  'S',  2,    1,    0x01, 0x10,                          // version, vendor
      0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b,  // from
      0x0e, 1,    12,   0,                                                     // INFO_DST
      0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x4b,  // to
      0x06, 1,    24,   0,                                                     // ACKNACK
      0x1c, 0x1d, 0x1e, 0x1f, 0x4c, 0x4d, 0x4e, 0x4f,                          // reader, writer
      0,    0,    0,    0,    0,    0,    0,    0,                             // the base
      0,    0,    0,    0,    0x04, 0x03, 0,    0};                            // no bits, the count
  EXPECT_EQ(first_acknack(counted_from(0x10), counted_from(0x40), AckBase::kZero, 0x304), expected);
}

TEST(FirstAcknack, StartsWithOneForWritersThatKnowTheStandardAlone) {
  const FirstAcknack message =
      first_acknack(counted_from(0x10), counted_from(0x40), AckBase::kOne, 1);
  EXPECT_EQ(message[52], 1);
  EXPECT_EQ(message[48], 0);
}

}  // namespace
}  // namespace ranvier::cyclone
