#include "bag/storage/mcap_writer.h"

#include <filesystem>
#include <limits>

namespace ranvier::bag {
namespace {

constexpr std::string_view kProfile = "ros2";
constexpr std::string_view kWriterName = "ranvier";
constexpr std::size_t kMostTopics = std::numeric_limits<std::uint16_t>::max();

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

std::uint64_t size_of(const BagMessage& message) {
  std::uint64_t size = 0;
  for (const Bytes part : message.parts) size += part.size();
  return size;
}

}  // namespace

McapWriter::McapWriter(OutputFile file, const McapOptions& options)
    : options_(options),
      file_(std::move(file)),
      summary_(options, folder_of(file_.path())),
      compressor_(options.compression, options.level) {}

Result<std::unique_ptr<McapWriter>> McapWriter::create(const std::string& path,
                                                       const McapOptions& options) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  std::unique_ptr<McapWriter> writer(new McapWriter(*std::move(file), options));
  writer->put_beside([](Packer to) {
    to.bytes(bytes_of(mcap::kMagic));
    mcap::put_header(to, kProfile, kWriterName);
  });
  if (const auto done = writer->write_out(); !done) return done.error();
  return writer;
}

Result<void> McapWriter::add_topic(const Topic& topic, const Definition& definition) {
  if (channels_.size() == kMostTopics) {
    return Error{Code::kFull, "Topic '" + topic.name + "': an MCAP file holds at most " +
                                  std::to_string(kMostTopics) + " topics. Record fewer at once."};
  }
  channels_.push_back(
      {static_cast<std::uint16_t>(channels_.size() + 1),
       schema_of(topic.type, definition),
       topic.name,
       topic.format,
       {{"offered_qos_profiles", topic.offered_qos}, {"topic_type_hash", topic.type_hash}}});
  written_.push_back(false);
  return {};
}

/// The id of a schema; 0, which is none, for a topic that has no type, as of another MCAP.
std::uint16_t McapWriter::schema_of(const std::string& type, const Definition& definition) {
  if (type.empty() && definition.text.empty()) return 0;
  const auto [found, is_new] = schema_ids_.try_emplace(
      {type, definition.text}, static_cast<std::uint16_t>(schemas_.size() + 1));
  if (is_new) {
    schemas_.push_back({found->second, type, definition.encoding, definition.text});
    schema_written_.push_back(false);
  }
  return found->second;
}

std::uint64_t McapWriter::size() const { return place() + kept_.size(); }

/// Where records of the open chunk go, or of the file where there are no chunks.
Packer McapWriter::records() { return chunk_open_ && compresses() ? Packer(kept_) : gather_.own(); }

std::size_t McapWriter::records_place() const noexcept {
  return chunk_open_ && compresses() ? kept_.size() : gather_.own_place();
}

/// Counts the record that was put behind `before`.
void McapWriter::put_record(std::size_t before) {
  const std::size_t size = records_place() - before;
  const bool kept = chunk_open_ && compresses();
  const Bytes bytes = kept ? Bytes(kept_).subspan(before) : gather_.own_bytes(before, size);
  if (chunk_open_) {
    chunk_.grow(size);
    if (options_.chunk_crc || options_.data_crc) chunk_.add_crc(bytes);
  } else if (options_.data_crc) {
    data_crc_ = mcap::crc_over(data_crc_, bytes);
  }
}

void McapWriter::begin_chunk() {
  chunk_open_ = true;
  chunk_.begin();
  if (compresses()) return;
  const std::uint64_t in_file = place();
  Packer to = gather_.own();
  head_ = {in_file, gather_.own_place()};
  mcap::put(to, mcap::ChunkHead{});
}

/// Before the first message of a topic stand its schema and its channel.
void McapWriter::introduce(TopicId topic) {
  if (written_[topic]) return;
  written_[topic] = true;
  const mcap::Channel& channel = channels_[topic];
  const std::size_t before = records_place();
  Packer to = records();
  if (channel.schema_id != 0 && !schema_written_[channel.schema_id - 1U]) {
    schema_written_[channel.schema_id - 1U] = true;
    mcap::put(to, schemas_[channel.schema_id - 1U]);
    summary_.add(schemas_[channel.schema_id - 1U]);
  }
  mcap::put(to, channel);
  summary_.add(channel);
  put_record(before);
}

