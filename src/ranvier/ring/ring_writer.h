// A publisher's messages for the subscriptions of other processes.
#pragma once

#include <memory>
#include <string>

#include "ranvier/os/futex.h"
#include "ranvier/ring/loan.h"

namespace ranvier::ring {

/// What goes beside a payload (MessageHeader has the same two).
struct Stamp {
  std::int64_t source = 0;           ///< ns since the epoch
  std::int64_t expires = INT64_MAX;  ///< ns since the epoch
};

/// How a reader comes in.
enum class Entrance {
  kNew,   ///< all that it is to have is sent from here on, or is history
  kJoins  ///< the network serves it, and goes on until it has taken something here
};

class RingWriterCore;

/// One ring of messages that any number of readers read, each at its own pace.
///
/// A message is written once. It stays until every reader has taken it or has
/// more than its window of newer ones before it, and then until nobody reads it
/// any more. Only a reader that asked to be waited for, and has its window full,
/// holds publish() up; a reader whose process ended holds up nothing.
///
/// Threads: all functions from any thread. Lock: "writer"; a message's events are rung without it.
class RingWriter final : public Near {
 public:
  struct Options {
    std::string topic;          ///< for the words of errors
    std::uint64_t history = 0;  ///< messages kept for readers that come late
    bool may_wait = true;       ///< else no reader is waited for, whatever it asks
    bool may_drop = true;       ///< what somebody has yet to take, for want of memory
  };
  static Result<std::unique_ptr<RingWriter>> open(Ref<Segment> segment, const Options& options);
  /// Nobody new comes in; who is in can still take what is there.
  ~RingWriter();
  RingWriter(const RingWriter&) = delete;
  RingWriter& operator=(const RingWriter&) = delete;

  /// What readers need beside the name of the segment to find this.
  std::uint64_t where() const noexcept;

  /// Memory for a message; what everybody has taken is freed first. When the segment is full:
  /// frees what dead processes held, then drops the oldest messages that all have taken, or,
  /// if it may, of readers that are not waited for, then waits for the others, up to
  /// `deadline` (steady ns).
  /// @param begin  where in its block, which is aligned to 64, the message begins: CDR
  ///               aligns from behind its header of four bytes.
  /// @return kFull if none of that helps; kTimeout; kShutdown after stop().
  Result<Loan> borrow(std::uint64_t bytes, std::int64_t deadline = kForever,
                      std::uint64_t begin = 0);
  /// Whether a loan is of the same segment, and so can be published.
  bool lent(const SharedLoan& loan) const noexcept;
  /// Sends the first `size` bytes of a loan of the same segment.
  /// @return kTimeout if a reader that is waited for has no room by `deadline`
  /// (steady ns); kFull if there is no memory for the ring, or after end_all();
  /// kShutdown after stop(); the loan is then as it was.
  /// Contract: no allocation and no system call if nobody sleeps, once rings and
  /// lists have grown to what is under way at once.
  Result<void> publish(Loan& loan, std::uint64_t size, Stamp stamp,
                       std::int64_t deadline = kForever);

  /// The same with a loan that stays readable here for as long as others hold it.
  Result<void> publish(SharedLoan& loan, std::uint64_t size, Stamp stamp,
                       std::int64_t deadline = kForever);
  /// At once or not at all: false where publish() would wait, or fail.
  bool publish_now(SharedLoan& loan, std::uint64_t size, Stamp stamp);

  /// Lets a reader in: what is published from now on is for it, and the history
  /// if it wants that. `where` is RingReader::where() in its process's segment.
  /// One that was taken out does not come back: it opens a new ring reader. `ticket`, if not
  /// null, gets what the reader is called: another one may be at the same place later.
  /// @return kNotFound if there is no reader; kAlreadyExists; kFull; kUnsupported if it
  /// wants a history that is not all here: it is to join, and the network has that.
  Result<void> attach(Ref<Window> reader, std::uint64_t where, std::uint64_t* ticket = nullptr,
                      Entrance entrance = Entrance::kNew);
  /// Whether that reader, which joins, has begun to take.
  bool joined(std::uint64_t ticket) const;
  /// What is sent from now on all readers have from the network: `stamp` is that of the
  /// first. What they have not taken yet they still may. Nothing is sent, and nobody is let
  /// in, before begin_again().
  void end_all(std::int64_t stamp);
  void begin_again();
  /// What late joiners want is not all here: a message was not sent.
  void note_gap();
  /// Takes a reader out. What it is reading stays until it has read it.
  /// @param ticket  of that reader alone; 0: of whoever is at that place.
  void detach(const Window& reader, std::uint64_t where, std::uint64_t ticket = 0);
  /// Tells readers that wait to be let in whether they wait in vain, for now.
  void refuse(bool refuses);
  /// Waits until every reader has taken all that was published.
  /// @return kTimeout if one has not by `deadline` (steady ns); kShutdown.
  Result<void> wait_taken(std::int64_t deadline);
  /// Takes out readers whose processes are gone. Contract: a system call each.
  void sweep();
  std::size_t readers() const;
  /// Messages that were dropped for want of memory, before somebody took them.
  std::uint64_t dropped() const;
  /// Ends all waits, also those to come. Contract: any thread, also more than once.
  void stop() noexcept;

 private:
  explicit RingWriter(std::unique_ptr<RingWriterCore> core);
  template <class Try>
  Result<void> until(std::int64_t deadline, Try attempt);
  template <class Outcome, class Try>
  Result<void> wait_until(std::int64_t deadline, Outcome outcome, Try attempt);
  Result<Loan> borrow_later(std::uint64_t bytes, std::int64_t deadline, std::uint64_t begin,
                            Result<Block> block);
  bool lent(const SharedLoan& loan, std::uint64_t size) const noexcept;
  Error no_loan(std::uint64_t size) const;

  const Ref<Segment> segment_;
  std::unique_ptr<RingWriterCore> core_;
  std::atomic<bool> stopped_{false};
};

}  // namespace ranvier::ring
