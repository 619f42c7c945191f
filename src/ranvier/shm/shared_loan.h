// A loan that has two holders: a ring, and a message of this process.
#pragma once

#include "ranvier/msg/message.h"
#include "ranvier/shm/ring_writer.h"

namespace ranvier::shm {

/// The memory goes back when no ring needs it any more (RingWriterCore) and the message
/// is gone. So readers of other processes and those of this one read the same.
///
/// Threads:  all functions from any thread. No allocation: it lies in the block pool.
/// Lifetime: within its segment's. The message keeps that; a ring does not, because a
///           closed publisher's belongs to the segment (Segment::retire).
class SharedLoan final : public Counted {
 public:
  /// A message that holds a loan; its object lies `offset` bytes into it.
  static MessagePtr make_message(const TypeInfo& type, Loan loan, std::uint64_t offset);
  /// A message that holds a loan with `size` encoded bytes, and padding behind them.
  static MessagePtr make_encoded(const TypeInfo& type, Loan loan, std::size_t size);
  /// What such a message holds, for as long as that lives; null for any other.
  RANVIER_HOT_INLINE static SharedLoan* of(const Message& message) noexcept {
    const BytesKeeper& keeper = message.keeper();
    return keeper.release == &let_go ? static_cast<SharedLoan*>(keeper.keeper) : nullptr;
  }

  const Segment& segment() const noexcept { return segment_; }
  Block block() const noexcept { return block_; }
  /// Where the message begins in the block.
  std::uint64_t begin() const noexcept { return begin_; }

  static void* operator new(std::size_t size);
  static void operator delete(void* block) noexcept;

 private:
  SharedLoan(Segment& segment, Block block, std::uint64_t begin) noexcept
      : segment_(segment), block_(block), begin_(begin) {}
  static BytesKeeper keeper_of(Loan loan);
  ~SharedLoan() override { segment_.free(block_); }
  static void let_go(void* loan) noexcept;

  Segment& segment_;
  const Block block_;
  const std::uint64_t begin_;
};

}  // namespace ranvier::shm
