// Messages whose memory is a loan of shared memory.
#pragma once

#include "ranvier/msg/message.h"
#include "ranvier/ring/loan.h"

namespace ranvier::shm {

using namespace ring;

/// A message that holds a loan; its object lies `offset` bytes into it.
MessagePtr make_loaned(const TypeInfo& type, Loan loan, std::uint64_t offset);
/// A message that holds a loan with `size` encoded bytes, and padding behind them.
MessagePtr make_loaned_bytes(const TypeInfo& type, Loan loan, std::size_t size);
/// What such a message holds, for as long as that lives; null for any other.
RANVIER_HOT_INLINE SharedLoan* loan_of(const Message& message) noexcept {
  const BytesKeeper& keeper = message.keeper();
  return keeper.release == &SharedLoan::let_go ? static_cast<SharedLoan*>(keeper.keeper) : nullptr;
}

}  // namespace ranvier::shm
