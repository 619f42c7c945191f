// A block of messages in memory, and the place of the next one in it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "bag/storage/bytes.h"
#include "bag/storage/file_reader.h"
#include "bag/storage/mcap_records.h"

namespace ranvier::bag::mcap {

/// Threads: one at a time.
class Cursor final {
 public:
  /// The topic of a channel; nothing: its messages are not wanted.
  using TopicOf = std::function<std::optional<TopicId>(std::uint16_t channel)>;

  /// Finds the wanted messages in `records`, which lie in `buffer`.
  /// @param order_in_file  the block's place among those of the file.
  Cursor(Buffer buffer, Bytes records, std::size_t order_in_file, const Selection& selection,
         const TopicOf& topic_of);

  [[nodiscard]] bool done() const noexcept { return next_ == entries_.size(); }
  [[nodiscard]] std::int64_t time() const noexcept { return entries_[next_].time; }
  [[nodiscard]] std::size_t order_in_file() const noexcept { return order_in_file_; }
  /// The next message. Contract: not done(); valid while the cursor is there.
  MessageView take() noexcept;
  /// Its memory, for the next one.
  Buffer give_back() && noexcept { return std::move(buffer_); }

 private:
  struct Entry {
    std::int64_t time;
    TopicId topic;
    std::uint64_t begin;  // of the message's body, in records_
    std::uint64_t size;
  };
  void find(const Selection& selection, const TopicOf& topic_of);
  void put_in_order(ReadOrder order);

  Buffer buffer_;
  Bytes records_;
  std::size_t order_in_file_;
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
};

}  // namespace ranvier::bag::mcap
