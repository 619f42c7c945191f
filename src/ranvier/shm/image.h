// An object of fixed size in shared memory, as it is: no encoding, no decoding.
#pragma once

#include <array>
#include <cstdint>

#include "ranvier/msg/message.h"
#include "ranvier/ring/layout.h"

namespace ranvier::shm {

using namespace ring;

/// The line before the object. It begins as CDR does, with a representation that no
/// DDS knows: an image never leaves the host.
struct alignas(kLine) ImageHeader {
  std::array<std::uint8_t, 4> representation;
  std::uint32_t unused;
  std::uint64_t type;  ///< ImageType::name
  std::uint64_t size;  ///< of the object, in bytes
};

/// A type as images see it. Threads: immutable.
class ImageType final {
 public:
  explicit ImageType(const TypeInfo& type) noexcept;

  /// Whether objects of it can be images: those that memcpy() copies.
  explicit operator bool() const noexcept { return name_ != 0; }
  /// Bytes of an image.
  std::uint64_t size() const noexcept { return sizeof(ImageHeader) + object_size_; }
  /// Writes what stands before the object. @return where that is to be.
  void* begin(std::byte* image) const noexcept;
  /// The object in what was received; null if that is no image of this type.
  /// Its value is what the publisher's process wrote, and may be any bits: where C++
  /// knows none for a member (a bool of 2), they are not corrected as CDR's are.
  const void* find(const Bytes& received) const noexcept;

 private:
  const std::uint64_t name_;  // of the type and its layout; 0: it has none
  // Here, as the type lies in another library: a page that a message need not touch.
  const std::uint64_t object_size_;
  const std::uint64_t alignment_;
};

}  // namespace ranvier::shm
