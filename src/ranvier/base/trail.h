// Where a thread's last message led it, so that the next one finds it there.
//
// After a pause, or after a large message, every object on the way is in no near cache and
// on a page that the processor has forgotten; each would be found only once the one before
// it has come. So a thread that handles messages notes where it comes past, and after its
// next sleep asks for all of that at once (docs/decisions/0046). What it does less often, it
// forgets wake by wake.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ranvier/base/annotations.h"

namespace ranvier {

/// The places that the calling thread came past since it last woke, and those of the time
/// before. Nothing is read through them: what has ended meanwhile is a hint in vain.
///
/// Threads: each has its own; one that never slept in an executor notes nothing.
///          Contract: no allocation, no lock, no fault; a place costs a few
///          instructions, and fewer once there are kMost.
class Trail final {
 public:
  static constexpr std::uint32_t kMost = 40;        ///< places that are noted
  static constexpr std::size_t kLongest = 63 * 64;  ///< bytes of one of them

  /// Whether there is room for more. For who would go through a list for it.
  RANVIER_HOT_INLINE static bool open() noexcept { return here_.count_ < kMost; }

  /// This thread touches the `size` bytes from `begin`, 1 to kLongest, and will for the next
  /// message.
  static void pass(const void* begin, std::size_t size) noexcept;
  /// The same up to before `end`.
  RANVIER_HOT_INLINE static void pass_to(const void* begin, const void* end) noexcept {
    pass(begin, reinterpret_cast<std::uintptr_t>(end) - reinterpret_cast<std::uintptr_t>(begin));
  }
  /// The same of more than kLongest bytes, or none.
  static void pass_long(const char* begin, const char* end) noexcept;
  template <class T>
  RANVIER_HOT_INLINE static void pass(const T& object) noexcept {
    static_assert(sizeof object <= kLongest);
    pass(&object, sizeof object);
  }
  /// No more of it than its begin.
  RANVIER_HOT_INLINE static void pass_begin(const void* object) noexcept { pass(object, 1); }
  /// The table of an object whose functions are virtual, which stands at its begin.
  RANVIER_HOT_INLINE static void pass_table(const void* object) noexcept {
    pass_begin(*static_cast<const void* const*>(object));
  }

  /// For a thread that woke: asks for the last way, and notes the next one.
  static void follow() noexcept;
  /// For one that is about to go through much memory: what it knows will be pushed out.
  RANVIER_HOT_INLINE static void lose() noexcept { here_.lost_ = true; }
  RANVIER_HOT_INLINE static bool lost() noexcept { return here_.lost_; }
  /// For one that did: asks for the last way again.
  static void again() noexcept;

  /// The places that are asked for: where a line begins, and in the low bits how many follow.
  static std::span<const std::uintptr_t> known() noexcept {
    return {here_.places_.data(), here_.known_};
  }

 private:
  // initial-exec: other libraries would call for its address, on more cold pages.
  [[gnu::tls_model("initial-exec")]] static constinit thread_local Trail here_;
  static constexpr std::uint32_t kNotYet = kMost + 1;
  std::uint32_t count_ = kNotYet;  // noted since it woke; before the first time: none are
  std::uint32_t known_ = 0;        // of the ways before
  bool lost_ = false;
  std::array<std::uintptr_t, kMost> places_{};
};

}  // namespace ranvier
