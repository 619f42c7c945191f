#include "bag/storage/mcap_mend.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "bag/storage/mcap_chunk.h"
#include "bag/storage/mcap_index.h"
#include "bag/storage/mcap_summary.h"

namespace ranvier::bag::mcap {
namespace {

/// Where the records of a file lie, up to its last whole one.
/// Threads: one.
class Survey final {
 public:
  explicit Survey(const InputFile& file) : file_(file), walk_(file, kMagic.size(), file.size()) {}

  Result<void> run();

  /// False for what is damaged, or is not laid out as a recorder leaves it.
  [[nodiscard]] bool is_mendable() const noexcept { return mendable_; }

  std::vector<ChunkIndex> chunks;
  std::uint64_t indexed = 0;  // messages, in the indexes behind the last chunk
  std::vector<MetadataIndex> metadata;
  std::vector<AttachmentIndex> attachments;
  std::uint64_t end = kMagic.size();        // of the last whole record
  std::optional<std::uint64_t> last_chunk;  // where it begins, whole or not
  bool last_is_cut = false;                 // by the end of the file
  bool has_plain = false;                   // messages behind the last chunk
 private:
  Result<bool> take(const Place& record);
  Result<void> take_chunk(const Place& record);
  Result<void> take_message_index(const Place& record);
  Result<void> take_beside(const Place& record);
  Result<void> look_at_rest(std::uint64_t begin);

  const InputFile& file_;
  Walk walk_;
  bool mendable_ = true;
};

Result<void> Survey::take_chunk(const Place& record) {
  if (has_plain) mendable_ = false;
  last_chunk = record.begin;
  indexed = 0;
  if (walk_.is_cut(record)) {
    last_is_cut = true;
    return {};
  }
  const auto body = walk_.body(record, ChunkHead::kHead + 8);
  if (!body) return body.error();
  const auto head = read_chunk_head(*body);
  if (!head) {
    mendable_ = false;
    return {};
  }
  ChunkIndex index;
  index.start_time = head->start_time;
  index.end_time = head->end_time;
  index.chunk_start_offset = record.begin;
  index.chunk_length = record.end() - record.begin;
  index.compression = head->compression;
  index.compressed_size = head->records_size;
  index.uncompressed_size = head->uncompressed_size;
  chunks.push_back(std::move(index));
  return {};
}

Result<void> Survey::take_message_index(const Place& record) {
  if (chunks.empty() || has_plain) return {};
  const auto body = walk_.body(record, 6);
  if (!body) return body.error();
  Unpacker from(*body);
  const auto channel = from.number<std::uint16_t>();
  indexed += from.number<std::uint32_t>() / sizeof(MessageIndexEntry);
  chunks.back().message_index_offsets[channel] = record.begin;
  chunks.back().message_index_length += record.end() - record.begin;
  return {};
}

/// Metadata and attachments, which the summary has the places of.
Result<void> Survey::take_beside(const Place& record) {
  if (record.size > kLargestKept) {
    mendable_ = false;
    return {};
  }
  const auto body = walk_.body(record, record.size);
  if (!body) return body.error();
  const std::uint64_t length = record.end() - record.begin;
  if (record.op == Op::kMetadata) {
    const auto found = read_metadata(*body);
    if (found) metadata.push_back({record.begin, length, found->name});
    mendable_ = mendable_ && found;
  } else {
    const auto found = read_attachment(*body);
    if (found) {
      attachments.push_back({record.begin, length, found->log_time, found->create_time,
                             found->data.size(), found->name, found->media_type});
    }
    mendable_ = mendable_ && found;
  }
  // It lies where the last chunk would grow.
  if (has_plain && last_chunk) mendable_ = false;
  return {};
}

/// A loss of power leaves zeros; anything else may be worth keeping.
Result<void> Survey::look_at_rest(std::uint64_t begin) {
  constexpr std::size_t kStep = std::size_t{1} << 20;
  Buffer part;
  for (std::uint64_t place = begin; place < file_.size() && mendable_; place += part.size()) {
    part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kStep, file_.size() - place)));
    if (const auto read = file_.read(place, part); !read) return read;
    mendable_ = std::all_of(part.begin(), part.end(), [](std::byte b) { return b == std::byte{}; });
  }
  return {};
}

/// @return false where the records end.
Result<bool> Survey::take(const Place& record) {
  if (record.op == Op::kDataEnd || record.op == Op::kFooter) return false;
  Result<void> done;
  if (static_cast<int>(record.op) == 0) {
    done = look_at_rest(record.begin);
  } else if (record.op == Op::kChunk) {
    done = take_chunk(record);
  } else if (!walk_.is_cut(record)) {
    if (record.op == Op::kMessageIndex) done = take_message_index(record);
    if (record.op == Op::kMetadata || record.op == Op::kAttachment) done = take_beside(record);
    if (record.op == Op::kMessage) has_plain = true;
  }
  if (!done) return done.error();
  if (static_cast<int>(record.op) == 0 || walk_.is_cut(record)) return false;
  end = record.end();
  return mendable_;
}

Result<void> Survey::run() {
  for (;;) {
    const auto record = walk_.next();
    if (!record) return record.error();
    if (!*record) return {};
    const auto more = take(**record);
    if (!more) return more.error();
    if (!*more) return {};
  }
}

