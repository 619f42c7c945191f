#include "bag/storage/mcap_summary.h"

#include <algorithm>

#include "bag/storage/mcap_chunk.h"

namespace ranvier::bag::mcap {

/// Gives the groups of a summary away as they are put, and knows where they lie.
class Summary::Groups {
 public:
  Groups(std::uint64_t place, const Spill::Take& take) : take_(take), place_(place) {}

  Result<void> give(Bytes bytes) {
    place_ += bytes.size();
    crc_ = crc_over(crc_, bytes);
    return take_(bytes);
  }
  Result<void> group(Op op, bool wanted, Bytes records) {
    return put(op, wanted && !records.empty(), [&] { return give(records); });
  }
  Result<void> group(Op op, bool wanted, Spill& records) {
    return put(op, wanted && !records.empty(),
               [&] { return records.drain([this](Bytes piece) { return give(piece); }); });
  }
  /// Records that say where the groups lie.
  [[nodiscard]] Buffer offsets() const {
    Buffer made;
    Packer to(made);
    for (const Group& group : groups_) put_summary_offset(to, group.op, group.start, group.length);
    return made;
  }
  [[nodiscard]] std::uint64_t here() const noexcept { return place_; }
  [[nodiscard]] std::uint32_t crc() const noexcept { return crc_; }
  [[nodiscard]] bool empty() const noexcept { return groups_.empty(); }

 private:
  struct Group {
    Op op;
    std::uint64_t start;
    std::uint64_t length;
  };
  template <class Put>
  Result<void> put(Op op, bool wanted, Put give_records) {
    if (!wanted) return {};
    const std::uint64_t start = place_;
    const Result<void> done = give_records();
    groups_.push_back({op, start, place_ - start});
    return done;
  }

  const Spill::Take& take_;
  std::uint64_t place_;
  std::uint32_t crc_ = 0;
  std::vector<Group> groups_;
};

void Summary::add(const Schema& schema) {
  Packer to(schemas_);
  mcap::put(to, schema);
  ++schema_count_;
}

void Summary::add(const Channel& channel) {
  Packer to(channels_);
  mcap::put(to, channel);
  ++channel_count_;
}

void Summary::add(const ChunkIndex& index) {
  ++chunk_count_;
  if (!options_.summary || !options_.chunk_index) return;
  Packer to = chunks_.to();
  mcap::put(to, index);
  chunks_.settle();
}

void Summary::add(const AttachmentIndex& index) {
  Packer to(attachments_);
  mcap::put(to, index);
  ++attachment_count_;
}

void Summary::add(const MetadataIndex& index) {
  Packer to(metadata_);
  mcap::put(to, index);
  ++metadata_count_;
}

void Summary::count(std::uint16_t channel, std::uint64_t log_time) {
  if (channel >= messages_.size()) messages_.resize(channel + std::size_t{1});
  ++messages_[channel];
  start_ = message_count_ == 0 ? log_time : std::min(start_, log_time);
  end_ = std::max(end_, log_time);
  ++message_count_;
}

void Summary::count(const std::map<std::uint16_t, std::uint64_t>& messages, std::uint64_t start,
                    std::uint64_t end) {
  for (const auto& [channel, count] : messages) {
    if (channel >= messages_.size()) messages_.resize(channel + std::size_t{1});
    messages_[channel] += count;
    message_count_ += count;
  }
  start_ = start;
  end_ = end;
}

Statistics Summary::statistics() const {
  Statistics all;
  all.message_count = message_count_;
  all.schema_count = schema_count_;
  all.channel_count = channel_count_;
  all.attachment_count = attachment_count_;
  all.metadata_count = metadata_count_;
  all.chunk_count = chunk_count_;
  all.message_start_time = start_;
  all.message_end_time = end_;
  for (std::size_t channel = 0; channel < messages_.size(); ++channel) {
    if (messages_[channel] == 0) continue;
    all.channel_message_counts.emplace(static_cast<std::uint16_t>(channel), messages_[channel]);
  }
  return all;
}

Result<void> Summary::put_groups(Groups& groups) {
  if (!options_.summary) return {};
  Buffer numbers;
  Packer to(numbers);
  mcap::put(to, statistics());
  auto done = groups.group(Op::kSchema, options_.repeated_schemas, schemas_);
  if (done) done = groups.group(Op::kChannel, options_.repeated_channels, channels_);
  if (done) done = groups.group(Op::kStatistics, options_.statistics, numbers);
  if (done) done = groups.group(Op::kChunkIndex, options_.chunk_index, chunks_);
  if (done) done = groups.group(Op::kAttachmentIndex, options_.attachment_index, attachments_);
  if (done) done = groups.group(Op::kMetadataIndex, options_.metadata_index, metadata_);
  return done;
}

Result<void> Summary::put(std::uint64_t place, const Spill::Take& take) {
  Groups groups(place, take);
  if (const auto done = put_groups(groups); !done) return done;
  Footer footer;
  if (!groups.empty()) footer.summary_start = place;
  if (options_.summary_offsets && !groups.empty()) {
    footer.summary_offset_start = groups.here();
    if (const auto done = groups.give(groups.offsets()); !done) return done;
  }
  Buffer end;
  Packer to(end);
  put_footer_head(to, footer);
  const bool crc = options_.summary_crc && !groups.empty();
  to.number(crc ? crc_over(groups.crc(), end) : std::uint32_t{0});
  return take(end);
}

}  // namespace ranvier::bag::mcap
