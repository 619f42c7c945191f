// Memory of the segment that one message is written in.
#pragma once

#include "ranvier/base/annotations.h"
#include "ranvier/ring/segment.h"

namespace ranvier::ring {

/// Memory of the segment to write one message in. Goes back unless it is sent.
class Loan final {
 public:
  Loan() = default;
  Loan(Ref<Segment> segment, Block block, std::uint64_t begin = 0) noexcept
      : segment_(std::move(segment)), block_(block), begin_(begin) {}
  Loan(Loan&& other) noexcept
      : segment_(std::move(other.segment_)), block_(other.block_), begin_(other.begin_) {}
  Loan& operator=(Loan&& other) noexcept {
    std::swap(segment_, other.segment_);
    std::swap(block_, other.block_);
    std::swap(begin_, other.begin_);
    return *this;
  }
  RANVIER_HOT_INLINE ~Loan() {
    if (segment_) segment_->free(block_);
  }
  /// As far behind a multiple of 64 bytes as was asked for; as it was left by whoever
  /// had it before.
  std::byte* data() const noexcept { return segment_->data(block_) + begin_; }
  /// At least what was asked for.
  std::uint64_t capacity() const noexcept { return block_.size - begin_; }
  explicit operator bool() const noexcept { return static_cast<bool>(segment_); }

 private:
  friend class RingWriter;
  friend class SharedLoan;
  Ref<Segment> segment_;
  Block block_;
  std::uint64_t begin_ = 0;  // of the message in the block
};

/// A loan that has two holders: a ring, and whoever wrote it, as a message of this process.
///
/// The memory goes back when no ring needs it any more (RingWriter) and let_go() was
/// called. So readers of other processes and those of this one read the same.
///
/// Threads:  all functions from any thread. No allocation: it lies in the block pool.
/// Lifetime: within its segment's. Until let_go() it keeps that; a ring does not, because a
///           closed publisher's belongs to the segment (Segment::retire).
class SharedLoan final : public Counted {
 public:
  /// Takes over a loan, until let_go().
  static SharedLoan* make(Loan loan);
  static void let_go(void* loan) noexcept;

  const Segment& segment() const noexcept { return segment_; }
  Block block() const noexcept { return block_; }
  /// Where the message begins in the block.
  std::uint64_t begin() const noexcept { return begin_; }

  static void* operator new(std::size_t size);
  static void operator delete(void* block) noexcept;

 private:
  SharedLoan(Segment& segment, Block block, std::uint64_t begin) noexcept
      : segment_(segment), block_(block), begin_(begin) {}
  ~SharedLoan() override { segment_.free(block_); }

  Segment& segment_;
  const Block block_;
  const std::uint64_t begin_;
};

}  // namespace ranvier::ring
