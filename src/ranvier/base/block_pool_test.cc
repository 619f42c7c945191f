#include "ranvier/base/block_pool.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "sanitized.h"

namespace ranvier {
namespace {

using support::kSanitized;

TEST(BlockPoolTest, BlocksThatAreOutAreDistinctAlignedAndWritable) {
  BlockPool& pool = BlockPool::process();
  std::set<void*> out;
  for (int i = 0; i < 1000; ++i) {  // many chunks
    void* block = pool.take();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 16, 0u);
    std::memset(block, i, BlockPool::kBlockSize);
    EXPECT_TRUE(out.insert(block).second);
  }
  for (void* block : out) pool.give(block);
}

TEST(BlockPoolTest, ABlockGivenBackIsTheNextToBeTaken) {
  if (kSanitized) GTEST_SKIP() << "under a sanitizer every block is a heap block";
  BlockPool& pool = BlockPool::process();
  void* block = pool.take();
  pool.give(block);
  EXPECT_EQ(pool.take(), block);
  pool.give(block);
}

TEST(BlockPoolTest, TheAllocatorServesControlBlocks) {
  const std::weak_ptr<int> gone = std::allocate_shared<int>(PoolAllocator<int>(), 7);
  EXPECT_TRUE(gone.expired());
  EXPECT_EQ(*std::allocate_shared<int>(PoolAllocator<int>(), 7), 7);
}

// Blocks that a thread holds bear its mark; another mark in one means that it
// was handed out twice.
template <class Pool>
int double_hand_outs(Pool& pool, unsigned seed, int rounds) {
  std::atomic<int> found{0};
  const auto work = [&](unsigned mark) {
    std::mt19937 random(seed + mark);
    std::vector<void*> mine;
    for (int i = 0; i < rounds && found == 0; ++i) {
      if (mine.size() < 4 && random() % 2 == 0) {
        mine.push_back(pool.take());
        std::memset(mine.back(), static_cast<int>(mark), 64);
      } else if (!mine.empty()) {
        const std::size_t which = random() % mine.size();
        std::swap(mine[which], mine.back());
        const auto* bytes = static_cast<const unsigned char*>(mine.back());
        if (bytes[0] != mark || bytes[63] != mark) ++found;
        pool.give(mine.back());
        mine.pop_back();
      }
    }
    for (void* block : mine) pool.give(block);
  };
  std::vector<std::thread> threads;
  for (unsigned mark = 1; mark <= 4; ++mark) threads.emplace_back(work, mark);
  for (auto& thread : threads) thread.join();
  return found;
}

TEST(BlockPoolTest, NoBlockIsHandedOutTwiceUnderStress) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  EXPECT_EQ(double_hand_outs(BlockPool::process(), seed, kSanitized ? 20'000 : 200'000), 0);
}

// The pool's free list, with a pause where another thread does the most harm.
// Without the tag, a head that was popped and pushed meanwhile looks unchanged.
template <std::uint64_t kOneTag>
class ListModel {
 public:
  ListModel() {
    for (std::uint32_t i = 1; i < blocks_.size(); ++i) give(blocks_[i].payload);
  }
  void* take() {
    std::uint64_t head = head_.load();
    for (;;) {
      Block& block = blocks_[static_cast<std::uint32_t>(head)];
      const std::uint64_t next = block.next.load();
      std::this_thread::yield();
      const std::uint64_t tag = (head & ~std::uint64_t{0xffffffff}) + kOneTag;
      if (head_.compare_exchange_weak(head, tag | next)) return block.payload;
    }
  }
  void give(void* payload) {
    const auto index = static_cast<std::uint32_t>(static_cast<Block*>(payload) - blocks_.data());
    std::uint64_t head = head_.load();
    do {
      blocks_[index].next.store(static_cast<std::uint32_t>(head));
    } while (!head_.compare_exchange_weak(head, (head & ~std::uint64_t{0xffffffff}) | index));
  }

 private:
  struct Block {
    unsigned char payload[64];  // first: a payload's address is its block's
    std::atomic<std::uint32_t> next{0};
  };
  std::array<Block, 24> blocks_;  // more than the threads hold; index 0 is none
  std::atomic<std::uint64_t> head_{0};
};

TEST(BlockPoolTest, TheStressFindsAListWithoutItsTag) {
  if (kSanitized) GTEST_SKIP() << "the broken list corrupts memory, as it must";
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  int found = 0;
  for (unsigned i = 0; i < 200 && found == 0; ++i) {
    ListModel<0> broken;
    found = double_hand_outs(broken, seed + i, 2'000);
  }
  EXPECT_GT(found, 0);
  ListModel<std::uint64_t{1} << 32> sound;
  EXPECT_EQ(double_hand_outs(sound, seed, 20'000), 0);
}

}  // namespace
}  // namespace ranvier
