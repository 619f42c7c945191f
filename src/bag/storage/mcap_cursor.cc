#include "bag/storage/mcap_cursor.h"

#include <algorithm>
#include <utility>

namespace ranvier::bag::mcap {
namespace {

bool is_in_time(const Selection& selection, std::int64_t time) {
  if (!selection.from_ns) return true;
  return selection.order == ReadOrder::kReceivedReverse ? time <= *selection.from_ns
                                                        : time >= *selection.from_ns;
}

}  // namespace

// A moved buffer keeps its memory, so `records` stays what it was.
Cursor::Cursor(Buffer buffer, Bytes records, std::size_t order_in_file, const Selection& selection,
               const TopicOf& topic_of)
    : buffer_(std::move(buffer)), records_(records), order_in_file_(order_in_file) {
  find(selection, topic_of);
  put_in_order(selection.order);
}

void Cursor::find(const Selection& selection, const TopicOf& topic_of) {
  for (Unpacker from(records_); !from.done();) {
    const auto op = static_cast<Op>(from.number<std::uint8_t>());
    const Bytes body = from.bytes(from.number<std::uint64_t>());
    if (from.failed()) return;
    if (op != Op::kMessage) continue;
    const auto message = read_message(body);
    if (!message) continue;
    const auto time = to_ns(message->log_time);
    const auto topic = topic_of(message->channel_id);
    if (!topic || !is_in_time(selection, time)) continue;
    entries_.push_back(
        {time, *topic, static_cast<std::uint64_t>(body.data() - records_.data()), body.size()});
  }
}

void Cursor::put_in_order(ReadOrder order) {
  if (order == ReadOrder::kFile) return;
  const auto earlier = [](const Entry& a, const Entry& b) { return a.time < b.time; };
  if (!std::is_sorted(entries_.begin(), entries_.end(), earlier)) {
    std::stable_sort(entries_.begin(), entries_.end(), earlier);
  }
  if (order == ReadOrder::kReceivedReverse) std::reverse(entries_.begin(), entries_.end());
}

MessageView Cursor::take() noexcept {
  const Entry& entry = entries_[next_++];
  const auto message = read_message(records_.subspan(static_cast<std::size_t>(entry.begin),
                                                     static_cast<std::size_t>(entry.size)));
  return {entry.topic, entry.time, to_ns(message->publish_time), message->data, message->sequence};
}

}  // namespace ranvier::bag::mcap
