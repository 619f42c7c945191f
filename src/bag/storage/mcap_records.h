// Records of MCAP: how each lies in a file, and how it is read.
//
// The names and the order of the members are those of the format's specification
// (https://mcap.dev/spec). Texts and bytes of what was read point into what it was read from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bag/storage/bytes.h"

namespace ranvier::bag::mcap {

inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};
inline constexpr std::size_t kRecordHead = 9;  // opcode and length
inline constexpr std::size_t kFooterSize = kRecordHead + 20;

enum class Op : std::uint8_t {
  kHeader = 1,
  kFooter,
  kSchema,
  kChannel,
  kMessage,
  kChunk,
  kMessageIndex,
  kChunkIndex,
  kAttachment,
  kAttachmentIndex,
  kStatistics,
  kMetadata,
  kMetadataIndex,
  kSummaryOffset,
  kDataEnd,
};

/// A time of the format. Beyond the year 2262 all are one.
constexpr std::int64_t to_ns(std::uint64_t time) noexcept {
  return static_cast<std::int64_t>(
      std::min<std::uint64_t>(time, std::numeric_limits<std::int64_t>::max()));
}

/// "Chunk", or "record 0x80".
std::string name_of(Op op);

struct Footer {
  std::uint64_t summary_start = 0;
  std::uint64_t summary_offset_start = 0;
  std::uint32_t summary_crc = 0;
};

struct Schema {
  std::uint16_t id = 0;
  std::string name;
  std::string encoding;
  std::string data;
};

struct Channel {
  std::uint16_t id = 0;
  std::uint16_t schema_id = 0;
  std::string topic;
  std::string message_encoding;
  std::map<std::string, std::string> metadata;
};

struct Message {
  static constexpr std::size_t kHead = 22;  // bytes of the body before data
  std::uint16_t channel_id = 0;
  std::uint32_t sequence = 0;
  std::uint64_t log_time = 0;
  std::uint64_t publish_time = 0;
  Bytes data;
};

/// The head of a chunk: all but its records.
struct ChunkHead {
  static constexpr std::size_t kHead = 40;  // bytes of the body, but for the compression's name
  std::uint64_t start_time = 0;
  std::uint64_t end_time = 0;
  std::uint64_t uncompressed_size = 0;
  std::uint32_t uncompressed_crc = 0;
  std::string compression;
  std::uint64_t records_size = 0;
};

struct ChunkIndex {
  std::uint64_t start_time = 0;
  std::uint64_t end_time = 0;
  std::uint64_t chunk_start_offset = 0;
  std::uint64_t chunk_length = 0;
  std::map<std::uint16_t, std::uint64_t> message_index_offsets;
  std::uint64_t message_index_length = 0;
  std::string compression;
  std::uint64_t compressed_size = 0;
  std::uint64_t uncompressed_size = 0;
};

struct Statistics {
  std::uint64_t message_count = 0;
  std::uint16_t schema_count = 0;
  std::uint32_t channel_count = 0;
  std::uint32_t attachment_count = 0;
  std::uint32_t metadata_count = 0;
  std::uint32_t chunk_count = 0;
  std::uint64_t message_start_time = 0;
  std::uint64_t message_end_time = 0;
  std::map<std::uint16_t, std::uint64_t> channel_message_counts;
};

struct Attachment {
  std::uint64_t log_time = 0;
  std::uint64_t create_time = 0;
  std::string name;
  std::string media_type;
  Bytes data;
};

struct AttachmentIndex {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint64_t log_time = 0;
  std::uint64_t create_time = 0;
  std::uint64_t data_size = 0;
  std::string name;
  std::string media_type;
};

struct Metadata {
  std::string name;
  std::map<std::string, std::string> values;
};

struct MetadataIndex {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string name;
};

struct MessageIndexEntry {
  std::uint64_t log_time;
  std::uint64_t offset;  // in the chunk's records
};
static_assert(sizeof(MessageIndexEntry) == 16, "as it lies in a file");

// Each appends one record. Contract: any thread.
void put_header(Packer& to, std::string_view profile, std::string_view library);
void put(Packer& to, const Schema& schema);
void put(Packer& to, const Channel& channel);
/// The record up to its data, of which `data_size` bytes must follow.
void put_message_head(Packer& to, const Message& message, std::uint64_t data_size);
/// The record up to its records, of which records_size bytes must follow.
void put(Packer& to, const ChunkHead& head);
void put_message_index(Packer& to, std::uint16_t channel,
                       const std::vector<MessageIndexEntry>& entries);
void put(Packer& to, const ChunkIndex& index);
void put(Packer& to, const Attachment& attachment, bool with_crc);
void put(Packer& to, const AttachmentIndex& index);
void put(Packer& to, const Statistics& statistics);
void put(Packer& to, const Metadata& metadata);
void put(Packer& to, const MetadataIndex& index);
void put_summary_offset(Packer& to, Op group, std::uint64_t start, std::uint64_t length);
void put_data_end(Packer& to, std::uint32_t crc);
/// The record up to its CRC, which must follow.
void put_footer_head(Packer& to, const Footer& footer);

// Each reads the body of one record; nothing if it is too short.
// Contract: any thread.
std::optional<Footer> read_footer(Bytes body);
std::optional<Schema> read_schema(Bytes body);
std::optional<Channel> read_channel(Bytes body);
std::optional<Message> read_message(Bytes body);
/// `body` is at least the head; the records themselves need not be there.
std::optional<ChunkHead> read_chunk_head(Bytes body);
std::optional<ChunkIndex> read_chunk_index(Bytes body);
std::optional<Statistics> read_statistics(Bytes body);
std::optional<Attachment> read_attachment(Bytes body);
std::optional<Metadata> read_metadata(Bytes body);
std::optional<MetadataIndex> read_metadata_index(Bytes body);

}  // namespace ranvier::bag::mcap
