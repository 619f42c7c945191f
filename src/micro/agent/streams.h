// The reliable streams of one session, as the agent has them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ranvier_micro/wire/create.h"

namespace ranvier::micro {

using MessageBytes = std::vector<std::uint8_t>;

/// How many messages beyond the last that was handled are taken, as peers have it.
inline constexpr std::uint16_t kMostAhead = 16;

inline bool is_reliable(std::uint8_t stream) { return stream >= XRCE_RELIABLE_STREAM; }

/// Puts messages in order again, up to kMostAhead of them.
class InStream {
 public:
  /// Bytes of messages that came too early; what is beyond is asked for again.
  static constexpr std::size_t kMostEarlyBytes = 64 * 1024;

  /// Handles a message; false: there is no room for it now, and it comes again.
  using Handle = std::function<bool(std::span<const std::uint8_t>)>;

  /// Calls `handle` with each message whose turn it is, this one and those that waited for
  /// it. A message that was there before is dropped. One for which there is no room waits here
  /// without being acknowledged, and all behind it.
  void take(std::uint16_t sequence, std::span<const std::uint8_t> message, const Handle& handle);
  /// Whether a message waits for room.
  bool waits() const { return early_.contains(first_missing()); }
  /// Tries it again. @return whether there was room.
  bool try_again(const Handle& handle);
  /// The client has the messages from `first` to `last`; what is older it gave up.
  /// @return false if those are none that it can have.
  bool on_heartbeat(std::uint16_t first, std::uint16_t last, const Handle& handle);
  /// What an ACKNACK says.
  std::uint16_t first_missing() const { return static_cast<std::uint16_t>(last_ + 1); }
  std::uint16_t missing_bits() const;

 private:
  void hand_over(const Handle& handle);

  std::uint16_t last_ = 0xffff;                  // that was handled
  std::uint16_t newest_ = 0xffff;                // that is known of
  std::map<std::uint16_t, MessageBytes> early_;  // and the next one, if it waits for room
  std::size_t early_bytes_ = 0;
};

/// Messages in their order. An empty one has no memory, unlike a deque: most streams of most
/// clients are empty.
class MessageQueue {
 public:
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size() - gone_; }
  MessageBytes& operator[](std::size_t i) { return all_[gone_ + i]; }
  void push_back(MessageBytes message) { all_.push_back(std::move(message)); }
  /// The first ones go. Contract: so many are there.
  void drop(std::size_t count);

 private:
  std::vector<MessageBytes> all_;
  std::size_t gone_ = 0;  // of them: they are empty, and fewer than those that are left
};

/// Keeps messages until the client has acknowledged them.
class OutStream {
 public:
  using Send = std::function<void(std::span<const std::uint8_t>)>;
  /// Between two heartbeats: at first, and at most. Each time it is twice as long, until the client
  /// acknowledges something: what a fast link has lost comes soon, and a slow one is not filled.
  static constexpr std::int64_t kFirstHeartbeatMs = 20, kHeartbeatMs = 200;
  /// A client that gets a burst out of order asks with each message: it is not sent the same
  /// again and again.
  static constexpr std::int64_t kRepeatMs = 10;
  static constexpr std::int64_t kStuckMs = 5000;

  /// `id` from XRCE_RELIABLE_STREAM on. At most `window` messages are under way.
  OutStream(std::uint8_t id, std::uint16_t window) : id_(id), window_(window) {}

  /// Adds a message whose header has room for the sequence number; it is sent by pump().
  void add(MessageBytes message);
  /// True if all that was added was sent: then there is room for more.
  bool drained() const { return sent_ == messages_.size(); }
  std::size_t unsent() const { return messages_.size() - sent_; }
  /// Sends what the window lets through.
  void pump(std::int64_t now, const Send& send);
  /// The client has what is before `first`, and lacks the messages of the bits.
  void on_acknack(std::uint16_t first, std::uint16_t missing, std::int64_t now, const Send& send);
  /// In a new session: what is before `first` was taken, the rest is sent again, numbered
  /// from 0.
  void begin_anew(std::uint16_t first);
  /// Whether it is time for a heartbeat, which is sent then.
  bool heartbeat_due(std::int64_t now);
  /// Whether a client that answers has acknowledged nothing new for kStuckMs, found out once until
  /// it does.
  bool found_stuck(std::int64_t now);
  /// The messages that the client has not acknowledged, the oldest first.
  std::size_t size() const { return messages_.size(); }
  const MessageBytes& operator[](std::size_t i) { return messages_[i]; }
  /// The oldest message that waits for the client; null: none.
  const MessageBytes* oldest() { return sent_ == 0 ? nullptr : &messages_[0]; }
  std::uint16_t first() const { return first_; }
  std::uint16_t last_sent() const { return static_cast<std::uint16_t>(first_ + sent_ - 1); }
  bool unacknowledged() const { return sent_ != 0; }
  bool busy() const { return !messages_.empty(); }
  std::uint8_t id() const { return id_; }
  /// Messages that were sent again.
  std::uint64_t repeated() const { return repeated_; }

 private:
  std::uint8_t id_;
  std::uint16_t window_;
  MessageQueue messages_;  // from first_ on
  std::uint16_t first_ = 0;
  std::size_t sent_ = 0;
  void repeat(std::int64_t now, const Send& send);

  std::int64_t heartbeat_ = 0;  // the last one, or the last first send
  std::int64_t heartbeat_after_ = kFirstHeartbeatMs;
  std::int64_t repeated_at_ = -kRepeatMs;
  std::int64_t progress_ = 0;  // since when the oldest is under way
  bool stuck_ = false;         // and that it is stuck was found
  std::uint16_t asked_ = 0;    // bits, from first_ on: what is to be sent again
  std::uint64_t repeated_ = 0;
};

/// The memory that all clients share for samples which come in fragments.
/// Threads: one.
class FragmentBudget {
 public:
  static constexpr std::size_t kUsual = 64 * 1024 * 1024;

  explicit FragmentBudget(std::size_t most) : most_(most) {}
  std::size_t most() const { return most_; }
  std::size_t taken() const { return taken_; }
  bool has_room(std::size_t bytes) const { return taken_ <= most_ && bytes <= most_ - taken_; }
  void take(std::size_t bytes) { taken_ += bytes; }
  void give(std::size_t bytes) { taken_ -= bytes; }

 private:
  const std::size_t most_;
  std::size_t taken_ = 0;
};

/// Puts fragments together. Contract: the budget outlives it.
class Reassembly {
 public:
  /// The longest sample of a board.
  static constexpr std::size_t kMostBytes = 1024 * 1024;
  enum class Refusal : std::uint8_t { kNone, kTooLong, kNoRoom };

  explicit Reassembly(FragmentBudget& budget) : budget_(budget) {}
  ~Reassembly() { budget_.give(parts_.size()); }
  Reassembly(const Reassembly&) = delete;
  Reassembly& operator=(const Reassembly&) = delete;

  /// Adds one. @return with the last one: the submessage, its header included.
  std::optional<MessageBytes> add(const xrce_submessage& fragment);
  /// Why the sample of the last fragment is dropped; reported once for each sample.
  Refusal refused() { return std::exchange(refused_, Refusal::kNone); }
  /// There was no room for the whole: its last fragment, of so many bytes, comes again.
  void take_back(MessageBytes whole, std::size_t last);

 private:
  void drop(Refusal why);

  FragmentBudget& budget_;
  MessageBytes parts_;  // as long as what was taken of the budget
  bool dropping_ = false;
  Refusal refused_ = Refusal::kNone;
};

}  // namespace ranvier::micro
