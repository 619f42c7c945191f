#include "ranvier/msg/hole.h"

#include <algorithm>
#include <cstring>

#include "ranvier/codec/cdr.h"

namespace ranvier {
namespace {

using codec::align_up;
using codec::kEncapsulationSize;

// Offsets below count from the header, but CDR aligns from behind it.
std::size_t aligned(std::size_t offset, std::size_t alignment) {
  return kEncapsulationSize + align_up(offset - kEncapsulationSize, alignment);
}

std::size_t first_difference(Bytes one, Bytes other) {
  const std::uint8_t* const end = one.data + std::min(one.size, other.size);
  return static_cast<std::size_t>(std::mismatch(one.data, end, other.data).first - one.data);
}

}  // namespace

Hole::Hole(Bytes empty, Bytes sample, HoleElements elements) noexcept
    : sample_(sample),
      count_(static_cast<std::uint32_t>(elements.count)),
      bytes_(elements.count * elements.size),
      count_at_(sample.size),
      begin_(sample.size),
      sample_end_(sample.size) {
  if (elements.count == 0) return;  // nothing to be filled: the sample is the encoding
  constexpr std::size_t kCount = sizeof(std::uint32_t);
  count_at_ = first_difference(empty, sample) / kCount * kCount;
  begin_ = aligned(count_at_ + kCount, elements.alignment);
  sample_end_ = begin_ + sampled(elements.count) * elements.size;
}

std::uint8_t* Hole::write(std::uint8_t* to) const noexcept {
  std::memcpy(to, sample_.data, begin_);
  if (bytes_ != 0) std::memcpy(to + count_at_, &count_, sizeof count_);
  std::uint8_t* const end = to + begin_ + bytes_;
  const std::size_t rest = sample_.size - sample_end_;
  if (rest != 0) std::memcpy(end, sample_.data + sample_end_, rest);
  return to + begin_;
}

}  // namespace ranvier
