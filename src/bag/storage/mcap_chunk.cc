#include "bag/storage/mcap_chunk.h"

#include <zlib.h>

#include <algorithm>

namespace ranvier::bag::mcap {

std::uint32_t crc_over(std::uint32_t before, Bytes bytes) noexcept {
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t crc_joined(std::uint32_t before, std::uint32_t behind, std::uint64_t size) noexcept {
  return static_cast<std::uint32_t>(
      ::crc32_combine64(before, behind, static_cast<z_off64_t>(size)));
}

void OpenChunk::begin() noexcept {
  for (const std::uint16_t channel : channels_) entries_[channel].clear();
  channels_.clear();
  start_ = end_ = size_ = 0;
  crc_ = 0;
}

void OpenChunk::add_message(std::uint16_t channel, std::uint64_t log_time) {
  if (channel >= entries_.size()) entries_.resize(channel + std::size_t{1});
  start_ = channels_.empty() ? log_time : std::min(start_, log_time);
  end_ = std::max(end_, log_time);
  if (entries_[channel].empty()) channels_.push_back(channel);
  entries_[channel].push_back({log_time, size_});
}

ChunkHead OpenChunk::head(bool with_crc) const {
  ChunkHead head;
  head.start_time = start_;
  head.end_time = end_;
  head.uncompressed_size = head.records_size = size_;
  head.uncompressed_crc = with_crc ? crc_ : 0;
  return head;
}

void OpenChunk::put_indexes(Packer& to, std::uint64_t place, ChunkIndex& index) const {
  constexpr std::uint64_t kHead = kRecordHead + 6;  // and a channel's id, and a length
  const std::uint64_t begin = place;
  for (const std::uint16_t channel : channels_) {
    index.message_index_offsets.emplace(channel, place);
    put_message_index(to, channel, entries_[channel]);
    place += kHead + entries_[channel].size() * sizeof(MessageIndexEntry);
  }
  index.message_index_length = place - begin;
}

}  // namespace ranvier::bag::mcap
