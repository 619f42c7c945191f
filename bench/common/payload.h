// What travels inside every measured message, and how long the wire makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "bench/common/args.h"

namespace ranvier::bench {

/// Set just before publish(); read at callback entry.
struct Stamp {
  std::int64_t published_ns;
  std::uint32_t sequence;  ///< counts the messages of the window, from 0
  std::uint32_t measured;  ///< 1 inside the window, 0 while warming up
};
static_assert(sizeof(Stamp) == 16);

inline constexpr std::size_t kPage = 4096;

/// Reads one byte per page: what a reader that looks at its data pays at least.
inline unsigned touch_pages(const std::uint8_t* bytes, std::size_t size) noexcept {
  unsigned sum = 0;
  for (std::size_t i = 0; i < size; i += kPage) {
    sum += *static_cast<const volatile std::uint8_t*>(bytes + i);
  }
  return sum;
}

/// A stamp as 32 letters, for strings, which must not hold a NUL.
void write_letters(const Stamp& stamp, char* to) noexcept;
[[nodiscard]] Stamp read_letters(const char* from) noexcept;

/// Which ROS type carries a payload in pingpong and goodput.
enum class Carrier { kString, kImage, kPointCloud, kArray };
/// The one that its size has, where the case does not name one.
[[nodiscard]] Carrier carrier_of(std::size_t payload) noexcept;
/// "fixed", "image" or "pointcloud"; "" is carrier_of(payload). Throws
/// std::invalid_argument.
[[nodiscard]] Carrier carrier_of(std::size_t payload, const std::string& type);
[[nodiscard]] const char* carrier_name(Carrier carrier) noexcept;

/// Bytes on the wire of a type with that payload, encapsulation included: the
/// size of the blob that the raw side sends.
[[nodiscard]] std::size_t wire_size(Carrier carrier, std::size_t payload) noexcept;
/// The same for the "type" and the "size" that a worker's words ask for.
[[nodiscard]] std::size_t wire_size(const Args& args);

/// "128B", "1KB", "4MB" and back (decimal: 1KB is 1,000 bytes). Throws
/// std::invalid_argument.
[[nodiscard]] std::string size_name(std::size_t bytes);
[[nodiscard]] std::size_t size_of_name(const std::string& name);

}  // namespace ranvier::bench
