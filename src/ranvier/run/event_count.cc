#include "ranvier/run/event_count.h"
#include "ranvier/base/annotations.h"

namespace ranvier {

RANVIER_HOT std::uint32_t EventCount::wait(std::uint32_t seen, std::int64_t deadline,
                                           std::uint32_t kind) noexcept {
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  std::uint32_t now;
  while ((now = count_.load(std::memory_order_seq_cst)) == seen) {
    if (!futex_wait(count_, seen, deadline, kind)) break;
  }
  sleepers_.fetch_sub(1, std::memory_order_relaxed);
  return now;
}

}  // namespace ranvier
