// Small blocks that the hot path takes and gives back without the heap.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "ranvier/base/annotations.h"

namespace ranvier {

/// A lock-free free list of equal blocks.
///
/// A block may be taken on one thread and given back on another. The pool grows
/// by chunks that it keeps; past kMaxChunks it hands out heap blocks. Under a
/// sanitizer every block is a heap block, so that misuse is seen.
///
/// Threads:  all functions from any thread; lock-free but for growth.
/// Lifetime: for the whole process; never destroyed while blocks are out.
class BlockPool final {
 public:
  static constexpr std::size_t kBlockSize = 192;  ///< payload bytes of a block

  /// Contract: allocates only when all blocks are out.
  void* take();
  void give(void* block) noexcept;

  /// The pool of the process; never destroyed, so that static objects may use it.
  static BlockPool& process() noexcept { return process_; }

 private:
  static constexpr std::uint32_t kNone = 0;  // indices start at 1
  static constexpr std::uint32_t kBlocksInChunk = 32;
  static constexpr std::uint32_t kMaxChunks = 2048;

  struct Block {
    std::uint32_t index;              // 0: from the heap
    std::atomic<std::uint32_t> next;  // read racily by a popper that will fail its CAS
    alignas(16) std::byte payload[kBlockSize];
  };

  constexpr BlockPool() = default;
  Block* pop() noexcept;
  void push(Block* block) noexcept;
  RANVIER_COLD Block* grow();
  RANVIER_HOT_INLINE Block* at(std::uint32_t index) const noexcept {
    const std::uint32_t i = index - 1;
    // relaxed: whoever read the index got it from head_, released after the chunk.
    return chunks_[i / kBlocksInChunk].load(std::memory_order_relaxed) + i % kBlocksInChunk;
  }
  static Block* from_heap();

  static BlockPool process_;

  // Index of the first free block in the low half, a tag in the high half: the
  // tag changes with every pop, so a head that was popped and pushed between a
  // load and its compare-exchange is not mistaken for the same list.
  std::atomic<std::uint64_t> head_{0};
  std::array<std::atomic<Block*>, kMaxChunks> chunks_{};
  std::atomic<std::uint32_t> chunk_count_{0};
  std::mutex growing_;
};

/// A standard allocator over the process's pool, for control blocks.
template <class T>
struct PoolAllocator {
  using value_type = T;
  PoolAllocator() = default;
  template <class U>
  PoolAllocator(const PoolAllocator<U>&) noexcept {}  // NOLINT: rebinding
  T* allocate(std::size_t) {
    static_assert(sizeof(T) <= BlockPool::kBlockSize && alignof(T) <= 16);
    return static_cast<T*>(BlockPool::process().take());
  }
  void deallocate(T* block, std::size_t) noexcept { BlockPool::process().give(block); }
  template <class U>
  bool operator==(const PoolAllocator<U>&) const noexcept {
    return true;
  }
};

}  // namespace ranvier
