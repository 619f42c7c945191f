// What came once for each object, kept for those who begin to record later.
//
// A trace that begins while nodes run would not say what its handles are: their
// events came when the objects began. So each is kept here too, in the words of a
// record, and given to a recording that asks for it. What is kept of an object goes
// when ranvier_fini says that it has ended, and with it what is kept of its parts.
// Of others, one of the same address and kind takes the place of the one before. So
// the room grows with the objects that were there at one time, and not with time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "ranvier/trace/events.h"
#include "ranvier/trace/record.h"

namespace ranvier::trace::detail {

/// Held while an event of Rate::kOnce, or of an object's end, is kept and recorded, and while
/// a recording begins. No hot event takes it.
class PastLock final {
 public:
  PastLock() noexcept;
  ~PastLock();
  PastLock(const PastLock&) = delete;
  PastLock& operator=(const PastLock&) = delete;
};

/// Room for the fields of one more event, or null if there is no memory.
/// Contract: under a PastLock, which writing the fields needs too.
std::uint64_t* find_past_room(Event event, std::size_t words) noexcept;

/// Contract: under a PastLock.
template <Event kEvent, class... Fields>
void remember(Fields... fields) noexcept {
  std::uint64_t* at = find_past_room(kEvent, (words_of(fields) + ... + 0));
  if (at == nullptr) return;
  ((at = put(at, fields)), ...);
}

/// Counts the events that were kept so far. Contract: under a PastLock.
std::uint64_t past_count() noexcept;

/// Calls `tell` with those that came after the first `count`, in their order, but for those
/// of objects that have ended.
/// Contract: under a PastLock.
void for_each_past(std::uint64_t count,
                   const std::function<void(Event, std::span<const std::uint64_t>)>& tell);

/// For tests: how much room all of it takes, in words. Contract: under no PastLock.
std::size_t past_words() noexcept;

/// For tests: as if nothing had happened.
void forget_past() noexcept;

}  // namespace ranvier::trace::detail
