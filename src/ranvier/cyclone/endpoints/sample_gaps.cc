#include "ranvier/cyclone/endpoints/sample_gaps.h"

#include <utility>

namespace ranvier::cyclone {

std::uint64_t SampleGaps::before(std::uint64_t writer, std::uint64_t number) {
  if (number == 0) return 0;
  Lock lock(mutex_);
  std::uint64_t& newest = newest_[writer];
  if (number <= newest) return 0;  // once more
  const std::uint64_t last = std::exchange(newest, number);
  return last == 0 ? 0 : number - last - 1;
}

void SampleGaps::forget(std::uint64_t writer) {
  Lock lock(mutex_);
  newest_.erase(writer);
}

}  // namespace ranvier::cyclone
