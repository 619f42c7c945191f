#include "bag/storage/mcap_summary.h"

#include <zlib.h>

#include <algorithm>

namespace ranvier::bag::mcap {
namespace {

std::uint32_t crc_of(Bytes bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

/// Where the groups of a summary lie.
struct Summary::Groups {
  struct Group {
    Op op;
    std::uint64_t start;
    std::uint64_t length;
  };
  Buffer& to;
  std::size_t begin;
  std::uint64_t place;
  std::vector<Group> groups;

  [[nodiscard]] std::uint64_t here() const { return place + to.size() - begin; }

  template <class Put>
  void group(Op op, bool wanted, Put put) {
    if (!wanted) return;
    const std::uint64_t start = here();
    put(Packer(to));
    if (here() != start) groups.push_back({op, start, here() - start});
  }
  template <class Index>
  void indexes(Op op, bool wanted, const std::vector<Index>& all) {
    group(op, wanted, [&](Packer packer) {
      for (const Index& index : all) mcap::put(packer, index);
    });
  }
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
  all.attachment_count = static_cast<std::uint32_t>(attachments_.size());
  all.metadata_count = static_cast<std::uint32_t>(metadata_.size());
  all.chunk_count = static_cast<std::uint32_t>(chunks_.size());
  all.message_start_time = start_;
  all.message_end_time = end_;
  for (std::size_t channel = 0; channel < messages_.size(); ++channel) {
    if (messages_[channel] == 0) continue;
    all.channel_message_counts.emplace(static_cast<std::uint16_t>(channel), messages_[channel]);
  }
  return all;
}

void Summary::put(Buffer& to, std::size_t begin, std::uint64_t place) const {
  Groups groups{to, begin, place, {}};
  if (options_.summary) {
    groups.group(Op::kSchema, options_.repeated_schemas,
                 [&](Packer packer) { packer.bytes(schemas_); });
    groups.group(Op::kChannel, options_.repeated_channels,
                 [&](Packer packer) { packer.bytes(channels_); });
    groups.group(Op::kStatistics, options_.statistics,
                 [&](Packer packer) { mcap::put(packer, statistics()); });
    groups.indexes(Op::kChunkIndex, options_.chunk_index, chunks_);
    groups.indexes(Op::kAttachmentIndex, options_.attachment_index, attachments_);
    groups.indexes(Op::kMetadataIndex, options_.metadata_index, metadata_);
  }
  Packer packer(to);
  Footer footer;
  if (!groups.groups.empty()) footer.summary_start = place;
  if (options_.summary_offsets && !groups.groups.empty()) {
    footer.summary_offset_start = groups.here();
    for (const auto& group : groups.groups) {
      put_summary_offset(packer, group.op, group.start, group.length);
    }
  }
  put_footer_head(packer, footer);
  const bool crc = options_.summary_crc && footer.summary_start != 0;
  packer.number(crc ? crc_of(Bytes(to).subspan(begin)) : std::uint32_t{0});
}

}  // namespace ranvier::bag::mcap
