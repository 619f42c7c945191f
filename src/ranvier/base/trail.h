// Where a thread's messages lead it, so that the next one finds it there.
//
// After a pause, or after a large message, every object on the way is in no near cache and
// on a page that the processor has forgotten; each would be found only once the one before
// it has come. So a thread that handles messages notes where it comes past, and after its
// next sleep asks for all of that at once (docs/decisions/0046). Of seven wakes it notes one: the
// others find one word closed at each place. What it does less often, it forgets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/prefetch.h"

/// The linker's name for the words through which a library finds what others have, and its
/// thread-local objects. Each library has its own.
extern "C" [[gnu::visibility("hidden")]] const char _GLOBAL_OFFSET_TABLE_[];

namespace ranvier {

/// The places that the calling thread came past when it last noted them. Nothing is read
/// through them: what has ended meanwhile is a hint in vain.
///
/// Threads: each has its own; one that never slept in an executor notes nothing.
///          Contract: no allocation, no lock, no fault.
class Trail final {
 public:
  static constexpr std::uint32_t kEvery = 7;        ///< wakes, of which one is noted; odd (0046)
  static constexpr std::uint32_t kMost = 80;        ///< places that are noted
  static constexpr std::size_t kLongest = 63 * 64;  ///< bytes of one of them

  enum class Kind : bool { kData, kCode };  ///< which first cache it is for

  /// Cache lines, and what they hold, in one word, which rclcpp/detail/way_out.hpp reads too.
  class Place final {
   public:
    constexpr Place() noexcept = default;
    /// The lines of the `size` bytes from `begin`, 1 to kLongest.
    Place(const void* begin, std::size_t size, Kind kind = Kind::kData) noexcept {
      const auto address = reinterpret_cast<std::uintptr_t>(begin);
      const std::uintptr_t first = address / kLine, last = (address + size - 1) / kLine;
      word_ = (first * kLine & ~kCode) | ((last - first) & (kLine - 1)) |
              (kind == Kind::kCode ? kCode : 0);
    }
    const char* line() const noexcept {
      return reinterpret_cast<const char*>(word_ & ~kCode & ~(kLine - 1));
    }
    std::size_t lines() const noexcept { return (word_ & (kLine - 1)) + 1; }
    bool operator==(const Place&) const = default;
    Kind kind() const noexcept { return (word_ & kCode) != 0 ? Kind::kCode : Kind::kData; }

   private:
    static constexpr std::uintptr_t kCode = ~(~std::uintptr_t{0} >> 1);  // no program's address
    std::uintptr_t word_ = 0;
  };

  /// Whether this wake's way is noted, and there is room for more. To be asked before a place
  /// is named: what names it is cold, and stands aside.
  RANVIER_HOT_INLINE static bool noting() noexcept { return here_.count_ < kMost; }

  /// This thread touches the `size` bytes from `begin`, 1 to kLongest, and will for the next
  /// message. Not noted unless noting().
  static void pass(const void* begin, std::size_t size) noexcept { pass(Place(begin, size)); }
  RANVIER_COLD static void pass(Place place) noexcept;
  /// The same up to before `end`.
  static void pass_to(const void* begin, const void* end) noexcept {
    pass(begin, reinterpret_cast<std::uintptr_t>(end) - reinterpret_cast<std::uintptr_t>(begin));
  }
  /// The same of code, which may be longer, or none.
  RANVIER_COLD static void pass_code(const char* begin, const char* end) noexcept;
  template <class T>
  static void pass(const T& object) noexcept {
    static_assert(sizeof object <= kLongest);
    pass(&object, sizeof object);
  }
  /// No more of it than its begin.
  static void pass_begin(const void* object) noexcept { pass(object, 1); }
  /// The first functions in the table of an object whose functions are virtual, which stands
  /// at its begin.
  static void pass_table(const void* object) noexcept {
    pass(*static_cast<const void* const*>(object), 5 * sizeof(void*));
  }
  /// The words by which the caller's library finds others: their page.
  RANVIER_HOT_INLINE static void pass_own_words() noexcept { pass_begin(_GLOBAL_OFFSET_TABLE_); }

  /// The calling thread's. To be had before it sleeps: afterwards even finding it takes time.
  RANVIER_HOT_INLINE static Trail& here() noexcept {
    Trail* found = &here_;
    asm volatile("" : "+r"(found));  // else it is found again whenever it is used
    return *found;
  }
  /// For a thread that woke: what it noted is the way that it knows, and it may note the next.
  RANVIER_HOT_INLINE void follow() noexcept {
    if (count_ != kClosed) end_noting();
    // A thread that knows nothing yet need not wait for its turn.
    if (++wakes_ % kEvery == 0 || known_ == 0) count_ = lost_at_ = 0;
  }
  /// For one that is about to go through much memory: what it knows will be pushed out, and
  /// what it comes past from here on is what it will need then.
  RANVIER_HOT_INLINE static void lose() noexcept {
    here_.lost_ = true;
    if (here_.lost_at_ == 0 && noting()) here_.lost_at_ = static_cast<std::uint16_t>(here_.count_);
  }
  /// Whether it has lost since this was asked.
  RANVIER_HOT_INLINE static bool take_loss() noexcept { return std::exchange(here_.lost_, false); }
  /// Asks for the way that it knows.
  RANVIER_HOT_INLINE void ask() const noexcept { ask(known()); }
  /// Asks for what it comes past after lose().
  RANVIER_HOT_INLINE void ask_again() const noexcept { ask(known_again()); }
  /// The places that are asked for.
  std::span<const Place> known() const noexcept { return {places_.data(), known_}; }
  /// Those of them that it came past after lose(); all, where it lost nothing.
  std::span<const Place> known_again() const noexcept {
    return known().subspan(again_, again_count_);
  }

 private:
  RANVIER_HOT_INLINE static void ask(std::span<const Place> places) noexcept {
    const auto* const stack = static_cast<const char*>(__builtin_frame_address(0)) - kStackBelow;
    prefetch_lines<prefetch>(stack, (kStackBelow + kStackAbove) / kLine);
    for (const Place& place : places) {
      if (place.kind() == Kind::kCode) {
        prefetch_lines<prefetch_code>(place.line(), place.lines());
      } else {
        prefetch_lines<prefetch>(place.line(), place.lines());
      }
    }
  }
  // initial-exec: other libraries would call for its address, on more cold pages.
  [[gnu::tls_model("initial-exec")]] static constinit thread_local Trail here_;
  static constexpr std::uintptr_t kLine = kCacheLine;
  // So deep go the calls of a message; what lies above was left for the sleep.
  static constexpr std::uintptr_t kStackBelow = 15 * kLine, kStackAbove = 5 * kLine;
  static constexpr std::uint32_t kClosed = kMost + 1;

  RANVIER_COLD void end_noting() noexcept;
  std::uint32_t count_ = kClosed;  // noted since it woke, or: none are
  std::uint32_t known_ = 0;        // of the ways before
  std::uint32_t wakes_ = 0;
  std::uint16_t lost_at_ = 0;  // of those noted since it woke: how many before lose()
  std::uint16_t again_ = 0;    // of the known ones: the first behind lose()
  std::uint16_t again_count_ = 0;
  bool lost_ = false;
  std::array<Place, kMost> places_{};
};

}  // namespace ranvier
