#include "ranvier/base/near_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>

#include "sanitized.h"

namespace ranvier {
namespace {

using support::kSanitized;

struct Small : Near {
  int value = 1;
};
struct alignas(64) Lined : Near {
  int value = 2;
};
struct Base {
  virtual ~Base() = default;
};
struct Derived final : Base, Near {
  char bytes[200] = {};
};

std::uintptr_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

TEST(NearHeapTest, WhatAClassAsksForIsAligned) {
  const auto small = std::make_unique<Small>();
  const auto lined = std::make_unique<Lined>();
  const auto small_again = std::make_unique<Small>();
  const auto lined_again = std::make_unique<Lined>();
  EXPECT_EQ(address_of(small.get()) % 16, 0u);
  EXPECT_EQ(address_of(small_again.get()) % 16, 0u);
  EXPECT_EQ(address_of(lined.get()) % 64, 0u);
  EXPECT_EQ(address_of(lined_again.get()) % 64, 0u);
}

TEST(NearHeapTest, WhatIsMadeInARowLiesOnAsFewPagesAsItFills) {
  if (kSanitized) GTEST_SKIP() << "under a sanitizer all of it is the common heap's";
  struct InARow : Near {
    char bytes[500];
  };
  const auto one = std::make_unique<InARow>();
  const NearVector<char> two(sizeof(InARow));
  const auto three = std::make_unique<InARow>();
  const auto [begin, end] =
      std::minmax({address_of(one.get()), address_of(two.data()), address_of(three.get())});
  EXPECT_LE(end - begin, 3 * sizeof(InARow));
}

TEST(NearHeapTest, AnObjectTakesThePlaceOfOneOfItsSizeThatWent) {
  if (kSanitized) GTEST_SKIP() << "under a sanitizer all of it is the common heap's";
  std::unique_ptr<Base> object(new Derived);
  const auto place = address_of(object.get());
  object.reset();
  object.reset(new Derived);
  EXPECT_EQ(address_of(object.get()), place) << "deleted as its base, it went with its own size";
}

// Each holds places of all sizes that bear its mark, and the size.
int blocks_handed_out_twice(unsigned seed) {
  std::atomic<int> found{0};
  const auto work = [&](unsigned mark) {
    struct Held {
      unsigned char* place;
      std::size_t size;
    };
    std::mt19937 random(seed + mark);
    std::vector<Held> held;
    const auto check = [&](const Held& one) {
      for (std::size_t i = 0; i < one.size; ++i) found += one.place[i] != mark;
      NearHeap::give(one.place, one.size);
    };
    for (int i = 0; i < 3000; ++i) {
      if (held.size() < 20 && random() % 2 == 0) {
        const std::size_t size = 1 + random() % 300 + (random() % 8 == 0 ? random() % 20'000 : 0);
        auto* place = static_cast<unsigned char*>(NearHeap::take(size));
        found += address_of(place) % 16 != 0 || (size % 64 == 0 && address_of(place) % 64 != 0);
        std::memset(place, static_cast<int>(mark), size);
        held.push_back({place, size});
      } else if (!held.empty()) {
        std::swap(held[random() % held.size()], held.back());
        check(held.back());
        held.pop_back();
      }
    }
    for (const Held& one : held) check(one);
  };
  std::thread other(work, 1);
  work(2);
  other.join();
  return found;
}

TEST(NearHeapTest, NoPlaceIsHandedOutTwiceWhateverTheSizes) {
  const unsigned seed = std::random_device()();
  EXPECT_EQ(blocks_handed_out_twice(seed), 0) << "seed " << seed;
}

}  // namespace
}  // namespace ranvier
