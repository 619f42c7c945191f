// A ring of messages that grows to its depth and then stays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "ranvier/base/annotations.h"
#include "ranvier/msg/message.h"

namespace ranvier {

/// Oldest first; push() past the depth gives back the oldest.
/// Threads: one at a time; whoever holds it guards it.
/// Memory:  two places inside, then doubles up to `depth`, then allocates
///          nothing. An empty ring starts over at its first place, so that one
///          that is drained in time touches little memory.
class MessageRing final {
 public:
  explicit MessageRing(std::size_t depth) noexcept
      : depth_(static_cast<std::uint32_t>(std::clamp<std::size_t>(depth, 1, UINT32_MAX))) {}
  ~MessageRing() {
    if (slots_ != inside_) delete[] slots_;
  }
  MessageRing(const MessageRing&) = delete;
  MessageRing& operator=(const MessageRing&) = delete;

  std::size_t depth() const noexcept { return depth_; }
  std::size_t size() const noexcept { return count_; }
  /// The place, of those that the ring has now, of the oldest message; of the newest one.
  std::uint32_t first_place() const noexcept { return first_; }
  std::uint32_t last_place() const noexcept { return place(count_ - 1); }
  bool empty() const noexcept { return count_ == 0; }
  /// The i-th oldest; i < size().
  const MessagePtr& operator[](std::size_t i) const noexcept {
    return slots_[place(static_cast<std::uint32_t>(i))];
  }

  /// @return the message that had to go, or null.
  RANVIER_HOT_INLINE MessagePtr push(MessagePtr message) {
    MessagePtr oldest;
    if (count_ == depth_) oldest = pop();
    if (count_ == capacity_) grow();
    slots_[place(count_++)] = std::move(message);
    return oldest;
  }

  /// It is older than the rest; the ring must not be full.
  void push_front(MessagePtr message) {
    if (count_ == capacity_) grow();
    first_ = first_ == 0 ? capacity_ - 1 : first_ - 1;
    slots_[first_] = std::move(message);
    ++count_;
  }

  /// The oldest; the ring must not be empty.
  RANVIER_HOT_INLINE MessagePtr pop() noexcept {
    MessagePtr oldest = std::move(slots_[first_]);
    first_ = --count_ == 0 ? 0 : place(1);
    return oldest;
  }

 private:
  static constexpr std::uint32_t kInside = 2;

  std::uint32_t place(std::uint32_t i) const noexcept {
    const std::uint32_t at = first_ + i;
    return at < capacity_ ? at : at - capacity_;
  }

  RANVIER_COLD void grow() {
    const std::uint32_t capacity =
        std::max(std::min(std::max(capacity_ * 2, 4U), depth_), capacity_ + 1);
    auto* slots = new MessagePtr[capacity];
    for (std::uint32_t i = 0; i < count_; ++i) slots[i] = std::move(slots_[place(i)]);
    if (slots_ != inside_) delete[] slots_;
    slots_ = slots;
    capacity_ = capacity;
    first_ = 0;
  }

  std::uint32_t capacity_ = kInside;
  std::uint32_t first_ = 0;
  std::uint32_t count_ = 0;
  const std::uint32_t depth_;
  MessagePtr* slots_ = inside_;
  MessagePtr inside_[kInside];
};

}  // namespace ranvier
