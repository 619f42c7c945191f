// The Common Trace Format 1.8: a trace's metadata, and packets of events.
//
// One stream a thread, so that its events lie in the order of time. Every event
// carries vpid, vtid and procname, as tools for ROS 2 expect; the core is that
// on which the thread took its chunk of the buffer.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "ranvier/os/ticks.h"
#include "ranvier/trace/buffer.h"
#include "ranvier/trace/events.h"

namespace ranvier::trace {

using Uuid = std::array<std::uint8_t, 16>;

/// What a trace says about itself.
struct TraceIdentity {
  Uuid uuid;
  std::string clock_uuid;  ///< equal for all traces of one boot of one host
  std::int64_t epoch_ns;   ///< CLOCK_REALTIME when CLOCK_MONOTONIC was zero
  std::string host, program;
  std::int32_t pid;
};

/// The text of the file `metadata`.
[[nodiscard]] std::string metadata(const TraceIdentity& identity);

// Parts of it that a trace of other events has too.
/// Types, trace, env and clock. @param domain  whose events they are: `ust`, `kernel`.
[[nodiscard]] std::string metadata_head(const TraceIdentity& identity, const char* domain);
/// Streams of PacketHead, and of events with a number of 16 bits and a time.
/// @param context  whether every event has vpid, vtid and procname.
[[nodiscard]] std::string stream_block(bool context);

/// The page docs/trace_events.md.
[[nodiscard]] std::string events_page();

/// What every packet begins with. Byte for byte as the metadata says.
struct [[gnu::packed]] PacketHead {
  static constexpr std::uint32_t kMagic = 0xC1FC1FC1;
  std::uint32_t magic;
  Uuid uuid;
  std::uint32_t stream_id;
  std::uint64_t stream_instance_id;             ///< the thread
  std::int64_t timestamp_begin, timestamp_end;  ///< CLOCK_MONOTONIC
  std::uint64_t content_size, packet_size;      ///< bits
  std::uint64_t events_discarded;               ///< of the stream until the packet's end
  std::uint64_t packet_seq_num;
  std::uint32_t cpu_id;
  std::uint64_t position;  ///< of the buffer's last record in it: see position_of()
};

static_assert(sizeof(PacketHead) == 92);

/// Orders the records of a thread in a buffer: the chunk, and words in it.
[[nodiscard]] constexpr std::uint64_t position_of(std::uint64_t sequence, std::uint32_t words) {
  return sequence * 1024 + words;
}

/// Collects events of one thread and makes them a packet.
class Packet final {
 public:
  Packet(const Uuid& uuid, std::int32_t pid);

  /// Empties it, for this thread. Then the records of a chunk, and of more
  /// while it is not large.
  void begin(const ThreadName& thread, std::uint32_t cpu);
  /// @param record  a whole record (record.h); its ticks are `ns` on the clock.
  void add(std::span<const std::uint64_t> record, std::int64_t ns);

  [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
  /// Whether it should be finished before another chunk's records are added.
  [[nodiscard]] bool is_large() const noexcept { return size_ > kLarge; }

  /// The packet's bytes, valid until the next call of any function.
  /// @param from  when the stream's last packet ended, for a packet without events.
  std::span<const std::uint8_t> finish(std::int64_t from, std::uint64_t discarded,
                                       std::uint64_t number, std::uint64_t position);

 private:
  /// Of every event, byte for byte.
  struct [[gnu::packed]] EventHead {
    std::uint16_t id;
    std::int64_t timestamp;
    std::int32_t vpid, vtid;
    char procname[16];
  };
  static_assert(sizeof(EventHead) == 34);
  // A record of n words becomes at most sizeof(EventHead) + 8 n + 8 bytes, so
  // a chunk of the shortest fits behind kLarge.
  static constexpr std::size_t kLarge = 64 * 1024;
  static constexpr std::size_t kMost = kLarge + Chunk::kWords * (sizeof(EventHead) + 16);
  void append(const void* bytes, std::size_t size) {
    std::memcpy(bytes_.data() + size_, bytes, size);
    size_ += size;
  }
  const std::uint64_t* append_field(FieldType type, const std::uint64_t* word);

  PacketHead head_{};
  EventHead event_{};
  std::uint64_t events_ = 0;
  std::size_t size_ = 0;
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(kMost);
};

/// The number of words of the record that begins at `words`; 0 if there is
/// none, or none that the table and the space allow (of a torn buffer).
[[nodiscard]] std::size_t record_size(std::span<const std::uint64_t> words) noexcept;

}  // namespace ranvier::trace
