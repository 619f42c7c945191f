#include "ranvier/shm/kept.h"

#include <new>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/block_pool.h"

namespace ranvier::shm {
namespace {

// What was received, and its pages once somebody writes there.
struct Kept {
  explicit Kept(Received&& from) noexcept : received(std::move(from)) {}
  Received received;
  PrivatePages pages;
};
static_assert(sizeof(Kept) <= BlockPool::kBlockSize);

// A call into the C library would be two more pages of code.
RANVIER_HOT_INLINE void copy_small(std::uint8_t* to, const std::byte* from,
                                   std::size_t size) noexcept {
  constexpr std::size_t kStep = 16;
  std::size_t done = 0;
  for (; done + kStep <= size; done += kStep) __builtin_memcpy(to + done, from + done, kStep);
  for (; done < size; ++done) to[done] = static_cast<std::uint8_t>(from[done]);
}

RANVIER_HOT void give_copy(void* copy) noexcept { BlockPool::process().give(copy); }

RANVIER_HOT void give_kept(void* kept) noexcept {
  static_cast<Kept*>(kept)->~Kept();
  BlockPool::process().give(kept);
}

std::uint8_t* writable_pages(void* keeper, Bytes) noexcept {
  auto& kept = *static_cast<Kept*>(keeper);
  return reinterpret_cast<std::uint8_t*>(kept.received.writable(kept.pages));
}

}  // namespace

RANVIER_HOT Bytes keep(Received&& received, BytesKeeper& keeper) {
  const std::size_t size = received.size();
  void* block = BlockPool::process().take();
  const std::size_t begin = Received::begin_of_copy(received.data());
  if (begin + size <= BlockPool::kBlockSize) {
    keeper = {&give_copy, block};
    std::uint8_t* const copy = static_cast<std::uint8_t*>(block) + begin;
    copy_small(copy, received.data(), size);
    return {copy, size};
  }
  auto* kept = new (block) Kept(std::move(received));
  keeper = {&give_kept, kept};
  return {reinterpret_cast<const std::uint8_t*>(kept->received.data()), size};
}

WritableBytes writable_of(const BytesKeeper& keeper) noexcept {
  return keeper.release == &give_kept ? &writable_pages : nullptr;
}

}  // namespace ranvier::shm
