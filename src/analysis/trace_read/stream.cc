#include "analysis/trace_read/stream.h"

#include <cstring>

namespace ranvier::trace_read {
namespace {

constexpr std::size_t kLook = 64 * 1024;  // bytes that a window should have at least

}  // namespace

StreamReader::StreamReader(std::shared_ptr<const TraceLayout> layout, FileWindow file,
                           Origins& origins, Trace& trace)
    : layout_(std::move(layout)), file_(std::move(file)), origins_(origins), trace_(trace) {}

void StreamReader::complain(std::uint64_t at, const std::string& words) {
  trace_.findings.add("Trace file '" + file_.path() + "', byte " + std::to_string(at) + ": " +
                      words);
}

// What is cut off was reported when its packet began.
void StreamReader::lose(std::uint64_t from, const std::string& words) {
  next_packet_ = file_.find(from, layout_->mark);
  if (!is_cut_off_) {
    complain(from,
             words + (next_packet_ < file_.size() ? ". Reading goes on with the packet at byte " +
                                                        std::to_string(next_packet_) + "."
                                                  : ". No packet comes after it."));
  }
  stream_ = nullptr;
  is_cut_off_ = false;
}

bool StreamReader::next() {
  for (;;) {
    if (stream_ == nullptr) {
      if (next_packet_ >= file_.size()) return false;
      if (!read_packet_head()) continue;
    }
    if (offset() + (bit_ > 0) >= content_end_) {
      stream_ = nullptr;
    } else if (read_event_head()) {
      return true;
    }
  }
}

// Either there is a packet then, or next_packet_ has moved on.
bool StreamReader::read_packet_head() {
  const std::uint64_t at = next_packet_;
  is_cut_off_ = false;
  const auto start = file_.view(at, layout_->packet_header);
  if (start.size() < layout_->packet_header) {
    lose(at + 1, "the file ends within the head of a packet");
    return false;
  }
  if (std::memcmp(start.data(), layout_->mark.data(), layout_->mark.size()) != 0) {
    lose(at + 1, "this is no packet of the trace '" + layout_->folder + "'");
    return false;
  }
  const std::uint64_t id =
      layout_->stream_id ? layout_->stream_id.get(start.data(), layout_->swap) : 0;
  const StreamLayout* stream = layout_->stream(id);
  if (stream == nullptr) {
    lose(at + 1,
         "a packet of the stream " + std::to_string(id) + ", which the metadata does not have");
    return false;
  }
  const auto head = file_.view(at, stream->packet_head);
  if (head.size() < stream->packet_head) {
    lose(at + 1, "the file ends within the head of a packet");
    return false;
  }
  const std::uint64_t content = stream->content_size.get(head.data(), layout_->swap);
  const std::uint64_t packet = stream->packet_size.get(head.data(), layout_->swap);
  if (content % 8 != 0 || packet % 8 != 0 || content / 8 < stream->packet_head ||
      packet < content) {
    lose(at + 1, "a packet of " + std::to_string(packet) + " bits with a content of " +
                     std::to_string(content) + " bits, which cannot be");
    return false;
  }
  stream_ = stream;
  content_end_ = at + content / 8;
  next_packet_ = at + packet / 8;
  enter(head);
  return true;
}

void StreamReader::enter(std::span<const std::uint8_t> head) {
  const std::uint64_t at = content_end_ - stream_->content_size.get(head.data(), layout_->swap) / 8;
  const auto zero = static_cast<std::uint64_t>(layout_->clock_zero);
  has_times_ = false;
  packet_at_ = at;
  cpu_ = stream_->cpu ? static_cast<std::int32_t>(stream_->cpu.get(head.data(), layout_->swap)) : 0;
  clock_ = stream_->begin ? stream_->begin.get(head.data(), layout_->swap) : 0;
  if (stream_->begin && stream_->end) {
    first_time_ = static_cast<std::int64_t>(zero + stream_->begin.get(head.data(), layout_->swap));
    last_time_ = static_cast<std::int64_t>(zero + stream_->end.get(head.data(), layout_->swap));
    has_times_ = first_time_ <= last_time_;
    if (!has_times_) complain(at, "the packet says that it ends before it begins.");
  }
  count_packets(head.data());
  if (content_end_ > file_.size()) {
    complain(at, "the packet lacks its last " + std::to_string(content_end_ - file_.size()) +
                     " bytes; what is there of it is read.");
    content_end_ = file_.size();
    is_cut_off_ = true;
  }
  window_ = head;
  window_at_ = at;
  at_ = head.data() + stream_->packet_head;
  bit_ = 0;
  end_ = head.data() + std::min<std::uint64_t>(head.size(), content_end_ - at);
}

void StreamReader::count_packets(const std::uint8_t* head) {
  if (stream_->discarded) {
    const std::uint64_t discarded = stream_->discarded.get(head, layout_->swap);
    // What the first packet of a stream counts was lost within it; that of a stream whose
    // beginning is missing, who knows when.
    const bool is_first =
        !has_packet_ && stream_->sequence && stream_->sequence.get(head, layout_->swap) == 0;
    if (is_first) trace_.discarded += discarded;
    if (has_packet_ && discarded > discarded_) trace_.discarded += discarded - discarded_;
    if (has_packet_ && discarded < discarded_) {
      complain(next_packet_, "the count of lost events goes back in the packet before.");
    }
    discarded_ = discarded;
  }
  if (stream_->sequence) {
    const std::uint64_t sequence = stream_->sequence.get(head, layout_->swap);
    const std::uint64_t expected = has_packet_ ? sequence_ + 1 : 0;
    if (sequence != expected) {
      complain(next_packet_, "the packet before has the number " + std::to_string(sequence) +
                                 "; packets from number " + std::to_string(expected) +
                                 " on are missing.");
    }
    sequence_ = sequence;
  }
  has_packet_ = true;
}

bool StreamReader::see_more() {
  const std::uint64_t at = offset();
  const auto had = static_cast<std::size_t>(end_ - at_);
  if (at + had >= content_end_) return false;
  window_ = file_.view(at, std::max(kLook, 2 * had));
  window_at_ = at;
  at_ = window_.data();
  end_ = at_ + std::min<std::uint64_t>(window_.size(), content_end_ - at);
  return static_cast<std::size_t>(end_ - at_) > had;
}

bool StreamReader::have(std::size_t bytes) {
  while (static_cast<std::size_t>(end_ - at_) < bytes) {
    if (!see_more()) return false;
  }
  return true;
}

void StreamReader::finish() {
  const std::string file = "Trace file '" + file_.path() + "': ";
  if (went_back_ > 0) {
    trace_.findings.add(file + "the clock goes back " + std::to_string(went_back_) + " times, by " +
                        std::to_string(largest_step_back_) +
                        " ns at most. Durations across such a step mean nothing.");
  }
  if (outside_ > 0) {
    trace_.findings.add(file + std::to_string(outside_) +
                        " events have times outside of their packet's.");
  }
}

}  // namespace ranvier::trace_read
