#include "ranvier/shm/kept.h"

#include <new>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/block_pool.h"

namespace ranvier::shm {
namespace {

static_assert(sizeof(Received) <= BlockPool::kBlockSize);

// A call into the C library would be two more pages of code.
RANVIER_HOT_INLINE void copy_small(std::uint8_t* to, const std::byte* from,
                                   std::size_t size) noexcept {
  constexpr std::size_t kStep = 16;
  std::size_t done = 0;
  for (; done + kStep <= size; done += kStep) __builtin_memcpy(to + done, from + done, kStep);
  for (; done < size; ++done) to[done] = static_cast<std::uint8_t>(from[done]);
}

RANVIER_HOT void give_copy(void* copy) noexcept { BlockPool::process().give(copy); }

RANVIER_HOT void give_received(void* received) noexcept {
  static_cast<Received*>(received)->~Received();
  BlockPool::process().give(received);
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
  auto* kept = new (block) Received(std::move(received));
  keeper = {&give_received, kept};
  return {reinterpret_cast<const std::uint8_t*>(kept->data()), size};
}

}  // namespace ranvier::shm
