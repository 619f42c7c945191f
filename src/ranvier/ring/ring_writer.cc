#include "ranvier/ring/ring_writer.h"

#include <algorithm>

#include "ranvier/base/annotations.h"
#include "ranvier/os/clock.h"

namespace ranvier::ring {
namespace {

// How often who waits for room looks whether the others are still alive. A
// reader that makes room wakes it at once.
constexpr std::int64_t kLook = 20'000'000;  // ns

// Tells readers to ring, for as long as it lives.
class Waiting final {
 public:
  explicit Waiting(std::atomic<std::uint32_t>& waiting) noexcept : waiting_(waiting) {
    waiting_.fetch_add(1, std::memory_order_seq_cst);  // pairs with RingReader::made_room()
  }
  ~Waiting() { waiting_.fetch_sub(1, std::memory_order_relaxed); }
  Waiting(const Waiting&) = delete;

 private:
  std::atomic<std::uint32_t>& waiting_;
};

}  // namespace

// Tries until it is done, fails, or must not wait any longer.
template <class Try>
RANVIER_HOT_INLINE Result<void> RingWriter::until(std::int64_t deadline, Try attempt) {
  const Outcome outcome = attempt();
  if (outcome == Outcome::kDone) return {};
  return wait_until(deadline, outcome, attempt);
}

template <class Try>
RANVIER_COLD Result<void> RingWriter::wait_until(std::int64_t deadline, Outcome outcome,
                                                 Try attempt) {
  const Waiting waiting(block_.waiting);
  while (outcome != Outcome::kFail) {
    const std::uint32_t seen = segment_.rings(Segment::kRoomEvent);
    outcome = attempt();
    if (outcome == Outcome::kDone) return {};
    if (stopped_.load(std::memory_order_acquire)) {
      return Error{Code::kShutdown, "Publisher '" + topic_ +
                                        "': the context was shut down while it waited for a "
                                        "subscription of another process."};
    }
    const std::int64_t now = steady_ns();
    if (now >= deadline) {
      if (outcome == Outcome::kWait) {  // for one whose process is gone, perhaps
        sweep();
        if (attempt() == Outcome::kDone) return {};
      }
      return Error{Code::kTimeout, "Publisher '" + topic_ +
                                       "': a keep-all subscription of another process made no "
                                       "room in time."};
    }
    if (outcome == Outcome::kWait) {
      const std::int64_t look = std::min(deadline, now + kLook);
      if (segment_.wait(Segment::kRoomEvent, seen, look) == seen) sweep();
    }
  }
  return Error{Code::kFull,
               "Publisher '" + topic_ + "': shared memory has no room for the message."};
}

RANVIER_HOT Result<Loan> RingWriter::borrow(std::uint64_t bytes, std::int64_t deadline,
                                            std::uint64_t begin) {
  bytes += begin;
  tidy();
  Result<Block> block = segment_.allocate(bytes);
  if (block) return Loan(keeps_, *block, begin);
  return borrow_later(bytes, deadline, begin, std::move(block));
}

RANVIER_COLD Result<Loan> RingWriter::borrow_later(std::uint64_t bytes, std::int64_t deadline,
                                                   std::uint64_t begin, Result<Block> block) {
  if (bytes > segment_.limit()) return block.error();  // whatever comes free
  const Result<void> made = until(deadline, [&] {
    for (;;) {
      const Outcome outcome = make_room();
      if (outcome != Outcome::kDone) return outcome;
      block = segment_.allocate(bytes);
      if (block) return Outcome::kDone;
    }
  });
  if (made) return Loan(keeps_, *block, begin);
  return made.error().code == Code::kFull ? block.error() : made.error();
}

Result<void> RingWriter::publish(Loan& loan, std::uint64_t size, Stamp stamp,
                                 std::int64_t deadline) {
  if (loan.segment_.get() != &segment_ || size > loan.capacity()) return no_loan(size);
  const Result<void> published =
      until(deadline, [&] { return put({loan.block_, loan.begin_}, size, stamp); });
  if (published) loan.segment_ = {};  // the ring's now
  return published;
}

RANVIER_HOT_INLINE bool RingWriter::lent(const SharedLoan& loan,
                                         std::uint64_t size) const noexcept {
  return lent(loan) && size <= loan.block().size - loan.begin();
}

RANVIER_HOT bool RingWriter::publish_now(SharedLoan& loan, std::uint64_t size, Stamp stamp) {
  return lent(loan, size) &&
         put({loan.block(), loan.begin(), &loan}, size, stamp) == Outcome::kDone;
}

Result<void> RingWriter::publish(SharedLoan& loan, std::uint64_t size, Stamp stamp,
                                 std::int64_t deadline) {
  if (!lent(loan, size)) return no_loan(size);
  return until(deadline, [&] { return put({loan.block(), loan.begin(), &loan}, size, stamp); });
}

RANVIER_COLD Error RingWriter::no_loan(std::uint64_t size) const {
  return {Code::kInvalidArgument,
          "Publisher '" + topic_ + "': " + std::to_string(size) +
              " bytes are not in a loan of this process. Borrow that much first."};
}

Result<void> RingWriter::wait_taken(std::int64_t deadline) {
  return until(deadline, [&] { return taken(); });
}

void RingWriter::stop() noexcept {
  stopped_.store(true, std::memory_order_release);
  segment_.event(Segment::kRoomEvent).notify();
}

}  // namespace ranvier::ring