/// Threads: one.
class Mending final {
 public:
  Mending(const InputFile& file, const Index& index, Survey& survey)
      : file_(file), index_(index), survey_(survey) {}

  Result<bool> run();

 private:
  Result<bool> last_chunk_is_indexed();
  Result<void> collect_tail(std::uint64_t begin);
  void add_records(Bytes records);
  Buffer chunk_and_indexes(std::uint64_t place);
  Result<Buffer> end_of_file(std::uint64_t place) const;

  const InputFile& file_;
  const Index& index_;
  Survey& survey_;
  OpenChunk chunk_;
  Buffer tail_;  // records of the new last chunk
  std::uint64_t messages_ = 0;
};

Result<bool> Mending::last_chunk_is_indexed() {
  if (!survey_.last_chunk) return true;
  if (survey_.last_is_cut || survey_.has_plain) return false;
  Buffer buffer, scratch;
  const ChunkIndex& last = survey_.chunks.back();
  const Block block{last.chunk_start_offset, last.chunk_length, true, 0, 0, {}};
  const auto records = load(file_, block, buffer, scratch);
  if (!records) return records.error();
  Block counted = block;
  Index known = index_;
  std::uint64_t messages = 0;
  for (const auto& [channel, count] : index_records(*records, known, counted)) messages += count;
  return messages == survey_.indexed;
}

void Mending::add_records(Bytes records) {
  for (Unpacker from(records); !from.done();) {
    const Bytes begin = from.rest();
    const auto op = static_cast<Op>(from.number<std::uint8_t>());
    const Bytes body = from.bytes(from.number<std::uint64_t>());
    if (from.failed()) return;  // cut within a record
    if (op != Op::kMessage && op != Op::kSchema && op != Op::kChannel) continue;
    if (op == Op::kMessage) {
      const auto message = read_message(body);
      if (!message || !index_.channels.contains(message->channel_id)) continue;
      chunk_.add_message(message->channel_id, message->log_time);
      ++messages_;
    }
    const Bytes record = begin.first(kRecordHead + body.size());
    chunk_.grow(record.size());
    Packer(tail_).bytes(record);
  }
}

/// All records from the last chunk on.
Result<void> Mending::collect_tail(std::uint64_t begin) {
  chunk_.begin();
  Buffer buffer, scratch;
  for (const Block& block : index_.blocks) {
    if (block.begin < begin) continue;
    const auto records = load(file_, block, buffer, scratch);
    if (!records) return records.error();
    add_records(*records);
  }
  return {};
}

Buffer Mending::chunk_and_indexes(std::uint64_t place) {
  Buffer made;
  Packer to(made);
  const ChunkHead head = chunk_.head(false);
  put(to, head);
  ChunkIndex index;
  index.start_time = head.start_time;
  index.end_time = head.end_time;
  index.chunk_start_offset = place;
  index.uncompressed_size = index.compressed_size = tail_.size();
  to.bytes(tail_);
  index.chunk_length = made.size();
  chunk_.put_indexes(to, place + made.size(), index);
  survey_.chunks.push_back(std::move(index));
  return made;
}

Result<Buffer> Mending::end_of_file(std::uint64_t place) const {
  Summary summary{McapOptions{}};
  for (const auto& [id, schema] : index_.schemas) summary.add(schema);
  for (const auto& [id, channel] : index_.channels) summary.add(channel);
  for (const ChunkIndex& each : survey_.chunks) summary.add(each);
  for (const AttachmentIndex& each : survey_.attachments) summary.add(each);
  for (const MetadataIndex& each : survey_.metadata) summary.add(each);
  summary.count(index_.counts, static_cast<std::uint64_t>(index_.start_ns),
                static_cast<std::uint64_t>(index_.end_ns));
  Buffer made;
  Packer to(made);
  put_data_end(to, 0);
  const auto put = summary.put(place + made.size(), [&](Bytes bytes) -> Result<void> {
    to.bytes(bytes);
    return {};
  });
  if (!put) return put.error();
  to.bytes(bytes_of(kMagic));
  return made;
}

Result<bool> Mending::run() {
  const auto indexed = last_chunk_is_indexed();
  if (!indexed) return indexed.error();
  std::uint64_t place = survey_.end;
  Buffer made;
  if (!*indexed) {
    place = *survey_.last_chunk;
    if (const auto read = collect_tail(place); !read) return read.error();
    if (!survey_.last_is_cut) survey_.chunks.pop_back();
    if (messages_ > 0) made = chunk_and_indexes(place);
  }
  const auto end = end_of_file(place + made.size());
  if (!end) return end.error();
  Packer(made).bytes(*end);
  auto out = OutputFile::resume(file_.path(), place);
  if (!out) return out.error();
  iovec piece{made.data(), made.size()};
  if (const auto written = out->append({&piece, 1}); !written) return written.error();
  if (const auto cut = out->cut_rest(); !cut) return cut.error();
  return true;
}

}  // namespace

Result<bool> mend(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file) return file.error();
  const auto index = read_index(*file);
  if (!index) return index.error();
  if (index->is_whole || file->size() < kMagic.size()) return false;
  Survey survey(*file);
  if (const auto looked = survey.run(); !looked) return looked.error();
  if (!survey.is_mendable()) return false;
  return Mending(*file, *index, survey).run();
}

}  // namespace ranvier::bag::mcap
