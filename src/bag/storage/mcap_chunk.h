// The chunk that a writer of MCAP is filling: its times, its index, its CRC.
#pragma once

#include <cstdint>
#include <vector>

#include "bag/storage/mcap_records.h"

namespace ranvier::bag::mcap {

/// CRC-32 of bytes, continued: as zlib's crc32().
std::uint32_t crc_over(std::uint32_t before, Bytes bytes) noexcept;
/// The CRC of bytes with CRC `before` and of `size` bytes with CRC `behind` after them.
std::uint32_t crc_joined(std::uint32_t before, std::uint32_t behind, std::uint64_t size) noexcept;

/// What is known of the open chunk. Its bytes lie elsewhere.
/// Threads: one at a time. Contract: no allocation once each channel has had a few messages.
class OpenChunk final {
 public:
  /// Begins a chunk, empty.
  void begin() noexcept;
  void add_message(std::uint16_t channel, std::uint64_t log_time);
  /// Bytes of records that were appended.
  void grow(std::uint64_t size) noexcept { size_ += size; }
  void add_crc(Bytes bytes) noexcept { crc_ = crc_over(crc_, bytes); }

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint32_t crc() const noexcept { return crc_; }
  /// As a chunk without compression.
  [[nodiscard]] ChunkHead head(bool with_crc) const;

  /// Appends the message indexes.
  /// @param place  where the next byte of `to` lies in the file. @param index  gets the place of each.
  void put_indexes(Packer& to, std::uint64_t place, ChunkIndex& index) const;

 private:
  std::vector<std::vector<MessageIndexEntry>> entries_;  // by channel
  std::vector<std::uint16_t> channels_;                  // those that have entries
  std::uint64_t start_ = 0;
  std::uint64_t end_ = 0;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
};

}  // namespace ranvier::bag::mcap
