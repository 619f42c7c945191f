#include "ranvier/cyclone/wire/payload.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "ranvier/base/block_pool.h"
#include "ranvier/codec/cdr.h"

namespace ranvier::cyclone {
namespace {

/// Gives a payload's memory back at the end of a scope, as a message does.
class Payload {
 public:
  explicit Payload(std::size_t size) : bytes_(take_payload(size, keeper_)) {
    if (bytes_) std::memset(bytes_, 0xa5, size + 3);  // a multiple of four is written
  }
  ~Payload() {
    if (keeper_.release) keeper_.release(keeper_.keeper);
  }
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;
  std::uint8_t* bytes() const { return bytes_; }

 private:
  BytesKeeper keeper_{};
  std::uint8_t* bytes_;
};

constexpr std::size_t kLarge = 200 * 1024;

TEST(Payload, HasItsMessageAlignedForViewsWhateverItsSize) {
  for (const std::size_t size : {std::size_t{4}, BlockPool::kBlockSize / 2, BlockPool::kBlockSize,
                                 std::size_t{4096}, kLarge}) {
    const Payload payload(size);
    ASSERT_NE(payload.bytes(), nullptr);
    const auto message =
        reinterpret_cast<std::uintptr_t>(payload.bytes()) + codec::kEncapsulationSize;
    EXPECT_EQ(message % 16, 0U) << size << " bytes";
  }
}

TEST(Payload, TakesALargeBufferAgainForTheNextOneOfItsSize) {
  const std::uint8_t* first = nullptr;
  {
    const Payload payload(kLarge);
    first = payload.bytes();
  }
  EXPECT_EQ(Payload(kLarge - 100).bytes(), first);
  const Payload in_use(kLarge), other(kLarge);
  EXPECT_NE(in_use.bytes(), other.bytes());
}

TEST(Payload, TakesNoLargeBufferOfWhichItWouldUseLessThanHalf) {
  const std::uint8_t* first = nullptr;
  {
    const Payload payload(10 * kLarge);
    first = payload.bytes();
  }
  const Payload small(kLarge);
  EXPECT_NE(small.bytes(), first);
}

TEST(Payload, IsGivenBackOnAnyThread) {
  BytesKeeper keeper{};
  std::uint8_t* const bytes = take_payload(kLarge, keeper);
  ASSERT_NE(bytes, nullptr);
  std::thread([&] { keeper.release(keeper.keeper); }).join();
  EXPECT_EQ(Payload(kLarge).bytes(), bytes);
}

TEST(Payload, OfMoreThanThereIsIsRefused) {
  BytesKeeper keeper{};
  EXPECT_EQ(take_payload(std::size_t{1} << 60, keeper), nullptr);
}

}  // namespace
}  // namespace ranvier::cyclone
