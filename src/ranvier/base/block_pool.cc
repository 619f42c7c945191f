#include "ranvier/base/block_pool.h"
#include "ranvier/base/annotations.h"
#include "ranvier/base/near_heap.h"
#include "ranvier/base/race_checker.h"

#include <new>
#include <type_traits>

namespace ranvier {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kAlwaysHeap = true;
#else
constexpr bool kAlwaysHeap = false;
#endif

constexpr std::uint64_t kOneTag = std::uint64_t{1} << 32;
constexpr std::uint32_t index_of(std::uint64_t head) { return static_cast<std::uint32_t>(head); }
constexpr std::uint64_t tag_of(std::uint64_t head) { return head & ~std::uint64_t{0xffffffff}; }

}  // namespace

// Made by the compiler and never destroyed: nothing to look up, no guard. Its
// head and its first chunks share a cache line.
alignas(64) constinit BlockPool BlockPool::process_;
static_assert(std::is_trivially_destructible_v<BlockPool>);

RANVIER_HOT void* BlockPool::take() {
  Block* block = kAlwaysHeap ? from_heap() : pop();
  if (block == nullptr) block = grow();
  return block->payload;
}

RANVIER_HOT void BlockPool::give(void* payload) noexcept {
  auto* block =
      reinterpret_cast<Block*>(static_cast<std::byte*>(payload) - offsetof(Block, payload));
  if (block->index == kNone) {
    ::operator delete(block, std::align_val_t{alignof(Block)});
  } else {
    push(block);
  }
}

RANVIER_HOT BlockPool::Block* BlockPool::pop() noexcept {
  std::uint64_t head = head_.load(std::memory_order_acquire);  // pairs with push()
  while (index_of(head) != kNone) {
    Block* block = at(index_of(head));
    const std::uint32_t next = block->next.load(std::memory_order_relaxed);
    const std::uint64_t after = (tag_of(head) + kOneTag) | next;
    if (head_.compare_exchange_weak(head, after, std::memory_order_acquire,
                                    std::memory_order_acquire)) {
      race_checker::acquired(block);
      return block;
    }
  }
  return nullptr;
}

RANVIER_HOT void BlockPool::push(Block* block) noexcept {
  race_checker::released(block);
  std::uint64_t head = head_.load(std::memory_order_relaxed);
  do {
    block->next.store(index_of(head), std::memory_order_relaxed);
  } while (!head_.compare_exchange_weak(head, tag_of(head) | block->index,
                                        std::memory_order_release,  // pairs with pop()
                                        std::memory_order_relaxed));
}

BlockPool::Block* BlockPool::from_heap() {
  auto* block = new (::operator new(sizeof(Block), std::align_val_t{alignof(Block)})) Block;
  block->index = kNone;
  return block;
}

BlockPool::Block* BlockPool::grow() {
  std::lock_guard lock(growing_);
  if (Block* block = pop()) return block;
  const std::uint32_t chunk = chunk_count_.load(std::memory_order_relaxed);
  if (chunk == kMaxChunks) return from_heap();
  auto* blocks = static_cast<Block*>(NearHeap::take(sizeof(Block) * kBlocksInChunk));
  for (std::uint32_t i = 0; i < kBlocksInChunk; ++i) {
    (new (&blocks[i]) Block)->index = chunk * kBlocksInChunk + i + 1;
  }
  chunks_[chunk].store(blocks, std::memory_order_relaxed);  // published by push()
  chunk_count_.store(chunk + 1, std::memory_order_relaxed);
  for (std::uint32_t i = 1; i < kBlocksInChunk; ++i) push(&blocks[i]);
  return &blocks[0];
}

}  // namespace ranvier
