// A subscription's side of a publisher of another process.
#pragma once

#include <memory>
#include <optional>

#include "ranvier/ring/segment.h"

namespace ranvier::ring {

class RingReaderCore;

/// One message, readable for as long as this lives: where the publisher wrote
/// it, or, if this process holds too much already, in a copy.
///
/// The publisher can change the bytes while they are read, if it means harm: what is
/// relied upon must be read once.
///
/// Threads:  may be destroyed on any thread.
/// Lifetime: any; longer than its ring reader, and than the publisher's process.
class Received final {
 public:
  Received() = default;  ///< nothing yet: data() is null
  Received(Received&& other) noexcept;
  Received& operator=(Received&& other) noexcept;
  ~Received();

  const std::byte* data() const noexcept { return data_; }
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t sequence() const noexcept { return sequence_; }
  std::int64_t source() const noexcept { return source_; }    ///< ns since the epoch
  std::int64_t expires() const noexcept { return expires_; }  ///< ns since the epoch
  bool copied() const noexcept { return copy_ != nullptr; }
  /// The message, to be written by who alone has it: the copy, or `pages`, which must go
  /// before this does. Null if they cannot be mapped.
  std::byte* writable(PrivatePages& pages) const noexcept;
  /// How far into a block that is aligned to 16 a copy is to begin, to be aligned like
  /// the original.
  static std::size_t begin_of_copy(const std::byte* original) noexcept {
    return reinterpret_cast<std::uintptr_t>(original) % 16;
  }

 private:
  friend class RingReader;
  Ref<RingReaderCore> core_;  // null once moved from, or if this is a copy
  std::uint32_t claim_ = 0;
  std::uint64_t held_ = 0;  // bytes counted as left where they are
  const std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t sequence_ = 0;
  std::int64_t source_ = 0;
  std::int64_t expires_ = 0;
  std::unique_ptr<std::byte[]> copy_;
};

/// Takes the messages of one publisher, in order, each at most once.
///
/// What it reads of the other process it checks: a publisher that writes nonsense
/// makes it broken(), never a read outside of that publisher's segment.
///
/// Threads: accepted(), pending() and take() on one thread at a time; all else
///          from any thread.
class RingReader final : public Near {
 public:
  struct Options {
    std::uint64_t window = 10;           ///< messages kept for it while it does not take: its depth
    bool waited_for = false;             ///< full, it holds the publisher up: reliable keep-all
    bool wants_history = false;          ///< transient local
    std::uint32_t event = 1;             ///< of `own`, rung for each message
    std::uint64_t groups = kEveryGroup;  ///< named with each ring
  };
  /// @param where  RingWriter::where() in the segment of `peer`.
  /// @return kNotFound if there is no publisher.
  static Result<std::unique_ptr<RingReader>> open(Ref<Segment> own, Ref<Window> peer,
                                                  std::uint64_t where, const Options& options);
  ~RingReader();
  RingReader(const RingReader&) = delete;
  RingReader& operator=(const RingReader&) = delete;

  /// What the publisher needs, beside the name of our segment, to let it in.
  std::uint64_t where() const noexcept;
  /// Whether the publisher has let it in.
  /// Asks the processor for where the next message may be, too.
  bool accepted() noexcept;
  /// The publisher takes nobody new now, and this one is not in.
  bool refused() noexcept;
  /// From now on the publisher lets it in only as one that joins, because what the network
  /// brought is handed on. False if the publisher is letting it in at this moment: then it is
  /// soon accepted, or may ask again.
  bool stop_waiting() noexcept;
  /// Once it is accepted: whether the network brings it the same for now (Entrance::kJoins).
  bool joins() const noexcept;
  /// Of a reader that joins: whether a message with that stamp (ns) is here too. What comes
  /// from the network before the first such message is for it, and nothing after that.
  bool holds(std::int64_t stamp) const noexcept;
  /// The publisher has ended it, and all that was to be taken has been.
  bool ended() const noexcept;
  /// Once it is ended: whether what the network brings with that stamp (ns) is for it.
  bool over_network(std::int64_t stamp) const noexcept;
  /// What the publisher says of it at this moment. Contract: any thread.
  enum class Standing { kOut, kIn, kEnded };
  Standing standing() const noexcept;
  /// Whether take() may have something: to be asked after Segment::rings() and
  /// before Segment::wait().
  bool pending() noexcept;
  /// The next message, or nothing. Contract: never blocks; no allocation while
  /// fewer than kClaims - 1 messages of it are held, and no more than an eighth of
  /// the publisher's limit.
  std::optional<Received> take();
  /// Messages that went by because they were more than the window.
  std::uint64_t lost() const noexcept;
  /// The publisher closed; what it sent before may still be taken.
  bool closed() const noexcept;
  /// What the publisher wrote made no sense; nothing more is taken.
  bool broken() const noexcept;

 private:
  explicit RingReader(Ref<RingReaderCore> core);
  bool take_from(const Entry& entry, std::optional<Received>& taken);
  static bool copy(Received& message);
  const Ref<RingReaderCore> core_;
};

}  // namespace ranvier::ring
