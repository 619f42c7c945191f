#include "ranvier/trace/ctf.h"

#include <algorithm>
#include <cstring>

#include "ranvier/trace/record.h"

namespace ranvier::trace {
namespace {

constexpr std::uint8_t kZeros[kPaddedGidBytes] = {};

// Words of a field that begins at words[0]; more than there are if it is torn.
std::size_t field_size(FieldType type, std::span<const std::uint64_t> words) noexcept {
  if (words.empty()) return 1;
  switch (type) {
    case FieldType::kGid: return kGidBytes / 8;
    case FieldType::kString:
      return words[0] <= detail::kMaxText ? 1 + (words[0] + 7) / 8 : words.size() + 1;
    default: return 1;
  }
}

}  // namespace

std::size_t record_size(std::span<const std::uint64_t> words) noexcept {
  if (words.empty() || words[0] == 0) return 0;
  const std::size_t number = words[0] & ((1u << detail::kEventBits) - 1);
  if (number >= kEventCount) return 0;
  const EventInfo& event = info(static_cast<Event>(number));
  std::size_t size = 1;
  for (std::size_t i = 0; i < event.field_count; ++i) {
    size += field_size(event.fields[i].type, words.subspan(size));
    if (size > words.size()) return 0;
  }
  return size;
}

Packet::Packet(const Uuid& uuid, std::int32_t pid) {
  head_.magic = PacketHead::kMagic;
  head_.uuid = uuid;
  event_.vpid = pid;
}

void Packet::begin(const ThreadName& thread, std::uint32_t cpu) {
  head_.stream_instance_id = static_cast<std::uint64_t>(thread.id);
  head_.cpu_id = cpu;
  event_.vtid = thread.id;
  std::memcpy(event_.procname, thread.text, sizeof event_.procname);
  event_.procname[sizeof event_.procname - 1] = '\0';
  events_ = 0;
  size_ = 0;
  append(&head_, sizeof head_);
}

void Packet::add(std::span<const std::uint64_t> record, std::int64_t ns) {
  const std::size_t number = record[0] & ((1u << detail::kEventBits) - 1);
  if (events_++ == 0) head_.timestamp_begin = ns;
  head_.timestamp_end = ns;
  event_.id = static_cast<std::uint16_t>(number);
  event_.timestamp = ns;
  append(&event_, sizeof event_);
  const EventInfo& event = info(static_cast<Event>(number));
  const std::uint64_t* word = record.data() + 1;
  for (std::size_t i = 0; i < event.field_count; ++i) {
    word = append_field(event.fields[i].type, word);
  }
}

const std::uint64_t* Packet::append_field(FieldType type, const std::uint64_t* word) {
  switch (type) {
    case FieldType::kInt32: {
      const auto number = static_cast<std::int32_t>(*word);
      append(&number, sizeof number);
      return word + 1;
    }
    case FieldType::kGid:
      append(word, kGidBytes);
      append(kZeros, kPaddedGidBytes - kGidBytes);
      return word + kGidBytes / 8;
    case FieldType::kString: {
      const std::size_t length = *word;
      append(word + 1, length);
      append(kZeros, 1);
      return word + 1 + (length + 7) / 8;
    }
    default: append(word, sizeof *word); return word + 1;
  }
}

std::span<const std::uint8_t> Packet::finish(std::int64_t from, std::uint64_t discarded,
                                             std::uint64_t number, std::uint64_t position) {
  if (events_ == 0) head_.timestamp_begin = head_.timestamp_end = from;
  head_.content_size = head_.packet_size = size_ * 8;
  head_.events_discarded = discarded;
  head_.packet_seq_num = number;
  head_.position = position;
  std::memcpy(bytes_.data(), &head_, sizeof head_);
  return {bytes_.data(), size_};
}

}  // namespace ranvier::trace
