#include "ranvier/shm/loaned_message.h"

#include "ranvier/base/annotations.h"

namespace ranvier::shm {

RANVIER_HOT MessagePtr make_loaned(const TypeInfo& type, Loan loan, std::uint64_t offset) {
  const void* object = loan.data() + offset;
  return Message::from_place(type, object, {&SharedLoan::let_go, SharedLoan::make(std::move(loan))},
                             true);
}

RANVIER_HOT MessagePtr make_loaned_bytes(const TypeInfo& type, Loan loan, std::size_t size) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(loan.data());
  return Message::from_bytes(type, {bytes, size},
                             {&SharedLoan::let_go, SharedLoan::make(std::move(loan))},
                             Message::Padded::kYes);
}

}  // namespace ranvier::shm
