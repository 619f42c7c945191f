#include "bag/storage/mcap_index.h"

#include <algorithm>
#include <utility>

#include "bag/storage/mcap_chunk.h"

namespace ranvier::bag::mcap {
namespace {

/// What a summary says, as it is read.
struct Summed {
  Index index;
  std::optional<Statistics> statistics;
  std::uint64_t chunks = 0;
  std::vector<MetadataIndex> metadata;
  std::uint64_t attachments = 0;
};

/// Whether there is more than the beginning. A file that a killed process had just made has less.
Result<bool> check_magic(const InputFile& file) {
  Buffer found(static_cast<std::size_t>(std::min<std::uint64_t>(kMagic.size(), file.size())));
  if (const auto read = file.read(0, found); !read) return read.error();
  if (kMagic.starts_with(text_of(found))) return found.size() == kMagic.size();
  return Error{Code::kInvalidArgument,
               "'" + file.path() +
                   "' is no MCAP file: it does not begin as one. If it is a file of "
                   "another storage, name that (-s)."};
}

/// Nothing if the file does not end as one that was ended.
Result<std::optional<Footer>> footer_of(const InputFile& file) {
  constexpr std::size_t kTail = kFooterSize + kMagic.size();
  if (file.size() < kMagic.size() + kTail) return std::optional<Footer>();
  Buffer tail(kTail);
  if (const auto read = file.read(file.size() - kTail, tail); !read) return read.error();
  Unpacker from(tail);
  const auto op = static_cast<Op>(from.number<std::uint8_t>());
  const auto size = from.number<std::uint64_t>();
  if (op != Op::kFooter || size != 20 || text_of(Bytes(tail).last(kMagic.size())) != kMagic) {
    return std::optional<Footer>();
  }
  return read_footer(from.rest());
}

/// Whether the summary is as it was written. Where it has no CRC, that is believed.
Result<bool> crc_is_right(const InputFile& file, const Footer& footer) {
  if (footer.summary_crc == 0) return true;
  constexpr std::size_t kStep = std::size_t{1} << 20;
  const std::uint64_t end = file.size() - kMagic.size() - sizeof footer.summary_crc;
  std::uint32_t crc = 0;
  Buffer part;
  for (std::uint64_t place = footer.summary_start; place < end; place += part.size()) {
    part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kStep, end - place)));
    if (const auto read = file.read(place, part); !read) return read.error();
    crc = crc_over(crc, part);
  }
  return crc == footer.summary_crc;
}

Block block_of(const ChunkIndex& chunk) {
  Block block{chunk.chunk_start_offset, chunk.chunk_length,    true,
              to_ns(chunk.start_time),  to_ns(chunk.end_time), {}};
  for (const auto& [channel, offset] : chunk.message_index_offsets)
    block.channels.push_back(channel);
  return block;
}

/// Takes one record of a summary; false if it is damaged.
bool take(Summed& sum, Op op, Bytes body) {
  switch (op) {
    case Op::kSchema: {
      auto schema = read_schema(body);
      if (schema) sum.index.schemas.insert_or_assign(schema->id, *std::move(schema));
      return true;
    }
    case Op::kChannel: {
      auto channel = read_channel(body);
      if (!channel) return false;
      sum.index.channels.insert_or_assign(channel->id, *std::move(channel));
      return true;
    }
    case Op::kStatistics: sum.statistics = read_statistics(body); return sum.statistics.has_value();
    case Op::kChunkIndex: {
      const auto chunk = read_chunk_index(body);
      if (chunk) sum.index.blocks.push_back(block_of(*chunk));
      return chunk.has_value();
    }
    case Op::kAttachmentIndex: ++sum.attachments; return true;
    case Op::kMetadataIndex: {
      auto found = read_metadata_index(body);
      if (found) sum.metadata.push_back(*std::move(found));
      return true;
    }
    default: return true;  // also records that are not known
  }
}

Result<std::optional<Summed>> read_summary(const InputFile& file, const Footer& footer) {
  Summed sum;
  Walk walk(file, footer.summary_start, file.size() - kFooterSize - kMagic.size());
  for (;;) {
    const auto record = walk.next();
    if (!record) return record.error();
    if (!*record) break;
    if (walk.is_cut(**record) || (*record)->size > kLargestKept) return std::optional<Summed>();
    const auto body = walk.body(**record, (*record)->size);
    if (!body) return body.error();
    if (!take(sum, (*record)->op, *body)) return std::optional<Summed>();
  }
  return std::optional(std::move(sum));
}

