// Little-endian numbers and counted texts, as MCAP writes them.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "bag/storage/types.h"

namespace ranvier::bag {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

using Buffer = std::vector<std::byte>;

inline Bytes bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}
inline std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Appends to a buffer. Threads: one at a time.
class Packer final {
 public:
  explicit Packer(Buffer& to) noexcept : to_(to) {}

  template <class Number>
  Packer& number(Number value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    to_.insert(to_.end(), begin, begin + sizeof value);
    return *this;
  }
  Packer& bytes(Bytes bytes) {
    to_.insert(to_.end(), bytes.begin(), bytes.end());
    return *this;
  }
  /// Its length in 4 bytes, and the text.
  Packer& text(std::string_view text) {
    return number(static_cast<std::uint32_t>(text.size())).bytes(bytes_of(text));
  }
  /// Room for a length that close() fills. @return its place.
  template <class Length>
  std::size_t open() {
    number(Length{});
    return to_.size();
  }
  template <class Length>
  void close(std::size_t place) noexcept {
    const auto length = static_cast<Length>(to_.size() - place);
    std::memcpy(to_.data() + place - sizeof length, &length, sizeof length);
  }

 private:
  Buffer& to_;
};

/// Reads from bytes. What is not there reads as zero or empty, and failed() says so.
/// Threads: one at a time; the bytes must outlive it.
class Unpacker final {
 public:
  explicit Unpacker(Bytes bytes) noexcept : rest_(bytes) {}

  template <class Number>
  Number number() noexcept {
    Number value{};
    const Bytes from = bytes(sizeof value);
    if (!failed_) std::memcpy(&value, from.data(), sizeof value);
    return value;
  }
  Bytes bytes(std::uint64_t count) noexcept {
    if (count > rest_.size()) {
      failed_ = true;
      rest_ = {};
      return {};
    }
    const Bytes found = rest_.first(static_cast<std::size_t>(count));
    rest_ = rest_.subspan(found.size());
    return found;
  }
  std::string_view text() noexcept { return text_of(bytes(number<std::uint32_t>())); }
  /// An array or a map: its bytes, behind their count of 4 bytes.
  Unpacker array() noexcept {
    Unpacker inner(bytes(number<std::uint32_t>()));
    inner.failed_ = failed_;
    return inner;
  }

  [[nodiscard]] Bytes rest() const noexcept { return rest_; }
  [[nodiscard]] bool done() const noexcept { return rest_.empty(); }
  [[nodiscard]] bool failed() const noexcept { return failed_; }

 private:
  Bytes rest_;
  bool failed_ = false;
};

}  // namespace ranvier::bag
