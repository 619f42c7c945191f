// What a writer of MCAP keeps of a file until it ends: the summary.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bag/storage/mcap_options.h"
#include "bag/storage/mcap_records.h"

namespace ranvier::bag::mcap {

/// Threads: one at a time.
class Summary final {
 public:
  explicit Summary(const McapOptions& options) : options_(options) {}

  void add(const Schema& schema);
  void add(const Channel& channel);
  void add(ChunkIndex index) { chunks_.push_back(std::move(index)); }
  void add(AttachmentIndex index) { attachments_.push_back(std::move(index)); }
  void add(MetadataIndex index) { metadata_.push_back(std::move(index)); }
  /// Contract: no allocation, but for the first message of a channel.
  void count(std::uint16_t channel, std::uint64_t log_time);
  /// All messages of a file at once, by channel, and their first and last time.
  void count(const std::map<std::uint16_t, std::uint64_t>& messages, std::uint64_t start,
             std::uint64_t end);

  /// Appends the records of the summary and the footer.
  /// @param place  where `to` lies in the file. @param begin  where in `to` the summary begins.
  void put(Buffer& to, std::size_t begin, std::uint64_t place) const;

 private:
  struct Groups;
  Statistics statistics() const;

  McapOptions options_;
  Buffer schemas_;   // records
  Buffer channels_;  // records
  std::uint16_t schema_count_ = 0;
  std::uint32_t channel_count_ = 0;
  std::vector<ChunkIndex> chunks_;
  std::vector<AttachmentIndex> attachments_;
  std::vector<MetadataIndex> metadata_;
  std::vector<std::uint64_t> messages_;  // by channel
  std::uint64_t message_count_ = 0;
  std::uint64_t start_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace ranvier::bag::mcap
