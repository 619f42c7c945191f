// What travels inside every measured message, and how long the wire makes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

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

/// Which ROS type carries a payload size in pingpong and goodput.
enum class Carrier { kString, kImage, kArray };
[[nodiscard]] Carrier carrier_of(std::size_t payload) noexcept;
[[nodiscard]] const char* carrier_name(Carrier carrier) noexcept;

/// Bytes on the wire of that type with that payload, encapsulation included:
/// the size of the blob that the raw side sends.
[[nodiscard]] std::size_t wire_size(std::size_t payload) noexcept;

/// "128B", "1KB", "4MB" and back (decimal: 1KB is 1,000 bytes). Throws
/// std::invalid_argument.
[[nodiscard]] std::string size_name(std::size_t bytes);
[[nodiscard]] std::size_t size_of_name(const std::string& name);

}  // namespace ranvier::bench
