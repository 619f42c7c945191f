#include "stack.h"

#include <unwind.h>

#include <atomic>

namespace ranvier::trace_heap {
namespace {

using Address = std::uintptr_t;

/// For each place of code, how far above its stack pointer that of its caller is.
///
/// Threads: any. An entry is written once and never changes.
class Distances final {
 public:
  static constexpr std::uint32_t kUnknown = 0;
  static constexpr std::uint32_t kOutermost = 1;  // nobody called it

  [[nodiscard]] std::uint32_t find(Address pc) const noexcept {
    std::size_t at = slot_of(pc);
    for (std::size_t i = 0; i < kTries; ++i, at = (at + 1) % kSlots) {
      const Address known = slots_[at].pc.load(std::memory_order_acquire);  // pairs with put()
      if (known == pc) return slots_[at].distance.load(std::memory_order_relaxed);
      if (known == 0) break;
    }
    return kUnknown;
  }

  // What finds no room stays unknown: the unwinder is asked each time.
  void put(Address pc, std::uint32_t distance) noexcept {
    if (pc == 0 || find(pc) != kUnknown) return;
    std::size_t at = slot_of(pc);
    for (std::size_t i = 0; i < kTries; ++i, at = (at + 1) % kSlots) {
      bool expected = false;
      if (!slots_[at].taken.compare_exchange_strong(expected, true, std::memory_order_relaxed))
        continue;
      slots_[at].distance.store(distance, std::memory_order_relaxed);
      slots_[at].pc.store(pc, std::memory_order_release);  // pairs with find()
      return;
    }
  }

 private:
  struct Slot {
    std::atomic<Address> pc{0};
    std::atomic<std::uint32_t> distance{0};
    std::atomic<bool> taken{false};
  };
  static constexpr std::size_t kSlots = 1 << 14;
  static constexpr std::size_t kTries = 16;
  static std::size_t slot_of(Address pc) noexcept {
    return (pc * 0x9e3779b97f4a7c15u >> 32) % kSlots;
  }
  Slot slots_[kSlots];
};

constinit Distances distances;
// The outermost stack pointer that this thread was seen to have: nothing above it is read.
constinit thread_local Address top = 0;

struct Unwinding {
  Address at;
  Address cfa;
  Stack* stack;
  bool is_in = false;  // the frames of this library are behind
  Address last_pc = 0, last_cfa = 0;
};

_Unwind_Reason_Code on_frame(_Unwind_Context* context, void* data) noexcept {
  auto& unwinding = *static_cast<Unwinding*>(data);
  const Address pc = _Unwind_GetIP(context);
  const Address cfa = _Unwind_GetCFA(context);
  unwinding.is_in = unwinding.is_in || (pc == unwinding.at && cfa == unwinding.cfa);
  if (!unwinding.is_in || pc == 0) return _URC_NO_REASON;
  if (unwinding.last_pc != 0)
    distances.put(unwinding.last_pc, static_cast<std::uint32_t>(cfa - unwinding.last_cfa));
  unwinding.last_pc = pc;
  unwinding.last_cfa = cfa;
  Stack& stack = *unwinding.stack;
  if (stack.count < kMostFrames) stack.frames[stack.count++] = reinterpret_cast<const void*>(pc);
  return _URC_NO_REASON;
}

void ask_unwinder(Address at, Address cfa, Stack& stack) noexcept {
  stack.count = 0;
  Unwinding unwinding{at, cfa, &stack};
  _Unwind_Backtrace(on_frame, &unwinding);
  if (unwinding.last_pc != 0) {
    distances.put(unwinding.last_pc, Distances::kOutermost);
    if (unwinding.last_cfa > top) top = unwinding.last_cfa;
  }
  if (stack.count == 0) stack.frames[stack.count++] = reinterpret_cast<const void*>(at);
}

#if defined(__x86_64__)
// A caller's return address lies just below its stack pointer. @return false if a place of code is
// new, or was seen with another distance, which leads to no known place or out of the stack.
bool walk(Address pc, Address cfa, Stack& stack) noexcept {
  for (stack.count = 0; stack.count < kMostFrames;) {
    const std::uint32_t distance = distances.find(pc);
    if (distance == Distances::kUnknown) return false;
    stack.frames[stack.count++] = reinterpret_cast<const void*>(pc);
    if (distance == Distances::kOutermost) return true;
    cfa += distance;
    if (cfa > top || cfa % sizeof(Address) != 0) return false;
    pc = *reinterpret_cast<const Address*>(cfa - sizeof(Address));
  }
  return true;
}
#else
// Where a return address lies is not the same for all places of code: the tables know.
bool walk(Address, Address, Stack&) noexcept { return false; }
#endif

}  // namespace

void read_stack(const void* at, const void* cfa, Stack& stack) noexcept {
  const auto pc = reinterpret_cast<Address>(at);
  const auto first = reinterpret_cast<Address>(cfa);
  if (!walk(pc, first, stack)) ask_unwinder(pc, first, stack);
}

}  // namespace ranvier::trace_heap
