// The events of one stream of a trace, one after the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/trace_read/file_window.h"
#include "analysis/trace_read/layout.h"
#include "analysis/trace_read/trace.h"

namespace ranvier::trace_read {

/// Which processes and threads there are, by what events say of themselves.
class Origins final {
 public:
  explicit Origins(Trace& trace) : trace_(trace) {}
  /// The thread's place in Trace::threads.
  std::uint32_t thread(const TraceLayout& layout, std::int32_t pid, std::int32_t tid,
                       std::string name);

 private:
  std::uint32_t process(const TraceLayout& layout, std::int32_t pid);

  Trace& trace_;
  std::map<std::pair<const TraceLayout*, std::int32_t>, std::uint32_t> processes_;
  std::map<std::tuple<std::uint32_t, std::int32_t, std::string>, std::uint32_t> threads_;
};

/// Reads a stream's file from packet to packet. What cannot be read is left out
/// and reported: after a fault it looks for the next packet of the same trace.
///
/// Threads: one at a time.
class StreamReader final {
 public:
  StreamReader(std::shared_ptr<const TraceLayout> layout, FileWindow file, Origins& origins,
               Trace& trace);

  /// Moves to the next event. @return false behind the last one, for ever.
  bool next();
  /// When the event happened, for the order among streams: within the time that
  /// its packet gives, should the event say another.
  [[nodiscard]] std::int64_t order() const noexcept {
    return has_times_ ? std::clamp(time_, first_time_, last_time_) : time_;
  }
  /// Puts the event into the columns, unless its fields are not whole.
  void take();
  /// Tells what was odd about the stream as a whole. Contract: once, at the end.
  void finish();

 private:
  bool read_packet_head();
  void enter(std::span<const std::uint8_t> head);
  void count_packets(const std::uint8_t* head);
  bool read_event_head();
  bool read_plain_head(std::uint64_t& id, std::uint64_t& time);
  bool read_shaped_head(std::uint64_t& id, std::uint64_t& time);
  bool walk_over(const Shape& shape, std::span<Found> found);
  bool read_fields(std::uint64_t* values);
  void take_scheduler(const std::uint64_t* values);
  void note_time();
  /// Whether so many bytes of the packet are at hand; looks for them.
  bool have(std::size_t bytes);
  bool see_more();
  void lose(std::uint64_t from, const std::string& words);
  void complain(std::uint64_t at, const std::string& words);
  std::uint32_t thread_of(const std::uint8_t* head);
  std::uint32_t thread_of(std::span<const Found> head);
  std::uint64_t offset() const noexcept {
    return window_at_ + static_cast<std::uint64_t>(at_ - window_.data());
  }

  const std::shared_ptr<const TraceLayout> layout_;
  FileWindow file_;
  Origins& origins_;
  Trace& trace_;

  std::uint64_t next_packet_ = 0;
  // The packet.
  const StreamLayout* stream_ = nullptr;           // none: between packets
  std::uint64_t packet_at_ = 0, content_end_ = 0;  // in the file
  bool is_cut_off_ = false;                        // the file ends before it does
  bool has_times_ = false;
  std::int64_t first_time_ = 0, last_time_ = 0;
  // What of it is at hand.
  std::span<const std::uint8_t> window_;
  std::uint64_t window_at_ = 0;
  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  unsigned bit_ = 0;  // of the byte at at_: so many are read
  // The event.
  const EventLayout* event_ = nullptr;
  std::int64_t time_ = 0;
  std::uint32_t thread_ = 0;
  std::uint64_t clock_ = 0;  // of the last event, before any offset
  std::int32_t cpu_ = 0;
  std::vector<std::uint64_t> registers_;
  // Of the stream.
  std::vector<std::uint8_t> context_;         // of the last event, byte for byte
  std::int32_t last_pid_ = 0, last_tid_ = 0;  // likewise, where it was walked over
  std::string last_name_;
  bool has_thread_ = false;
  bool has_packet_ = false;
  std::uint64_t discarded_ = 0, sequence_ = 0;
  std::uint64_t went_back_ = 0, largest_step_back_ = 0, outside_ = 0;
  std::int64_t last_event_ = INT64_MIN;
};

}  // namespace ranvier::trace_read
