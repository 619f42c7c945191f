#include "ranvier/cyclone/internals/outgoing_packet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "ranvier/cyclone/internals/stamped_packet.h"

namespace ranvier::cyclone {
namespace {

using Buffer = std::vector<std::uint8_t>;

Buffer rtps_header() {
  Buffer header(sizeof(Header_t), 0);
  std::copy_n("RTPS", 4, header.begin());
  return header;
}

Buffer submessage(std::uint8_t kind, std::size_t length, std::uint8_t order = kNativeOrder) {
  Buffer bytes(4 + length, 0);
  const auto octets = static_cast<std::uint16_t>(length);
  bytes[0] = kind;
  bytes[1] = order;
  std::memcpy(&bytes[2], &octets, sizeof octets);
  return bytes;
}

Buffer joined(const std::vector<Buffer>& parts) {
  Buffer all;
  for (const Buffer& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Parts as a socket is given them; the bytes stay with who made them.
std::vector<ddsrt_iovec_t> as_parts(std::vector<Buffer>& parts) {
  std::vector<ddsrt_iovec_t> all;
  for (Buffer& part : parts) all.push_back({part.data(), part.size()});
  return all;
}

std::string kinds(std::vector<Buffer> parts) {
  const auto all = as_parts(parts);
  OutgoingPacket packet(all.data(), all.size());
  std::string text;
  for (OutgoingSubmessage one; packet.next(one);) text += std::to_string(one.kind()) + " ";
  return text;
}

Buffer bytes_of(const StampedPacket& packet) {
  Buffer all;
  for (std::size_t i = 0; i < packet.count(); ++i) {
    const auto* from = static_cast<const std::uint8_t*>(packet.parts()[i].iov_base);
    all.insert(all.end(), from, from + packet.parts()[i].iov_len);
  }
  return all;
}

TEST(OutgoingPacket, IsWalkedWhereItsPartsEndAnywhereBehindAHeader) {
  const Buffer fragment = submessage(SMID_DATA_FRAG, 500);
  const Buffer head(fragment.begin(), fragment.begin() + 36);
  const Buffer payload(fragment.begin() + 36, fragment.end());
  EXPECT_EQ(kinds({joined({rtps_header(), submessage(SMID_INFO_DST, 12)}),
                   {},
                   head,
                   payload,
                   submessage(SMID_HEARTBEAT, 28)}),
            "14 22 7 ");
}

TEST(OutgoingPacket, EndsAtASubmessageThatHasTheRest) {
  EXPECT_EQ(kinds({rtps_header(), submessage(SMID_INFO_TS, 0), submessage(SMID_DATA, 0),
                   submessage(SMID_GAP, 28)}),
            "9 21 ");
}

TEST(OutgoingPacket, EndsWhereItCannotBeRead) {
  EXPECT_EQ(kinds({}), "");
  EXPECT_EQ(kinds({{'R', 'T', 'P', 'S'}}), "");
  EXPECT_EQ(kinds({Buffer(64, 0)}), "") << "no RTPS";
  EXPECT_EQ(kinds({rtps_header(), {SMID_GAP, kNativeOrder}}), "") << "half a header";
  EXPECT_EQ(kinds({rtps_header(), submessage(SMID_GAP, 28, kNativeOrder ^ 1)}), "");
  Buffer beyond = submessage(SMID_GAP, 28);
  beyond.resize(10);
  EXPECT_EQ(kinds({rtps_header(), beyond}), "8 ");
}

TEST(OutgoingPacket, OfAnyBytesIsReadWithinItsBounds) {
  std::mt19937 random(7);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<Buffer> parts{rtps_header()};
    for (unsigned part = random() % 4; part > 0; --part) {
      Buffer bytes(random() % 60);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % 32);
      parts.push_back(bytes);
    }
    auto all = as_parts(parts);
    OutgoingPacket packet(all.data(), all.size());
    for (OutgoingSubmessage one; packet.next(one);) {
      ASSERT_GE(one.room, 4u);
      ASSERT_EQ(one.head + one.room, parts[one.part].data() + parts[one.part].size());
    }
  }
}

TEST(StampedPacket, HasEachStampBeforeItsSubmessageAndNothingElseChanged) {
  std::vector<Buffer> parts{
      joined({rtps_header(), submessage(SMID_INFO_DST, 12)}),
      joined({submessage(SMID_DATA_FRAG, 40), submessage(SMID_DATA_FRAG, 44)}),
      submessage(SMID_HEARTBEAT, 28)};
  const auto all = as_parts(parts);
  OutgoingPacket packet(all.data(), all.size());
  Stamps stamps;
  for (OutgoingSubmessage one; packet.next(one);) {
    if (one.kind() != SMID_DATA_FRAG) continue;
    ASSERT_TRUE(stamps.add(one, {1'500'000'000}));
  }
  const StampedPacket stamped(all.data(), all.size(), stamps);
  Buffer stamp = submessage(SMID_INFO_TS, 8);
  const ddsi_time_t time{1, 0x8000'0000};
  std::memcpy(&stamp[4], &time, sizeof time);
  EXPECT_EQ(bytes_of(stamped), joined({parts[0], stamp, submessage(SMID_DATA_FRAG, 40), stamp,
                                       submessage(SMID_DATA_FRAG, 44), parts[2]}));
  EXPECT_EQ(bytes_of(stamped).size(), size_of(all.data(), all.size()) + stamps.bytes());
}

TEST(StampedPacket, TakesSoManyStampsAndNoMore) {
  Stamps stamps;
  OutgoingSubmessage one;
  for (std::size_t i = 0; i < Stamps::kMost; ++i) EXPECT_TRUE(stamps.add(one, {0}));
  EXPECT_FALSE(stamps.add(one, {0}));
  EXPECT_TRUE(StampedPacket::fits(StampedPacket::kMostParts - 2 * Stamps::kMost));
  EXPECT_FALSE(StampedPacket::fits(StampedPacket::kMostParts));
}

}  // namespace
}  // namespace ranvier::cyclone