void McapWriter::put_parts(const BagMessage& message, std::uint64_t size) {
  const bool crc = options_.data_crc || (chunk_open_ && options_.chunk_crc);
  for (const Bytes part : message.parts) {
    if (chunk_open_ && compresses()) {
      Packer(kept_).bytes(part);
    } else {
      gather_.borrow(part);
    }
    if (!crc) continue;
    if (chunk_open_) {
      chunk_.add_crc(part);
    } else {
      data_crc_ = mcap::crc_over(data_crc_, part);
    }
  }
  if (chunk_open_) chunk_.grow(size);
}

Result<void> McapWriter::check(std::span<const BagMessage> messages) const {
  for (const BagMessage& message : messages) {
    if (message.topic < channels_.size()) continue;
    return Error{Code::kInvalidArgument, "Bag file '" + file_.path() + "' has no topic number " +
                                             std::to_string(message.topic) + ". Add it first."};
  }
  return {};
}

Result<void> McapWriter::add(const BagMessage& message) {
  if (options_.chunking && !chunk_open_) begin_chunk();
  introduce(message.topic);
  mcap::Message head;
  head.channel_id = channels_[message.topic].id;
  head.log_time = static_cast<std::uint64_t>(message.received_ns);
  head.publish_time = static_cast<std::uint64_t>(message.sent_ns);
  if (chunk_open_) chunk_.add_message(head.channel_id, head.log_time);
  const std::uint64_t size = size_of(message);
  Packer to = records();
  const std::size_t before = records_place();
  mcap::put_message_head(to, head, size);
  put_record(before);
  put_parts(message, size);
  summary_.count(head.channel_id, head.log_time);
  if (chunk_open_ && chunk_.size() >= options_.chunk_size) return end_chunk();
  return {};
}

Result<void> McapWriter::write(std::span<const BagMessage> messages) {
  if (failed_) return *failed_;
  if (const auto known = check(messages); !known) return known;
  std::size_t saved = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (const auto added = add(messages[i]); !added) {
      failed_ = added.error();
      return added;
    }
    if (!chunk_open_) saved = i + 1;
  }
  if (const auto done = write_out(); !done) return done;
  if (compresses()) count_unsaved(messages.subspan(saved));
  return {};
}

void McapWriter::count_unsaved(std::span<const BagMessage> messages) {
  unsaved_.resize(channels_.size());
  for (const BagMessage& message : messages) ++unsaved_[message.topic];
}

Buffer McapWriter::head_now() const {
  Buffer head;
  Packer to(head);
  mcap::put(to, chunk_.head(options_.chunk_crc));
  return head;
}

/// Brings the head of the open chunk up to date, in memory or in the file.
void McapWriter::set_head(const Buffer& head) {
  if (!head_.in_gather) {
    patches_.push_back({head_.in_file, head});
    return;
  }
  const auto to = gather_.own_bytes(*head_.in_gather, head.size());
  std::copy(head.begin(), head.end(), to.begin());
}

void McapWriter::end_chunk_in_file() {
  const Buffer head = head_now();
  set_head(head);
  if (options_.data_crc) {
    data_crc_ = mcap::crc_over(data_crc_, head);
    data_crc_ = mcap::crc_joined(data_crc_, chunk_.crc(), chunk_.size());
  }
  mcap::ChunkIndex index;
  index.chunk_start_offset = head_.in_file;
  index.chunk_length = head.size() + chunk_.size();
  index.compressed_size = chunk_.size();
  end_index(std::move(index));
}

Result<void> McapWriter::end_compressed_chunk() {
  const Result<Bytes> frame = compressor_.compress(kept_);
  if (!frame) {
    return Error{frame.error().code, "Bag file '" + file_.path() + "': " + frame.error().what};
  }
  const bool shrinks = frame->size() < kept_.size() || options_.force_compression;
  mcap::ChunkHead head = chunk_.head(options_.chunk_crc);
  head.compression = shrinks ? name_of(options_.compression) : "";
  const Bytes records = shrinks ? *frame : Bytes(kept_);
  head.records_size = records.size();

  mcap::ChunkIndex index;
  index.chunk_start_offset = place();
  index.compression = head.compression;
  index.compressed_size = records.size();
  Packer to = gather_.own();
  const std::size_t before = gather_.own_place();
  mcap::put(to, head);
  const std::size_t head_size = gather_.own_place() - before;
  index.chunk_length = head_size + records.size();
  if (options_.data_crc) {
    data_crc_ = mcap::crc_over(data_crc_, gather_.own_bytes(before, head_size));
    data_crc_ = mcap::crc_over(data_crc_, records);
  }
  gather_.borrow(records);
  end_index(std::move(index));
  const auto done = write_gather();  // the frame is borrowed
  kept_.clear();
  if (done) unsaved_.clear();
  return done;
}

