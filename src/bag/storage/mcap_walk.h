// Walks over the records of an MCAP file, or of a part of it, without reading what it skips.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "bag/storage/file.h"
#include "bag/storage/mcap_records.h"

namespace ranvier::bag::mcap {

/// A record in a file.
struct Place {
  Op op{};
  std::uint64_t begin = 0;  ///< of its opcode
  std::uint64_t body = 0;   ///< of its body
  std::uint64_t size = 0;   ///< of its body
  [[nodiscard]] std::uint64_t end() const noexcept { return body + size; }
};

/// Threads: one at a time; the file must outlive it.
class Walk final {
 public:
  /// From `begin` up to `end`, or to the end of the file.
  Walk(const InputFile& file, std::uint64_t begin, std::uint64_t end) noexcept
      : file_(file), place_(begin), end_(std::min(end, file.size())) {}

  ~Walk() {
    if (jumps_) file_.expect_jumps(false);
  }
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  /// The next record, also one that goes beyond the end. Nothing at the end, or where fewer bytes
  /// are left than a head has. Fails if the file cannot be read.
  Result<std::optional<Place>> next();
  /// Up to `most` bytes of its body, as many as there are.
  /// Contract: valid until the next call.
  Result<Bytes> body(const Place& record, std::uint64_t most);
  /// Whether the record ends beyond the end.
  [[nodiscard]] bool is_cut(const Place& record) const noexcept {
    return record.size > end_ - record.body;
  }
  /// Where the next record begins.
  [[nodiscard]] std::uint64_t place() const noexcept { return place_; }
  void go_to(std::uint64_t place) noexcept { place_ = std::min(place, end_); }
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }

 private:
  Result<Bytes> bytes(std::uint64_t place, std::uint64_t count);

  const InputFile& file_;
  std::uint64_t place_;
  std::uint64_t end_;
  Buffer window_;
  std::uint64_t window_place_ = 0;
  bool jumps_ = false;  // the kernel knows
};

}  // namespace ranvier::bag::mcap
