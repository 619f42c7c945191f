// Writes one MCAP file, as rosbag2 does, and leaves one that opens at every instant.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bag/storage/file.h"
#include "bag/storage/file_writer.h"
#include "bag/storage/mcap_chunk.h"
#include "bag/storage/mcap_options.h"
#include "bag/storage/mcap_summary.h"

namespace ranvier::bag {

/// One file of MCAP.
///
/// Without compression, bytes go from where they lie to the kernel within write(): one system
/// call for all messages of a call, and one that brings the head of the open chunk up to date.
/// Between the two, the messages lie behind the chunk, which MCAP allows. With compression, the
/// open chunk is kept in memory until it is full, or until flush().
/// See docs/decisions/0082.
///
/// Threads: one at a time.
class McapWriter final : public FileWriter {
 public:
  /// Makes the file, which must not exist.
  static Result<std::unique_ptr<McapWriter>> create(const std::string& path,
                                                    const McapOptions& options);

  Result<void> add_topic(const Topic& topic, const Definition& definition) override;
  Result<void> write(std::span<const BagMessage> messages) override;
  Result<void> flush() override;
  std::span<const std::uint64_t> lost() const override {
    return failed_ ? std::span<const std::uint64_t>(unsaved_) : std::span<const std::uint64_t>();
  }
  std::uint64_t size() const override;
  Result<void> note(const std::string& yaml) override;
  Result<void> finish() override;
  /// Adds a record that the format keeps beside messages.
  Result<void> attach(const mcap::Attachment& attachment);
  Result<void> note(const mcap::Metadata& metadata);

 private:
  struct Patch {
    std::uint64_t place;
    Buffer head;
  };
  /// Where the head of the open chunk lies, when its records go to the file as they come.
  struct HeadPlace {
    std::uint64_t in_file;
    std::optional<std::size_t> in_gather;  // until it is written
  };

  McapWriter(OutputFile file, const McapOptions& options);
  bool compresses() const noexcept { return options_.compression != Compression::kNone; }
  std::uint64_t place() const noexcept { return file_.size() + gather_.size(); }

  Result<void> check(std::span<const BagMessage> messages) const;
  Result<void> add(const BagMessage& message);
  void count_unsaved(std::span<const BagMessage> messages);
  std::uint16_t schema_of(const std::string& type, const Definition& definition);
  void begin_chunk();
  void introduce(TopicId topic);
  void put_record(std::size_t size_before);
  void put_parts(const BagMessage& message, std::uint64_t size);
  Packer records();
  std::size_t records_place() const noexcept;
  void end_chunk_in_file();
  Result<void> end_compressed_chunk();
  Result<void> end_chunk();
  void end_index(mcap::ChunkIndex index);
  void set_head(const Buffer& head);
  Buffer head_now() const;
  Result<void> write_out();
  Result<void> write_gather();
  Result<void> put_end();
  template <class Put>
  std::pair<std::uint64_t, std::uint64_t> put_beside(Put put);

  McapOptions options_;
  OutputFile file_;
  Gather gather_;
  std::vector<Patch> patches_;  // of chunks that ended, whose heads are in the file already
  mcap::Summary summary_;
  Compressor compressor_;

  std::vector<mcap::Channel> channels_;  // by topic
  std::vector<mcap::Schema> schemas_;
  std::map<std::pair<std::string, std::string>, std::uint16_t> schema_ids_;  // type, text
  std::vector<bool> written_;                                                // by topic
  std::vector<bool> schema_written_;                                         // by id

  bool chunk_open_ = false;
  mcap::OpenChunk chunk_;
  Buffer kept_;                         // its records, when they are to be compressed
  std::vector<std::uint64_t> unsaved_;  // messages in kept_ of calls that are over, by topic
  HeadPlace head_{};
  std::uint32_t data_crc_ = 0;  // of the file up to the open chunk
  std::optional<Error> failed_;
};

}  // namespace ranvier::bag
