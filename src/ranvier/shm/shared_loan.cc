#include "ranvier/shm/shared_loan.h"

#include "ranvier/base/annotations.h"
#include "ranvier/base/block_pool.h"

namespace ranvier::shm {

static_assert(sizeof(SharedLoan) <= BlockPool::kBlockSize);

void* SharedLoan::operator new(std::size_t) { return BlockPool::process().take(); }
void SharedLoan::operator delete(void* block) noexcept { BlockPool::process().give(block); }

RANVIER_HOT BytesKeeper SharedLoan::keeper_of(Loan loan) {
  auto* shared = new SharedLoan(*loan.segment_, loan.block_, loan.begin_);
  shared->retain();  // the message's, both
  shared->segment_.retain();
  loan.segment_ = {};
  return {&let_go, shared};
}

RANVIER_HOT MessagePtr SharedLoan::make_message(const TypeInfo& type, Loan loan,
                                                std::uint64_t offset) {
  const void* object = loan.data() + offset;
  return Message::from_place(type, object, keeper_of(std::move(loan)), true);
}

RANVIER_HOT MessagePtr SharedLoan::make_encoded(const TypeInfo& type, Loan loan, std::size_t size) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(loan.data());
  return Message::from_bytes(type, {bytes, size}, keeper_of(std::move(loan)),
                             Message::Padded::kYes);
}

RANVIER_HOT void SharedLoan::let_go(void* loan) noexcept {
  auto* shared = static_cast<SharedLoan*>(loan);
  const Segment& segment = shared->segment_;
  shared->release();
  segment.release();
}

}  // namespace ranvier::shm
