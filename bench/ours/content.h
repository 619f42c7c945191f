// Payloads of which every byte says whose they are, and which.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace ranvier::bench {

/// At the front of each payload.
struct ContentHead {
  std::uint64_t publisher;
  std::uint64_t sequence;  ///< of this publisher and topic, from 0
  std::uint64_t size;      ///< of the payload, this included
};

/// Byte `i` behind the head: eight in a row tell all of a head's bits.
inline std::uint8_t content_byte(const ContentHead& head, std::size_t i) {
  const std::uint64_t word =
      head.publisher * 0x9e37'79b9'7f4a'7c15 + head.sequence * 0xc2b2'ae3d'27d4'eb4f;
  return static_cast<std::uint8_t>((word >> (8 * (i % 8))) + i * 7 + (i >> 8));
}

/// Contract: head.size bytes, at least as many as the head has.
inline void write_content(const ContentHead& head, std::uint8_t* bytes) {
  std::memcpy(bytes, &head, sizeof head);
  for (std::size_t i = sizeof head; i < head.size; ++i) bytes[i] = content_byte(head, i);
}

/// Whose they are, if every byte is right.
inline std::optional<ContentHead> read_content(const std::uint8_t* bytes, std::size_t size) {
  ContentHead head;
  if (size < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes, sizeof head);
  if (head.size != size) return std::nullopt;
  for (std::size_t i = sizeof head; i < size; ++i) {
    if (bytes[i] != content_byte(head, i)) return std::nullopt;
  }
  return head;
}

/// What a process has heard.
///
/// Threads: all functions from any thread.
class Ledger final {
 public:
  void wrong() {
    const std::lock_guard lock(mutex_);
    ++wrong_;
  }
  /// A whole message; those of a publisher and topic follow each other.
  void heard(int topic, const ContentHead& head) {
    const std::lock_guard lock(mutex_);
    const auto [next, first] = next_.try_emplace({topic, head.publisher}, head.sequence);
    if (!first && next->second != head.sequence) ++gaps_;
    next->second = head.sequence + 1;
    ++heard_[{topic, head.publisher}];
  }
  std::uint64_t heard_of(int topic, std::uint64_t publisher) const {
    const std::lock_guard lock(mutex_);
    const auto found = heard_.find({topic, publisher});
    return found == heard_.end() ? 0 : found->second;
  }
  std::uint64_t wrong_bytes() const { return read(wrong_); }
  /// Places where what came was not what comes next.
  std::uint64_t gaps() const { return read(gaps_); }

 private:
  using Key = std::pair<int, std::uint64_t>;
  std::uint64_t read(const std::uint64_t& count) const {
    const std::lock_guard lock(mutex_);
    return count;
  }
  mutable std::mutex mutex_;
  std::map<Key, std::uint64_t> next_;
  std::map<Key, std::uint64_t> heard_;
  std::uint64_t wrong_ = 0;
  std::uint64_t gaps_ = 0;
};

}  // namespace ranvier::bench
