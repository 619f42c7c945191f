#include "analysis/trace_kernel/ring_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <utility>
#include <vector>

namespace ranvier::trace_kernel {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Lays out a page as the kernel does.
class Page final {
 public:
  explicit Page(std::uint64_t time) { put(time), put(std::uint64_t{0}); }
  Page& event(std::uint32_t delta, std::vector<std::uint32_t> words) {
    put(static_cast<std::uint32_t>(delta << 5 | words.size()));
    for (const std::uint32_t word : words) put(word);
    return *this;
  }
  Page& entry(std::uint32_t kind, std::uint32_t delta, std::uint32_t word) {
    put(delta << 5 | kind);
    put(word);
    return *this;
  }
  template <class T>
  Page& put(T value) {
    const auto* at = reinterpret_cast<const std::uint8_t*>(&value);
    bytes_.insert(bytes_.end(), at, at + sizeof value);
    return *this;
  }
  /// The page, with its count of bytes, and behind them what `behind` says.
  std::vector<std::uint8_t> done(std::uint64_t flags = 0, std::uint64_t behind = 0) {
    const std::uint64_t commit = (bytes_.size() - 16) | flags;
    std::memcpy(bytes_.data() + 8, &commit, sizeof commit);
    put(behind);
    return bytes_;
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

using Seen = std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>>;

Seen read(std::span<const std::uint8_t> page, PageSummary* summary = nullptr) {
  Seen seen;
  const auto got = read_page(page, [&](std::uint64_t time, std::span<const std::uint8_t> bytes) {
    std::vector<std::uint32_t> words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
    seen.emplace_back(time, words);
  });
  if (summary) *summary = got;
  return seen;
}

TEST(RingPageTest, EventsHaveTheTimesThatTheirDeltasAddUpTo) {
  Page page(1000);
  page.event(0, {1, 2}).event(5, {3}).entry(30, 3, 2).event(1, {4});
  PageSummary summary;
  EXPECT_THAT(read(page.done(), &summary),
              ElementsAre(Pair(1000, ElementsAre(1, 2)), Pair(1005, ElementsAre(3)),
                          Pair(1009 + (2ull << 27), ElementsAre(4))));
  EXPECT_TRUE(summary.is_whole);
  EXPECT_EQ(summary.missed, 0u);
}

TEST(RingPageTest, AStampIsATimeOfItsOwnAndALongEventSaysItsLength) {
  Page page((std::uint64_t{1} << 60) + 7);
  page.entry(31, 9, 4).event(1, {1}).entry(0, 1, 12).put(std::uint64_t{5});
  EXPECT_THAT(read(page.done()),
              ElementsAre(Pair((1ull << 60) + (4ull << 27) + 10, ElementsAre(1)),
                          Pair((1ull << 60) + (4ull << 27) + 11, ElementsAre(5, 0))));
}

TEST(RingPageTest, WhatWasTakenBackIsNotSeenAndTheRestOfAPageMayBeEmpty) {
  Page page(10);
  page.entry(29, 2, 8).put(std::uint32_t{99}).event(1, {6}).put(std::uint32_t{29});
  PageSummary summary;
  EXPECT_THAT(read(page.done(), &summary), ElementsAre(Pair(13, ElementsAre(6))));
  EXPECT_TRUE(summary.is_whole);
}

TEST(RingPageTest, LostEventsAreCountedOrAtLeastOne) {
  PageSummary summary;
  read(Page(1).event(0, {1}).done(1u << 31), &summary);
  EXPECT_EQ(summary.missed, 1u);
  read(Page(1).event(0, {1}).done(1u << 31 | 1u << 30, 77), &summary);
  EXPECT_EQ(summary.missed, 77u);
}

TEST(RingPageTest, BytesThatAreNoPageAreReadNoFurtherThanTheyReach) {
  std::mt19937_64 random(std::random_device{}());
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::uint8_t> bytes(random() % 200);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 4 ? random() : 0);
    if (bytes.size() >= 16 && random() % 2) {
      const std::uint64_t commit = (random() % 256) | (random() % 4) << 30;
      std::memcpy(bytes.data() + 8, &commit, sizeof commit);
    }
    const std::vector<std::uint8_t> exact(bytes);  // a sanitizer sees a step beyond
    std::size_t total = 0;
    read_page(exact, [&](std::uint64_t, std::span<const std::uint8_t> event) {
      ASSERT_GE(event.data(), exact.data());
      ASSERT_LE(event.data() + event.size(), exact.data() + exact.size());
      total += event.size();
    });
    EXPECT_LE(total, exact.size());
  }
}

}  // namespace
}  // namespace ranvier::trace_kernel
