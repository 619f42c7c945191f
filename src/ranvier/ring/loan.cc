#include "ranvier/ring/loan.h"

#include "ranvier/base/block_pool.h"

namespace ranvier::ring {

static_assert(sizeof(SharedLoan) <= BlockPool::kBlockSize);

void* SharedLoan::operator new(std::size_t) { return BlockPool::process().take(); }
void SharedLoan::operator delete(void* block) noexcept { BlockPool::process().give(block); }

RANVIER_HOT SharedLoan* SharedLoan::make(Loan loan) {
  auto* shared = new SharedLoan(*loan.segment_, loan.block_, loan.begin_);
  shared->retain();
  shared->segment_.retain();
  loan.segment_ = {};
  return shared;
}

RANVIER_HOT void SharedLoan::let_go(void* loan) noexcept {
  auto* shared = static_cast<SharedLoan*>(loan);
  const Segment& segment = shared->segment_;
  shared->release();
  segment.release();
}

}  // namespace ranvier::ring
