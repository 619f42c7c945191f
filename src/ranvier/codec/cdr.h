// The two ends of a CDR stream: bytes out, bytes in.
//
// XCDR1 (PLAIN_CDR) as ROS 2 peers send it: a four-byte encapsulation header,
// then the members in order, each primitive aligned to its own size (eight at
// most), counted from after the header. Writing uses this machine's byte order;
// reading takes both. What a message looks like is not known here: codec.h
// and the generated codecs drive these two cursors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "ranvier/codec/bulk.h"
#include "ranvier/codec/loaned_buffer.h"

namespace ranvier::codec {

/// Bytes in front of every payload: representation id and options.
constexpr std::size_t kEncapsulationSize = 4;
/// CDR counts elements and characters in 32 bits.
constexpr std::size_t kMostElements = 0xFFFFFFFF;
constexpr bool kLittleEndianHost = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

/// The next multiple of `alignment` (a power of two) at or after `at`.
constexpr std::size_t align_up(std::size_t at, std::size_t alignment) {
  return (at + alignment - 1) & ~(alignment - 1);
}

/// `value` with its bytes in the opposite order.
template <typename Primitive>
Primitive swap_bytes(Primitive value) noexcept {
  unsigned char bytes[sizeof(Primitive)];
  std::memcpy(bytes, &value, sizeof(Primitive));
  for (std::size_t i = 0; i < sizeof(Primitive) / 2; ++i) {
    const unsigned char low = bytes[i];
    bytes[i] = bytes[sizeof(Primitive) - 1 - i];
    bytes[sizeof(Primitive) - 1 - i] = low;
  }
  std::memcpy(&value, bytes, sizeof(Primitive));
  return value;
}

/// `value`, which was read once: the compiler may not read it again where it came
/// from. In shared memory another process may have changed it there since it was
/// checked.
template <typename Integer>
inline Integer once(Integer value) noexcept {
  __asm__ volatile("" : "+r"(value));
  return value;
}

/// Writes the encapsulation header of what Encoder writes.
/// Contract: `to` holds kEncapsulationSize bytes; any thread.
inline void write_encapsulation(void* to) noexcept {
  const unsigned char header[kEncapsulationSize] = {0, kLittleEndianHost ? 1 : 0, 0, 0};
  std::memcpy(to, header, kEncapsulationSize);
}

/// Writes a payload into the caller's buffer; owns nothing.
///
/// The buffer starts after the encapsulation header. A write that would pass
/// its end is dropped and ok() turns false, for good: a caller that sized the
/// buffer by encoded_size() of the same object never sees that.
///
/// Threads: one at a time. No allocation.
class Encoder final {
 public:
  Encoder(void* buffer, std::size_t size) noexcept
      : buffer_(static_cast<unsigned char*>(buffer)), size_(size) {}

  /// Bytes written so far.
  std::size_t position() const noexcept { return position_; }
  bool ok() const noexcept { return ok_; }

  /// Pads with zeros to a multiple of `alignment`.
  void align(std::size_t alignment) noexcept {
    static const unsigned char zeros[8] = {};
    put_bytes(zeros, align_up(position_, alignment) - position_);
  }

  void put_bytes(const void* bytes, std::size_t count) noexcept {
    if (count > size_ - position_) {
      ok_ = false;
      return;
    }
    copy_bytes(buffer_ + position_, bytes, count);
    position_ += count;
  }

  /// Aligns, then writes one arithmetic value.
  template <typename Primitive>
  void put(Primitive value) noexcept {
    align(sizeof(Primitive));
    put_bytes(&value, sizeof(Primitive));
  }

 private:
  unsigned char* buffer_;
  std::size_t size_;
  std::size_t position_ = 0;
  bool ok_ = true;
};

/// Reads a payload from bytes that it does not own and never reads past.
///
/// Somebody else may change the bytes meanwhile: a length is read once, checked,
/// and used as it was checked. What comes out is then worthless, and no more. Who
/// decodes by take() alone must not read twice what it relies on.
///
/// Threads: one at a time. No allocation. Every call that returns false leaves
/// the position where it was or at the end; the message is then worthless.
class Decoder final {
 public:
  /// `bytes` starts after the encapsulation header; `swap`: in the byte order
  /// that is not this machine's.
  Decoder(const void* bytes, std::size_t size, bool swap = false) noexcept
      : bytes_(static_cast<const unsigned char*>(bytes)), size_(size), swap_(swap) {}

  std::size_t position() const noexcept { return position_; }
  std::size_t remaining() const noexcept { return size_ - position_; }
  bool swaps() const noexcept { return swap_; }

  /// Long sequences of what is decoded may refer to the bytes from now on.
  /// Contract: `lent` outlives this, and the bytes outlive what it holds then.
  void lend_to(LoanedBuffer& lent) noexcept { lent_ = &lent; }
  /// True if `sequence` refers to the `count` numbers at `from` now; else they are to be
  /// copied.
  template <typename Sequence>
  bool lends(Sequence& sequence, const void* from, std::size_t count) noexcept {
    return lent_ != nullptr && lent_->lend(sequence, from, count);
  }

  bool align(std::size_t alignment) noexcept {
    return skip(align_up(position_, alignment) - position_);
  }

  bool skip(std::size_t count) noexcept {
    if (count > remaining()) return false;
    position_ += count;
    return true;
  }

  /// Where the next `count` bytes are, and steps over them; null if the input
  /// has fewer.
  const unsigned char* take(std::size_t count) noexcept {
    if (count > remaining()) return nullptr;
    const unsigned char* at = bytes_ + position_;
    position_ += count;
    return at;
  }

  /// Aligns, then reads one arithmetic value.
  template <typename Primitive>
  bool get(Primitive& value) noexcept {
    if (!align(sizeof(Primitive))) return false;
    const unsigned char* at = take(sizeof(Primitive));
    if (at == nullptr) return false;
    std::memcpy(&value, at, sizeof(Primitive));
    if (swap_) value = swap_bytes(value);
    return true;
  }

  /// Reads a count of elements that need at least `element_size` bytes each;
  /// false if the rest of the input cannot hold so many. This is what bounds
  /// the memory that a hostile length can ask for.
  bool get_count(std::size_t element_size, std::size_t& count) noexcept {
    std::uint32_t read = 0;
    if (!get(read)) return false;
    read = once(read);
    if (read > remaining() / element_size) return false;
    count = read;
    return true;
  }

 private:
  const unsigned char* bytes_;
  std::size_t size_;
  std::size_t position_ = 0;
  bool swap_;
  LoanedBuffer* lent_ = nullptr;
};

/// Reads the encapsulation header in front of `bytes` and points `payload`
/// behind it. False if there are fewer than four bytes or the representation
/// is not plain CDR version 1.
/// Contract: any thread, no allocation; `payload` borrows `bytes`.
inline bool open_payload(const void* bytes, std::size_t size, Decoder& payload) noexcept {
  const unsigned char* header = static_cast<const unsigned char*>(bytes);
  if (size < kEncapsulationSize || header[0] != 0) return false;
  const unsigned char order = once(header[1]);
  if (order > 1) return false;
  const bool little = order == 1;
  payload =
      Decoder(header + kEncapsulationSize, size - kEncapsulationSize, little != kLittleEndianHost);
  return true;
}

}  // namespace ranvier::codec
