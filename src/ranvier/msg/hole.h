// The encoding of a message whose one large field is filled in place.
//
// The codec of a type is compiled, and knows of no gaps. It need not: where the
// field is, and what stands around it, shows in two encodings of the message
// without its bulk. With the member empty and with some elements they first differ
// in the count of the member. And as CDR aligns to eight bytes at most, a multiple
// of eight elements more leaves all that follows as it is, only later.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ranvier/msg/message.h"

namespace ranvier {

/// What a field is to hold: numbers, or messages whose memory is their encoding.
struct HoleElements {
  std::size_t count = 0;
  std::size_t size = 0;  ///< of one, in bytes
  std::size_t alignment = 1;
};

/// Where the elements belong, and what is around them.
///
/// Lifetime: `sample` must be there until write() is done. No allocation.
class Hole final {
 public:
  /// How many elements stand for `count` in the sample: as many modulo eight, and
  /// none only for none.
  static constexpr std::size_t sampled(std::size_t count) noexcept {
    return count == 0 ? 0 : (count - 1) % 8 + 1;
  }

  /// @param empty   the message encoded without elements in the member
  /// @param sample  the same with sampled(count) elements, whatever they are
  Hole(Bytes empty, Bytes sample, HoleElements elements) noexcept;

  /// Bytes of the whole encoding, with its header.
  std::size_t size() const noexcept { return begin_ + bytes_ + (sample_.size - sample_end_); }
  /// Writes all but the elements. @return where they belong.
  std::uint8_t* write(std::uint8_t* to) const noexcept;

 private:
  Bytes sample_;
  std::uint32_t count_;
  std::size_t bytes_;  // of all elements
  std::size_t count_at_;
  std::size_t begin_;       // of the elements
  std::size_t sample_end_;  // of those in the sample
};

}  // namespace ranvier
