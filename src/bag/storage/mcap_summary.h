// What a writer of MCAP keeps of a file until it ends: the summary.
//
// Of each chunk it is a record of about 80 bytes, and 10 for each channel that the chunk has: a
// recording of hours has millions. They wait in a Spill.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bag/storage/mcap_options.h"
#include "bag/storage/mcap_records.h"
#include "bag/storage/spill.h"

namespace ranvier::bag::mcap {

/// Threads: one at a time.
class Summary final {
 public:
  /// @param folder  of the file: where the index of its chunks waits; empty: in memory.
  explicit Summary(const McapOptions& options, std::string folder = {})
      : options_(options), chunks_(std::move(folder)) {}

  void add(const Schema& schema);
  void add(const Channel& channel);
  void add(const ChunkIndex& index);
  void add(const AttachmentIndex& index);
  void add(const MetadataIndex& index);
  /// Contract: no allocation, but for the first message of a channel.
  void count(std::uint16_t channel, std::uint64_t log_time);
  /// All messages of a file at once, by channel, and their first and last time.
  void count(const std::map<std::uint16_t, std::uint64_t>& messages, std::uint64_t start,
             std::uint64_t end);

  /// Gives the records of the summary and the footer, in pieces.
  /// @param place  where they begin in the file. Fails with what `take` fails with. Contract: once.
  Result<void> put(std::uint64_t place, const Spill::Take& take);

 private:
  class Groups;
  Statistics statistics() const;
  Result<void> put_groups(Groups& groups);

  McapOptions options_;
  Buffer schemas_;   // records
  Buffer channels_;  // records
  std::uint16_t schema_count_ = 0;
  std::uint32_t channel_count_ = 0;
  Spill chunks_;  // records
  std::uint32_t chunk_count_ = 0;
  Buffer attachments_;  // records of their index
  std::uint32_t attachment_count_ = 0;
  Buffer metadata_;  // records of their index
  std::uint32_t metadata_count_ = 0;
  std::vector<std::uint64_t> messages_;  // by channel
  std::uint64_t message_count_ = 0;
  std::uint64_t start_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace ranvier::bag::mcap
