#include "bag/storage/mcap_records.h"

#include <zlib.h>

#include <array>

namespace ranvier::bag::mcap {
namespace {

/// A record for a scope: its opcode, and its length at the end.
class Record final {
 public:
  Record(Packer& to, Op op) : to_(to) {
    to.number(static_cast<std::uint8_t>(op));
    place_ = to.open<std::uint64_t>();
  }
  ~Record() { to_.close<std::uint64_t>(place_); }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

 private:
  Packer& to_;
  std::size_t place_;
};

void put_map(Packer& to, const std::map<std::string, std::string>& map) {
  const auto place = to.open<std::uint32_t>();
  for (const auto& [key, value] : map) to.text(key).text(value);
  to.close<std::uint32_t>(place);
}

void put_map(Packer& to, const std::map<std::uint16_t, std::uint64_t>& map) {
  const auto place = to.open<std::uint32_t>();
  for (const auto& [key, value] : map) to.number(key).number(value);
  to.close<std::uint32_t>(place);
}

std::map<std::string, std::string> texts(Unpacker& from) {
  std::map<std::string, std::string> map;
  for (Unpacker inner = from.array(); !inner.done();) {
    std::string key(inner.text());
    map.insert_or_assign(std::move(key), std::string(inner.text()));
  }
  return map;
}

std::map<std::uint16_t, std::uint64_t> numbers(Unpacker& from) {
  std::map<std::uint16_t, std::uint64_t> map;
  for (Unpacker inner = from.array(); !inner.done();) {
    const auto key = inner.number<std::uint16_t>();
    map.insert_or_assign(key, inner.number<std::uint64_t>());
  }
  return map;
}

template <class R>
std::optional<R> unless_failed(const Unpacker& from, R&& record) {
  if (from.failed()) return std::nullopt;
  return std::forward<R>(record);
}

}  // namespace

std::string name_of(Op op) {
  constexpr std::array kNames{"Header",        "Footer",          "Schema",       "Channel",
                              "Message",       "Chunk",           "MessageIndex", "ChunkIndex",
                              "Attachment",    "AttachmentIndex", "Statistics",   "Metadata",
                              "MetadataIndex", "SummaryOffset",   "DataEnd"};
  const auto number = static_cast<unsigned>(op);
  if (number >= 1 && number <= kNames.size()) return kNames[number - 1];
  constexpr std::string_view kDigits = "0123456789abcdef";
  return std::string("record 0x") + kDigits[number >> 4] + kDigits[number & 15];
}

void put_header(Packer& to, std::string_view profile, std::string_view library) {
  const Record record(to, Op::kHeader);
  to.text(profile).text(library);
}

void put(Packer& to, const Schema& schema) {
  const Record record(to, Op::kSchema);
  to.number(schema.id).text(schema.name).text(schema.encoding).text(schema.data);
}

void put(Packer& to, const Channel& channel) {
  const Record record(to, Op::kChannel);
  to.number(channel.id).number(channel.schema_id).text(channel.topic);
  to.text(channel.message_encoding);
  put_map(to, channel.metadata);
}

void put_message_head(Packer& to, const Message& message, std::uint64_t data_size) {
  to.number(static_cast<std::uint8_t>(Op::kMessage)).number(Message::kHead + data_size);
  to.number(message.channel_id).number(message.sequence);
  to.number(message.log_time).number(message.publish_time);
}

void put(Packer& to, const ChunkHead& head) {
  to.number(static_cast<std::uint8_t>(Op::kChunk));
  to.number(ChunkHead::kHead + head.compression.size() + head.records_size);
  to.number(head.start_time).number(head.end_time).number(head.uncompressed_size);
  to.number(head.uncompressed_crc).text(head.compression).number(head.records_size);
}

void put_message_index(Packer& to, std::uint16_t channel,
                       const std::vector<MessageIndexEntry>& entries) {
  const Record record(to, Op::kMessageIndex);
  to.number(channel);
  const Bytes bytes = std::as_bytes(std::span(entries));
  to.number(static_cast<std::uint32_t>(bytes.size())).bytes(bytes);
}

void put(Packer& to, const ChunkIndex& index) {
  const Record record(to, Op::kChunkIndex);
  to.number(index.start_time).number(index.end_time);
  to.number(index.chunk_start_offset).number(index.chunk_length);
  put_map(to, index.message_index_offsets);
  to.number(index.message_index_length).text(index.compression);
  to.number(index.compressed_size).number(index.uncompressed_size);
}

void put(Packer& to, const Attachment& attachment, bool with_crc) {
  Buffer body;
  Packer inner(body);
  inner.number(attachment.log_time).number(attachment.create_time);
  inner.text(attachment.name).text(attachment.media_type);
  inner.number(std::uint64_t{attachment.data.size()}).bytes(attachment.data);
  const auto crc = ::crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size());
  inner.number(with_crc ? static_cast<std::uint32_t>(crc) : std::uint32_t{0});
  const Record record(to, Op::kAttachment);
  to.bytes(body);
}

void put(Packer& to, const AttachmentIndex& index) {
  const Record record(to, Op::kAttachmentIndex);
  to.number(index.offset).number(index.length).number(index.log_time).number(index.create_time);
  to.number(index.data_size).text(index.name).text(index.media_type);
}

