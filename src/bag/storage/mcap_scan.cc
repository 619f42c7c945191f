#include <algorithm>
#include <limits>
#include <utility>

#include "bag/storage/compression.h"
#include "bag/storage/damage.h"
#include "bag/storage/mcap_chunk.h"
#include "bag/storage/mcap_index.h"

namespace ranvier::bag::mcap {
namespace {

constexpr std::uint64_t kRun = std::uint64_t{1} << 20;  // bytes of a block of records without chunk

/// A walk over all records of a file.
/// Threads: one.
class Scanner final {
 public:
  explicit Scanner(const InputFile& file) : file_(file), walk_(file, kMagic.size(), file.size()) {}

  Result<Index> run() &&;

 private:
  Result<bool> take(const Place& record);
  Result<void> take_small(const Place& record);
  Result<void> take_message(const Place& record);
  Result<void> take_chunk(const Place& record);
  Result<void> take_message_index(const Place& record);
  Result<void> end_chunk();
  Result<bool> look_inside(Block& block);
  void take_cut_chunk(const Place& record, const ChunkHead& head);
  void extend_run(const Place& record);
  void end_run(std::uint64_t place);
  void say(std::uint64_t place, const std::string& what);

  const InputFile& file_;
  Walk walk_;
  Index index_;
  std::optional<Block> run_;  // of records that lie in no chunk
  std::uint64_t run_end_ = 0;
  // The last chunk, until what counts its messages has been seen.
  std::optional<Block> chunk_;
  ChunkHead head_;
  std::map<std::uint16_t, std::uint64_t> chunk_counts_;
  bool chunk_is_clear_ = true;        // its message indexes follow it directly
  std::uint64_t strangers_ = 0;       // messages of no known channel
  std::uint64_t first_stranger_ = 0;  // its place
  Buffer buffer_, scratch_;
};

void Scanner::say(std::uint64_t place, const std::string& what) {
  add_damage(index_.damage,
             "Bag file '" + file_.path() + "', byte " + std::to_string(place) + ": " + what + '.');
}

/// The records of a chunk that is not compressed, as records that lie in the file: a recorder may
/// write its head again at any time, but what lies behind it stays.
Block plain(const Block& chunk, const ChunkHead& head) {
  constexpr std::uint64_t kHead = kRecordHead + ChunkHead::kHead;
  if (!head.compression.empty() || head.records_size != chunk.size - kHead) return chunk;
  Block block = chunk;
  block.begin += kHead;
  block.size -= kHead;
  block.is_chunk = false;
  return block;
}

/// The records inside, which alone tell what the file does not say elsewhere.
/// @return whether they can be read.
Result<bool> Scanner::look_inside(Block& block) {
  const std::uint64_t begin = block.begin;
  block = plain(block, head_);
  const auto records = load(file_, block, buffer_, scratch_);
  if (!records) {
    if (records.error().code != Code::kInvalidArgument) return records.error();
    add_damage(index_.damage, records.error().what);
    return false;
  }
  const bool has_crc = !block.is_chunk && head_.uncompressed_crc != 0;
  if (has_crc && head_.uncompressed_crc != crc_over(0, *records)) {
    say(begin, "the CRC of this chunk says that bytes have changed. Its messages are left out");
    return false;
  }
  const auto counts = index_records(*records, index_, block);
  for (const auto& [channel, count] : counts) index_.count(channel, count);
  return true;
}

/// Counts the messages of the last chunk: by its message indexes, if they can be believed and
/// name known channels.
Result<void> Scanner::end_chunk() {
  if (!chunk_) return {};
  Block block = *std::exchange(chunk_, std::nullopt);
  const auto counts = std::exchange(chunk_counts_, {});
  bool known = std::exchange(chunk_is_clear_, true) && !counts.empty();
  for (const auto& [channel, count] : counts) known = known && index_.channels.contains(channel);
  if (known) {
    for (const auto& [channel, count] : counts) {
      index_.count(channel, count);
      block.channels.push_back(channel);
    }
    index_.cover(block.start_ns, block.end_ns);
  } else {
    const auto looked = look_inside(block);
    if (!looked) return looked.error();
    if (!*looked) return {};
  }
  index_.blocks.push_back(std::move(block));
  return {};
}

/// A chunk that the file does not hold whole: if its records lie there plainly, the walk goes on
/// with them.
void Scanner::take_cut_chunk(const Place& record, const ChunkHead& head) {
  say(record.begin, "the file ends within this chunk");
  if (head.compression.empty()) walk_.go_to(record.body + ChunkHead::kHead);
}

Result<void> Scanner::take_chunk(const Place& record) {
  const auto body = walk_.body(record, ChunkHead::kHead + 8);
  if (!body) return body.error();
  const auto head = read_chunk_head(*body);
  if (!head) {
    say(record.begin, "the head of this chunk is damaged");
    return {};
  }
  if (walk_.is_cut(record)) {
    take_cut_chunk(record, *head);
    return {};
  }
  head_ = *head;
  chunk_ = Block{record.begin,
                 record.end() - record.begin,
                 true,
                 to_ns(head->start_time),
                 to_ns(head->end_time),
                 {}};
  return {};
}

Result<void> Scanner::take_message_index(const Place& record) {
  if (!chunk_) return {};  // of a chunk whose head is damaged, or that had grown
  const auto body = walk_.body(record, 6);
  if (!body) return body.error();
  Unpacker from(*body);
  const auto channel = from.number<std::uint16_t>();
  const std::uint64_t size = from.number<std::uint32_t>();
  if (from.failed() || size + 6 != record.size || size % sizeof(MessageIndexEntry) != 0) {
    chunk_is_clear_ = false;
  } else if (size > 0) {
    chunk_counts_[channel] += size / sizeof(MessageIndexEntry);
  }
  return {};
}

void Scanner::end_run(std::uint64_t place) {
  if (!run_) return;
  run_->size = place - run_->begin;
  if (!run_->channels.empty()) index_.blocks.push_back(*std::move(run_));
  run_.reset();
}

/// Schemas and channels are in it too: who copies a run has all that its messages need.
void Scanner::extend_run(const Place& record) {
  if (run_ && record.begin - run_->begin >= kRun) end_run(run_end_);
  if (!run_) run_ = Block{record.begin, 0, false, 0, 0, {}};
  run_end_ = record.end();
}

Result<void> Scanner::take_message(const Place& record) {
  const auto body = walk_.body(record, Message::kHead);
  if (!body) return body.error();
  const auto message = read_message(*body);
  if (!message || !index_.channels.contains(message->channel_id)) {
    if (strangers_++ == 0) first_stranger_ = record.begin;
    return {};
  }
  if (record.size > largest_block()) {
    end_run(run_end_);
    say(record.begin,
        "a message of " + std::to_string(record.size) + " bytes is more than is read");
    return {};
  }
  extend_run(record);
  cover_message(*run_, *message);
  index_.cover(run_->start_ns, run_->end_ns);
  index_.count(message->channel_id, 1);
  return {};
}

Result<void> Scanner::take_small(const Place& record) {
  if (record.size > kLargestKept) {
    end_run(run_end_);
    say(record.begin, "a " + name_of(record.op) + " of " + std::to_string(record.size) +
                          " bytes is more than is kept in memory");
    return {};
  }
  const auto body = walk_.body(record, record.size);
  if (!body) return body.error();
  if (record.op == Op::kMetadata) {
    if (auto metadata = read_metadata(*body)) index_.metadata.push_back(*std::move(metadata));
  } else {
    learn(index_, record.op, *body);
    extend_run(record);
  }
  return {};
}

/// @return false where the data of the file ends.
Result<bool> Scanner::take(const Place& record) {
  if (record.op == Op::kMessage && chunk_) chunk_is_clear_ = false;
  if (record.op != Op::kMessageIndex) {
    if (const auto ended = end_chunk(); !ended) return ended.error();
  }
  const bool in_run =
      record.op == Op::kMessage || record.op == Op::kSchema || record.op == Op::kChannel;
  if (!in_run) end_run(run_end_);
  const bool ends = record.op == Op::kDataEnd || record.op == Op::kFooter;
  if (ends || static_cast<int>(record.op) == 0) {
    if (!ends) say(record.begin, "no record begins here");
    return false;
  }
  if (walk_.is_cut(record) && record.op != Op::kChunk) {
    say(record.begin, "the file ends within this " + name_of(record.op));
    return false;
  }
  Result<void> done;
  switch (record.op) {
    case Op::kSchema:
    case Op::kChannel:
    case Op::kMetadata: done = take_small(record); break;
    case Op::kMessage: done = take_message(record); break;
    case Op::kChunk: done = take_chunk(record); break;
    case Op::kMessageIndex: done = take_message_index(record); break;
    case Op::kAttachment: index_.attachments.push_back(record); break;
    default: break;  // Header, and what is not known
  }
  if (!done) return done.error();
  return true;
}

Result<Index> Scanner::run() && {
  for (;;) {
    const auto record = walk_.next();
    if (!record) return record.error();
    if (!*record) break;
    const auto more = take(**record);
    if (!more) return more.error();
    if (!*more) break;
  }
  chunk_is_clear_ = false;  // some of its indexes may be missing
  if (const auto ended = end_chunk(); !ended) return ended.error();
  end_run(run_end_);
  if (strangers_ > 0) {
    say(first_stranger_, std::to_string(strangers_) +
                             " messages from here on are of no known channel, and are left out");
  }
  std::sort(index_.blocks.begin(), index_.blocks.end(),
            [](const Block& a, const Block& b) { return a.begin < b.begin; });
  return std::move(index_);
}

}  // namespace

void cover_message(Block& block, const Message& message) {
  const auto time = to_ns(message.log_time);
  const bool first = block.channels.empty();
  block.start_ns = first ? time : std::min(block.start_ns, time);
  block.end_ns = first ? time : std::max(block.end_ns, time);
  if (std::find(block.channels.begin(), block.channels.end(), message.channel_id) ==
      block.channels.end()) {
    block.channels.push_back(message.channel_id);
  }
}

void learn(Index& index, Op op, Bytes body) {
  if (op == Op::kSchema) {
    if (auto schema = read_schema(body)) index.schemas.try_emplace(schema->id, *std::move(schema));
  } else if (op == Op::kChannel) {
    auto channel = read_channel(body);
    if (channel) index.channels.try_emplace(channel->id, *std::move(channel));
  }
}

std::map<std::uint16_t, std::uint64_t> index_records(Bytes records, Index& index, Block& block) {
  std::map<std::uint16_t, std::uint64_t> counts;
  block.channels.clear();
  for (Unpacker from(records); !from.done();) {
    const auto op = static_cast<Op>(from.number<std::uint8_t>());
    const Bytes body = from.bytes(from.number<std::uint64_t>());
    if (from.failed()) break;  // cut within a record
    if (op != Op::kMessage) {
      learn(index, op, body);
      continue;
    }
    const auto message = read_message(body);
    if (!message || !index.channels.contains(message->channel_id)) continue;
    cover_message(block, *message);
    ++counts[message->channel_id];
  }
  if (!counts.empty()) index.cover(block.start_ns, block.end_ns);
  return counts;
}

Result<Index> scan(const InputFile& file) { return Scanner(file).run(); }

}  // namespace ranvier::bag::mcap
