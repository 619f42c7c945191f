#include "ranvier/run/watch/awaited.h"

#include <array>
#include <cstdint>

namespace ranvier {
namespace {

struct Slot {
  std::atomic<const void*> state{nullptr};
  std::atomic<const Work*> by{nullptr};
};
constexpr std::size_t kSlots = 64;
constexpr std::size_t kTried = 8;  // slots that one future asks for
constexpr std::size_t kNone = kSlots;
constinit std::array<Slot, kSlots> slots;

const char kTaken = 0;  // stands in a slot while it is filled

// Objects of the heap lie at multiples of 16.
std::size_t first_slot_of(const void* state) noexcept {
  return (reinterpret_cast<std::uintptr_t>(state) >> 4) * 0x9E3779B9u >> 8;
}

}  // namespace

Awaited::Awaited(const void* state, const Work* by) noexcept : slot_(kNone) {
  if (state == nullptr) return;
  const std::size_t first = first_slot_of(state);
  for (std::size_t i = 0; i < kTried && slot_ == kNone; ++i) {
    Slot& slot = slots[(first + i) % kSlots];
    const void* nothing = nullptr;
    if (slot.state.load(std::memory_order_relaxed) != nullptr) continue;
    if (!slot.state.compare_exchange_strong(nothing, &kTaken, std::memory_order_acquire)) continue;
    slot.by.store(by, std::memory_order_relaxed);
    slot.state.store(state, std::memory_order_release);
    slot_ = (first + i) % kSlots;
  }
}

Awaited::~Awaited() {
  if (slot_ != kNone) slots[slot_].state.store(nullptr, std::memory_order_release);
}

const Work* Awaited::find(const void* address) noexcept {
  constexpr std::uintptr_t kState = 32;  // a state begins with its table, result and status word
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  for (const Slot& slot : slots) {
    const void* const state = slot.state.load(std::memory_order_acquire);
    const auto begin = reinterpret_cast<std::uintptr_t>(state);
    if (state == nullptr || wanted < begin || wanted - begin >= kState) continue;
    const Work* const by = slot.by.load(std::memory_order_relaxed);
    if (slot.state.load(std::memory_order_acquire) == state) return by;
  }
  return nullptr;
}

}  // namespace ranvier