/// The message indexes behind a chunk, and its row in the summary.
void McapWriter::end_index(mcap::ChunkIndex index) {
  const mcap::ChunkHead head = chunk_.head(false);
  index.start_time = head.start_time;
  index.end_time = head.end_time;
  index.uncompressed_size = head.uncompressed_size;
  chunk_open_ = false;
  if (options_.message_index) {
    const std::uint64_t behind = place();
    Packer to = gather_.own();
    const std::size_t before = gather_.own_place();
    chunk_.put_indexes(to, behind, index);
    put_record(before);
  }
  summary_.add(index);
}

Result<void> McapWriter::end_chunk() {
  if (!chunk_open_) return {};
  if (compresses()) return end_compressed_chunk();
  end_chunk_in_file();
  return {};
}

Result<void> McapWriter::write_gather() {
  if (const auto done = gather_.write(file_); !done) {
    failed_ = done.error();
    return done;
  }
  head_.in_gather.reset();
  for (const Patch& patch : std::exchange(patches_, {})) {
    if (const auto done = file_.patch(patch.place, patch.head); !done) {
      failed_ = done.error();
      return done;
    }
  }
  return {};
}

Result<void> McapWriter::write_out() {
  if (chunk_open_ && !compresses()) set_head(head_now());
  return write_gather();
}

Result<void> McapWriter::flush() {
  if (failed_) return *failed_;
  if (!compresses()) return {};
  if (const auto ended = end_chunk(); !ended) return ended;
  return write_out();
}

/// A record of the file that lies in no chunk. @return its place and its length.
template <class Put>
std::pair<std::uint64_t, std::uint64_t> McapWriter::put_beside(Put put) {
  const std::uint64_t begin = place();
  Packer to = gather_.own();
  const std::size_t before = gather_.own_place();
  put(to);
  put_record(before);
  return {begin, place() - begin};
}

Result<void> McapWriter::note(const mcap::Metadata& metadata) {
  if (failed_) return *failed_;
  if (const auto ended = end_chunk(); !ended) return ended;
  const auto [offset, length] = put_beside([&](Packer to) { mcap::put(to, metadata); });
  summary_.add(mcap::MetadataIndex{offset, length, metadata.name});
  return write_out();
}

Result<void> McapWriter::note(const std::string& yaml) {
  return note(mcap::Metadata{"rosbag2", {{"serialized_metadata", yaml}}});
}

Result<void> McapWriter::attach(const mcap::Attachment& attachment) {
  if (failed_) return *failed_;
  if (const auto ended = end_chunk(); !ended) return ended;
  const auto [offset, length] =
      put_beside([&](Packer to) { mcap::put(to, attachment, options_.attachment_crc); });
  summary_.add(mcap::AttachmentIndex{offset, length, attachment.log_time, attachment.create_time,
                                     attachment.data.size(), attachment.name,
                                     attachment.media_type});
  return write_out();
}

Result<void> McapWriter::finish() {
  if (failed_) return *failed_;
  if (const auto ended = end_chunk(); !ended) return ended;
  for (TopicId topic = 0; topic < channels_.size(); ++topic) introduce(topic);
  if (const auto done = write_out(); !done) return done;
  const std::uint64_t end = file_.size();
  const auto done = put_end();
  if (!done) {
    failed_ = done.error();
    (void)file_.shrink(end);  // a summary that is cut would be damage
  }
  return done;
}

/// What stands behind the data.
Result<void> McapWriter::put_end() {
  Buffer data_end;
  Packer to(data_end);
  mcap::put_data_end(to, options_.data_crc ? data_crc_ : 0);
  if (const auto done = file_.append(data_end); !done) return done;
  const auto done = summary_.put(file_.size(), [this](Bytes bytes) { return file_.append(bytes); });
  return done ? file_.append(bytes_of(mcap::kMagic)) : done;
}

}  // namespace ranvier::bag