/// The metadata records that the summary names: they are few and small.
Result<void> read_noted(const InputFile& file, Summed& sum) {
  for (const MetadataIndex& each : sum.metadata) {
    if (each.name != "rosbag2" || each.offset >= file.size()) continue;
    Walk walk(file, each.offset, file.size());
    const auto record = walk.next();
    if (!record) return record.error();
    const bool fits = *record && (*record)->op == Op::kMetadata && !walk.is_cut(**record) &&
                      (*record)->size <= kLargestKept;
    if (!fits) continue;
    const auto body = walk.body(**record, (*record)->size);
    if (!body) return body.error();
    if (auto read = read_metadata(*body)) sum.index.metadata.push_back(*std::move(read));
  }
  return {};
}

/// Whether the summary says all that a reader needs.
bool is_complete(const Summed& sum) {
  if (!sum.statistics) return false;
  const Statistics& all = *sum.statistics;
  const bool counted = all.message_count == 0 || !all.channel_message_counts.empty();
  return counted && all.chunk_count == sum.index.blocks.size() &&
         all.channel_count <= sum.index.channels.size() &&
         all.schema_count <= sum.index.schemas.size() && all.attachment_count == sum.attachments &&
         all.metadata_count == sum.metadata.size();
}

Index finished(Summed sum) {
  Index& index = sum.index;
  const Statistics& all = *sum.statistics;
  for (const auto& [channel, count] : all.channel_message_counts) index.count(channel, count);
  if (all.message_count > 0) {
    index.cover(to_ns(all.message_start_time), to_ns(all.message_end_time));
  }
  index.has_blocks = all.chunk_count > 0 || all.message_count == 0;
  std::sort(index.blocks.begin(), index.blocks.end(),
            [](const Block& a, const Block& b) { return a.begin < b.begin; });
  return std::move(index);
}

/// Nothing if the summary is not there, or not complete; why is in `damage`, if it should be there.
Result<std::optional<Index>> index_of_summary(const InputFile& file,
                                              std::vector<std::string>& damage) {
  const std::string who = "Bag file '" + file.path() + "': ";
  const auto footer = footer_of(file);
  if (!footer) return footer.error();
  if (!*footer) {
    damage.push_back(who + "it was not ended. It was read up to its last whole message.");
    return std::optional<Index>();
  }
  if ((*footer)->summary_start == 0) return std::optional<Index>();  // written without
  const std::uint64_t end = file.size() - kFooterSize - kMagic.size();
  bool right = (*footer)->summary_start <= end;
  if (right) {
    const auto crc = crc_is_right(file, **footer);
    if (!crc) return crc.error();
    right = *crc;
  }
  Result<std::optional<Summed>> sum = std::optional<Summed>();
  if (right) sum = read_summary(file, **footer);
  if (!sum) return sum.error();
  if (!*sum) {
    damage.push_back(who + "its summary is damaged. All of it was read instead.");
    return std::optional<Index>();
  }
  if (!is_complete(**sum)) return std::optional<Index>();
  if (const auto read = read_noted(file, **sum); !read) return read.error();
  return std::optional(finished(**std::move(sum)));
}

}  // namespace

void Index::count(std::uint16_t channel, std::uint64_t more) {
  counts[channel] += more;
  messages += more;
}

void Index::cover(std::int64_t from_ns, std::int64_t to_ns) {
  const bool first = !std::exchange(has_times, true);
  start_ns = first ? from_ns : std::min(start_ns, from_ns);
  end_ns = first ? to_ns : std::max(end_ns, to_ns);
}

Result<Index> read_index(const InputFile& file) {
  const auto begun = check_magic(file);
  if (!begun) return begun.error();
  std::vector<std::string> damage;
  auto index = index_of_summary(file, damage);
  if (!index) return index.error();
  if (*index) return **std::move(index);
  auto scanned = *begun ? scan(file) : Index();
  if (!scanned) return scanned;
  scanned->is_whole = false;
  scanned->damage.insert(scanned->damage.begin(), damage.begin(), damage.end());
  return scanned;
}

}  // namespace ranvier::bag::mcap