void put(Packer& to, const Statistics& statistics) {
  const Record record(to, Op::kStatistics);
  to.number(statistics.message_count).number(statistics.schema_count);
  to.number(statistics.channel_count).number(statistics.attachment_count);
  to.number(statistics.metadata_count).number(statistics.chunk_count);
  to.number(statistics.message_start_time).number(statistics.message_end_time);
  put_map(to, statistics.channel_message_counts);
}

void put(Packer& to, const Metadata& metadata) {
  const Record record(to, Op::kMetadata);
  to.text(metadata.name);
  put_map(to, metadata.values);
}

void put(Packer& to, const MetadataIndex& index) {
  const Record record(to, Op::kMetadataIndex);
  to.number(index.offset).number(index.length).text(index.name);
}

void put_summary_offset(Packer& to, Op group, std::uint64_t start, std::uint64_t length) {
  const Record record(to, Op::kSummaryOffset);
  to.number(static_cast<std::uint8_t>(group)).number(start).number(length);
}

void put_data_end(Packer& to, std::uint32_t crc) {
  const Record record(to, Op::kDataEnd);
  to.number(crc);
}

void put_footer_head(Packer& to, const Footer& footer) {
  to.number(static_cast<std::uint8_t>(Op::kFooter)).number(std::uint64_t{20});
  to.number(footer.summary_start).number(footer.summary_offset_start);
}

std::optional<Footer> read_footer(Bytes body) {
  Unpacker from(body);
  Footer footer;
  footer.summary_start = from.number<std::uint64_t>();
  footer.summary_offset_start = from.number<std::uint64_t>();
  footer.summary_crc = from.number<std::uint32_t>();
  return unless_failed(from, std::move(footer));
}

std::optional<Schema> read_schema(Bytes body) {
  Unpacker from(body);
  Schema schema;
  schema.id = from.number<std::uint16_t>();
  schema.name = from.text();
  schema.encoding = from.text();
  schema.data = from.text();
  return unless_failed(from, std::move(schema));
}

std::optional<Channel> read_channel(Bytes body) {
  Unpacker from(body);
  Channel channel;
  channel.id = from.number<std::uint16_t>();
  channel.schema_id = from.number<std::uint16_t>();
  channel.topic = from.text();
  channel.message_encoding = from.text();
  channel.metadata = texts(from);
  return unless_failed(from, std::move(channel));
}

std::optional<Message> read_message(Bytes body) {
  Unpacker from(body);
  Message message;
  message.channel_id = from.number<std::uint16_t>();
  message.sequence = from.number<std::uint32_t>();
  message.log_time = from.number<std::uint64_t>();
  message.publish_time = from.number<std::uint64_t>();
  message.data = from.rest();
  return unless_failed(from, std::move(message));
}

std::optional<ChunkHead> read_chunk_head(Bytes body) {
  Unpacker from(body);
  ChunkHead head;
  head.start_time = from.number<std::uint64_t>();
  head.end_time = from.number<std::uint64_t>();
  head.uncompressed_size = from.number<std::uint64_t>();
  head.uncompressed_crc = from.number<std::uint32_t>();
  head.compression = from.text();
  head.records_size = from.number<std::uint64_t>();
  return unless_failed(from, std::move(head));
}

std::optional<ChunkIndex> read_chunk_index(Bytes body) {
  Unpacker from(body);
  ChunkIndex index;
  index.start_time = from.number<std::uint64_t>();
  index.end_time = from.number<std::uint64_t>();
  index.chunk_start_offset = from.number<std::uint64_t>();
  index.chunk_length = from.number<std::uint64_t>();
  index.message_index_offsets = numbers(from);
  index.message_index_length = from.number<std::uint64_t>();
  index.compression = from.text();
  index.compressed_size = from.number<std::uint64_t>();
  index.uncompressed_size = from.number<std::uint64_t>();
  return unless_failed(from, std::move(index));
}

std::optional<Statistics> read_statistics(Bytes body) {
  Unpacker from(body);
  Statistics statistics;
  statistics.message_count = from.number<std::uint64_t>();
  statistics.schema_count = from.number<std::uint16_t>();
  statistics.channel_count = from.number<std::uint32_t>();
  statistics.attachment_count = from.number<std::uint32_t>();
  statistics.metadata_count = from.number<std::uint32_t>();
  statistics.chunk_count = from.number<std::uint32_t>();
  statistics.message_start_time = from.number<std::uint64_t>();
  statistics.message_end_time = from.number<std::uint64_t>();
  statistics.channel_message_counts = numbers(from);
  return unless_failed(from, std::move(statistics));
}

std::optional<Attachment> read_attachment(Bytes body) {
  Unpacker from(body);
  Attachment attachment;
  attachment.log_time = from.number<std::uint64_t>();
  attachment.create_time = from.number<std::uint64_t>();
  attachment.name = from.text();
  attachment.media_type = from.text();
  attachment.data = from.bytes(from.number<std::uint64_t>());
  return unless_failed(from, std::move(attachment));
}

std::optional<Metadata> read_metadata(Bytes body) {
  Unpacker from(body);
  Metadata metadata;
  metadata.name = from.text();
  metadata.values = texts(from);
  return unless_failed(from, std::move(metadata));
}

std::optional<MetadataIndex> read_metadata_index(Bytes body) {
  Unpacker from(body);
  MetadataIndex index;
  index.offset = from.number<std::uint64_t>();
  index.length = from.number<std::uint64_t>();
  index.name = from.text();
  return unless_failed(from, std::move(index));
}

}  // namespace ranvier::bag::mcap
