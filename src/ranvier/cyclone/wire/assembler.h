// Makes one contiguous payload of what came in pieces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "ranvier/codec/cdr.h"
#include "ranvier/cyclone/wire/payload.h"
#include "ranvier/cyclone/wire/sertype.h"

namespace ranvier::cyclone {

/// A part of a received payload: `size` bytes that belong at `offset`.
struct Piece {
  std::size_t offset;
  const std::uint8_t* bytes;
  std::size_t size;
};

/// Puts the pieces together, in order; pieces may overlap. A service's header
/// is kept apart, so that the message behind it follows the encapsulation header as
/// any other does. Threads: one at a time. Never reads past a piece, never writes
/// past `size`.
class Assembler final {
 public:
  Assembler(std::size_t size, Framing framing)
      : header_(framing == Framing::kService ? kServiceHeaderSize : 0), size_(size) {}

  /// False if `size` cannot hold the headers, or there is no memory. The keeper is
  /// the caller's from then on.
  bool start(BytesKeeper& keeper) {
    if (size_ < kEncapsulationSize + header_) return false;
    bytes_ = take_payload(size_ - header_, keeper);
    return bytes_ != nullptr;
  }

  void add(const Piece& piece) {
    if (piece.offset > have_ || piece.offset + piece.size <= have_) return;
    const std::size_t known = have_ - piece.offset;
    const std::size_t end = std::min(piece.offset + piece.size, size_);
    place(piece.bytes + known, have_, end);
    have_ = std::max(have_, end);
  }

  /// True if every byte came and they are plain CDR.
  bool complete() const { return have_ == size_ && bytes_[0] == 0 && bytes_[1] <= 1; }
  Bytes bytes() const { return {bytes_, size_ - header_}; }

  RequestId request() const {
    RequestId id;
    std::memcpy(&id.client, header_bytes_, 8);
    std::memcpy(&id.sequence, header_bytes_ + 8, 8);
    if ((bytes_[1] == 1) == codec::kLittleEndianHost) return id;
    using codec::swap_bytes;
    return {swap_bytes(id.client), swap_bytes(id.sequence)};
  }

 private:
  static constexpr std::size_t kEncapsulationSize = codec::kEncapsulationSize;

  // Not inlined: g++ 12 takes ranges that are empty for writes out of bounds.
  [[gnu::noinline]] void place(const std::uint8_t* from, std::size_t begin, std::size_t end) {
    const std::size_t body = kEncapsulationSize + header_;
    from = copy_part(from, begin, std::min(end, kEncapsulationSize), bytes_ + begin);
    begin = std::max(begin, kEncapsulationSize);
    from = copy_part(from, begin, std::min(end, body), header_bytes_ + begin - kEncapsulationSize);
    begin = std::max(begin, body);
    copy_part(from, begin, end, bytes_ + begin - header_);
  }

  static const std::uint8_t* copy_part(const std::uint8_t* from, std::size_t begin, std::size_t end,
                                       std::uint8_t* to) {
    if (begin >= end) return from;
    std::memcpy(to, from, end - begin);
    return from + (end - begin);
  }

  const std::size_t header_;
  const std::size_t size_;
  std::size_t have_ = 0;
  std::uint8_t* bytes_ = nullptr;
  std::uint8_t header_bytes_[kServiceHeaderSize] = {};
};

}  // namespace ranvier::cyclone
