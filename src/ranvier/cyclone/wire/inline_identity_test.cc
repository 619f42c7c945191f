#include "ranvier/cyclone/wire/inline_identity.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

namespace ranvier::cyclone {
namespace {

using Bytes8 = std::vector<std::uint8_t>;
constexpr bool kLittle = std::endian::native == std::endian::little;

Gid gid(std::uint8_t fill) {
  Gid made;
  made.bytes.fill(fill);
  return made;
}

Bytes8 list_of(std::initializer_list<InlineIdentity> all, bool sentinel = true) {
  Bytes8 list;
  for (const InlineIdentity& one : all) {
    const IdentityBytes bytes = identity_bytes(one);
    list.insert(list.end(), bytes.begin(), bytes.end());
  }
  if (sentinel) list.insert(list.end(), {kLittle ? 1u : 0u, kLittle ? 0u : 1u, 0, 0});
  return list;
}

InlineIdentity read(const Bytes8& list, bool little = kLittle) {
  const Bytes8 exact(list);  // a copy of its size, so that a sanitizer sees what is read past it
  return read_identity(exact.data(), exact.size(), little);
}

const InlineIdentity kNew{IdentityParameter::kStandard, {gid(7), 0x1'0000'0002}};
const InlineIdentity kOld{IdentityParameter::kOld, {gid(9), 3}};

TEST(InlineIdentity, IsReadAsItWasWritten) {
  const InlineIdentity found = read(list_of({kNew}));
  EXPECT_EQ(found.parameter, IdentityParameter::kStandard);
  EXPECT_EQ(found.identity, kNew.identity);
}

TEST(InlineIdentity, HasNoNumberWhereARequestNamesItsReader) {
  const Bytes8 list =
      list_of({{IdentityParameter::kStandard, {gid(1), SampleIdentity::kNoNumber}}});
  EXPECT_EQ(Bytes8(list.begin() + 20, list.begin() + 28), (Bytes8{255, 255, 255, 255, 0, 0, 0, 0}));
  EXPECT_EQ(read(list).identity.number, SampleIdentity::kNoNumber);
}

TEST(InlineIdentity, OfTwoIsTheStandardOneWhicheverComesFirst) {
  EXPECT_EQ(read(list_of({kOld, kNew})).identity, kNew.identity);
  EXPECT_EQ(read(list_of({kNew, kOld})).identity, kNew.identity);
}

TEST(InlineIdentity, OfAnOldPeerIsRead) {
  EXPECT_EQ(read(list_of({kOld})).parameter, IdentityParameter::kOld);
  EXPECT_EQ(read(list_of({kOld})).identity, kOld.identity);
}

TEST(InlineIdentity, IsReadInTheOtherOrderOfBytes) {
  Bytes8 list = {0x00, 0x83, 0x00, 0x18};
  list.insert(list.end(), 16, 7);
  list.insert(list.end(), {0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 0, 0});
  EXPECT_EQ(read(list, false).identity, kNew.identity);
  EXPECT_EQ(read(list, true).parameter, IdentityParameter::kNone);
}

TEST(InlineIdentity, BehindTheSentinelIsNone) {
  Bytes8 list = list_of({});
  const Bytes8 behind = list_of({kNew});
  list.insert(list.end(), behind.begin(), behind.end());
  EXPECT_EQ(read(list).parameter, IdentityParameter::kNone);
}

TEST(InlineIdentity, NeedsNoSentinel) {
  EXPECT_EQ(read(list_of({kNew}, false)).identity, kNew.identity);
}

TEST(InlineIdentity, OfAListThatIsCutAnywhereIsWholeOrNone) {
  const Bytes8 whole = list_of({kOld, kNew});
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const InlineIdentity found = read(Bytes8(whole.begin(), whole.begin() + long(size)));
    const auto expected = size >= 56   ? IdentityParameter::kStandard
                          : size >= 28 ? IdentityParameter::kOld
                                       : IdentityParameter::kNone;
    EXPECT_EQ(found.parameter, expected) << size;
  }
}

TEST(InlineIdentity, WithALengthPastTheEndIsNone) {
  Bytes8 list = list_of({kNew}, false);
  for (const std::uint8_t high : {0x00, 0x01, 0x7f, 0xff}) {
    list[kLittle ? 2 : 3] = 0xfc;
    list[kLittle ? 3 : 2] = high;
    EXPECT_EQ(read(list).parameter, IdentityParameter::kNone);
  }
}

TEST(InlineIdentity, WithAShorterValueIsNone) {
  Bytes8 list = list_of({kNew});
  list[kLittle ? 2 : 3] = 20;
  EXPECT_EQ(read(list).parameter, IdentityParameter::kNone);
}

TEST(InlineIdentity, OfRandomBytesReadsNothingPastThem) {
  std::mt19937 random(28);
  for (int turn = 0; turn < 20'000; ++turn) {
    Bytes8 list(random() % 100);
    for (auto& byte : list)
      byte = static_cast<std::uint8_t>(random() % 4 ? random() % 32 : random());
    read(list, random() % 2);
  }
}

}  // namespace
}  // namespace ranvier::cyclone
