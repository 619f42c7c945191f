// What a message touches from publish() on, asked for in the first instructions of that.
//
// Whoever fills a large message pushes the way on out of the near caches. Its lines would be
// found again one after the other; asked for before the first of it is called, they come side
// by side (docs/decisions/0046).
#ifndef RCLCPP__DETAIL__WAY_OUT_HPP_
#define RCLCPP__DETAIL__WAY_OUT_HPP_

#include <cstddef>
#include <cstdint>

#include "rclcpp/visibility_control.hpp"

namespace ranvier
{
class Message;
}

namespace rclcpp::detail
{

/// The way that a thread's messages take out of the process, or none.
///
/// Threads: any; on another one than that ask() does nothing, as the places that it noted
///          end with it. Contract: no allocation, no lock, no fault. Of processors other than
///          x86-64 and AArch64 a thread is not told from another, and there is none.
class WayOut
{
public:
  WayOut() = default;
  /// The calling thread's, if it has just borrowed memory for a large message, `message`; else
  /// none. `code` will send that.
  RCLCPP_PUBLIC static WayOut after_borrowing(
    const ranvier::Message * message, const void * code) noexcept;

  /// Gives the processor a hint for each line of it, for the stack of the calls that follow, and
  /// for the first line of `sender`.
  void ask(const void * sender) const noexcept
  {
    each_line(sender, [](const void * line) {hint(line);});
  }
  /// Gives `take` something of each of these lines.
  template<typename Take>
  void each_line(const void * sender, Take take) const
  {
    if (count_ == 0 || thread_ != this_thread()) {return;}
    take(sender);
    const char * const depth = stack();
    for (std::uintptr_t line = kLine; line <= kStack; line += kLine) {take(depth - line);}
    for (std::uintptr_t line = 0; line != kMessage; line += kLine) {take(message_ + line);}
    for (const std::uintptr_t * place = places_; place != places_ + count_; ++place) {
      std::uintptr_t line = *place & kAddress;
      const std::uintptr_t last = line + (*place & kMore) * kLine;
      for (; line <= last; line += kLine) {take(reinterpret_cast<const void *>(line));}
    }
  }
  bool empty() const noexcept {return count_ == 0;}

private:
  static constexpr std::uintptr_t kLine = 64;
  static constexpr std::uintptr_t kMessage = 3 * kLine;  // which begins anywhere in one
  static constexpr std::uintptr_t kStack = 9 * kLine;    // so deep go the calls to the bell
  // A place is a word: the address of its first line, how many lines follow that one, and
  // one bit that is neither (ranvier/base/trail.h).
  static constexpr std::uintptr_t kMore = kLine - 1;
  static constexpr std::uintptr_t kAddress = ~std::uintptr_t{0} >> 1 & ~kMore;

  // As far as the second cache: in the first one they would take each other's place.
  static void hint(const void * line) noexcept
  {
#if defined(__x86_64__)
    asm volatile ("prefetcht1 %a0" : : "p" (line));
#elif defined(__aarch64__)
    asm volatile ("prfm pldl2keep, [%0]" : : "r" (line));
#else
    static_cast<void>(line);  // there is no way
#endif
  }
  // Null where it is not to be had without a call.
  static const void * this_thread() noexcept
  {
    const void * pointer = nullptr;
#if defined(__x86_64__) && defined(__LP64__)
    asm volatile ("{mov %%fs:0, %0|mov %0, QWORD PTR fs:0}" : "=r" (pointer));
#elif defined(__aarch64__)
    asm volatile ("mrs %0, tpidr_el0" : "=r" (pointer));
#endif
    return pointer;
  }

  // Where that of this function, or of its caller's that it is part of, ends.
  static const char * stack() noexcept
  {
    const char * pointer = nullptr;
#if defined(__x86_64__) && defined(__LP64__)
    asm volatile ("{mov %%rsp, %0|mov %0, rsp}" : "=r" (pointer));
#elif defined(__aarch64__)
    asm volatile ("mov %0, sp" : "=r" (pointer));
#endif
    return pointer;
  }

  const char * message_ = nullptr;
  const std::uintptr_t * places_ = nullptr;
  std::size_t count_ = 0;
  const void * thread_ = nullptr;
};

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__WAY_OUT_HPP_
