#include "ranvier/cyclone/wire/assembler.h"

#include <gtest/gtest.h>

#include <vector>

namespace ranvier::cyclone {
namespace {

constexpr std::uint8_t kLittleOrder = 1;

std::vector<std::uint8_t> payload(std::size_t size, std::uint8_t order = kLittleOrder) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  if (size > 1) bytes[0] = 0, bytes[1] = order;
  return bytes;
}

/// What an Assembler makes of pieces of `piece` bytes each.
struct Assembled {
  Assembled(const std::vector<std::uint8_t>& from, std::size_t piece, Framing framing)
      : assembler(from.size(), framing), started(assembler.start(keeper)) {
    for (std::size_t at = 0; started && at < from.size(); at += piece) {
      assembler.add({at, &from[at], std::min(piece, from.size() - at)});
    }
  }
  ~Assembled() {
    if (keeper.release) keeper.release(keeper.keeper);
  }
  std::vector<std::uint8_t> bytes() const {
    const Bytes got = assembler.bytes();
    return {got.data, got.data + got.size};
  }
  BytesKeeper keeper{};
  Assembler assembler;
  bool started;
};

TEST(AssemblerTest, PiecesOfEverySizeMakeTheWhole) {
  const auto sent = payload(300);
  for (std::size_t piece = 1; piece <= 301; ++piece) {
    const Assembled got(sent, piece, Framing::kPlain);
    ASSERT_TRUE(got.assembler.complete()) << piece;
    EXPECT_EQ(got.bytes(), sent) << piece;
  }
}

TEST(AssemblerTest, AServiceHeaderGoesAsideWhereverThePiecesEnd) {
  const auto sent = payload(64);
  std::vector<std::uint8_t> message(sent.begin(), sent.begin() + 4);
  message.insert(message.end(), sent.begin() + 20, sent.end());
  for (std::size_t piece = 1; piece <= 65; ++piece) {
    const Assembled got(sent, piece, Framing::kService);
    ASSERT_TRUE(got.assembler.complete()) << piece;
    EXPECT_EQ(got.bytes(), message) << piece;
    EXPECT_EQ(got.assembler.request().client, 0x0b0a090807060504u);
    EXPECT_EQ(got.assembler.request().sequence, 0x131211100f0e0d0c);
  }
}

TEST(AssemblerTest, TheOtherByteOrderIsReadInAServiceHeader) {
  const Assembled got(payload(64, 0), 64, Framing::kService);
  EXPECT_EQ(got.assembler.request().client, 0x0405060708090a0bu);
}

TEST(AssemblerTest, OverlapIsTakenOnceAndAGapIsNotFilled) {
  const auto sent = payload(100);
  Assembled got(sent, 60, Framing::kPlain);
  EXPECT_TRUE(got.assembler.complete());
  got.assembler.add({30, &sent[30], 50});
  EXPECT_EQ(got.bytes(), sent);
  BytesKeeper keeper{};
  Assembler gap(100, Framing::kPlain);
  ASSERT_TRUE(gap.start(keeper));
  gap.add({0, &sent[0], 40});
  gap.add({50, &sent[50], 50});
  EXPECT_FALSE(gap.complete());
  keeper.release(keeper.keeper);
}

TEST(AssemblerTest, APieceThatGoesBeyondTheSizeIsCut) {
  const auto sent = payload(100);
  BytesKeeper keeper{};
  Assembler small(50, Framing::kPlain);
  ASSERT_TRUE(small.start(keeper));
  small.add({0, sent.data(), sent.size()});  // the sanitizers see a write beyond
  EXPECT_TRUE(small.complete());
  EXPECT_EQ(small.bytes().size, 50u);
  keeper.release(keeper.keeper);
}

TEST(AssemblerTest, WhatIsTooShortForItsHeadersIsRefused) {
  for (std::size_t size = 0; size < 4; ++size) {
    EXPECT_FALSE(Assembled(payload(size), 1, Framing::kPlain).started) << size;
  }
  for (std::size_t size = 0; size < 20; ++size) {
    EXPECT_FALSE(Assembled(payload(size), 1, Framing::kService).started) << size;
  }
}

TEST(AssemblerTest, OtherRepresentationsThanPlainCdrAreRefused) {
  for (std::uint8_t representation : {2, 3, 6, 7, 255}) {
    EXPECT_FALSE(Assembled(payload(64, representation), 64, Framing::kPlain).assembler.complete());
  }
}

TEST(PayloadTest, ALargeBufferServesTheNextOfItsSize) {
  BytesKeeper keeper{};
  std::uint8_t* first = take_payload(4 << 20, keeper);
  ASSERT_NE(first, nullptr);
  keeper.release(keeper.keeper);
  std::uint8_t* second = take_payload(4 << 20, keeper);
  EXPECT_EQ(first, second);
  BytesKeeper other{};
  std::uint8_t* third = take_payload(4 << 20, other);
  EXPECT_NE(second, third);
  keeper.release(keeper.keeper);
  other.release(other.keeper);
}

}  // namespace
}  // namespace ranvier::cyclone
