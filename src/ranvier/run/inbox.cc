#include "ranvier/run/inbox.h"
#include "ranvier/base/annotations.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

Inbox::Inbox(History history, std::size_t depth, KeepAllBound bound)
    : keeps_all_(history == History::kKeepAll),
      messages_(keeps_all_ ? SIZE_MAX : depth),
      bound_(bound) {}

RANVIER_HOT_INLINE ReadyListeners::Arrival Inbox::number(
    const std::atomic<bool>& listened) noexcept {
  return listened.load(std::memory_order_relaxed) ? ++arrivals_ : ReadyListeners::kNobodyListens;
}

RANVIER_HOT Inbox::Pushed Inbox::push(MessagePtr message, const std::atomic<bool>& listened) {
  const std::size_t bytes = keeps_all_ ? message->payload_size() : 0;
  Lock lock(mutex_);
  if (keeps_all_) bytes_ += bytes;  // else its cache line is not touched
  MessagePtr oldest = messages_.push(std::move(message));
  RANVIER_TRACE(rclcpp_ring_buffer_enqueue, static_cast<const void*>(this), messages_.last_place(),
                messages_.size(), static_cast<bool>(oldest));
  return {std::move(oldest), number(listened)};
}

Inbox::Pushed Inbox::push_front(MessagePtr message, const std::atomic<bool>& listened) {
  Lock lock(mutex_);
  if (messages_.size() == messages_.depth()) return {std::move(message), number(listened)};
  if (keeps_all_) bytes_ += message->payload_size();
  messages_.push_front(std::move(message));
  RANVIER_TRACE(rclcpp_ring_buffer_enqueue, static_cast<const void*>(this), messages_.first_place(),
                messages_.size(), false);
  return {{}, number(listened)};
}

ReadyListeners::Seen Inbox::seen() const noexcept {
  Lock lock(mutex_);
  return {messages_.size(), arrivals_};
}

RANVIER_HOT MessagePtr Inbox::pop(bool& more) {
  Lock lock(mutex_);
  MessagePtr message;
  if (!messages_.empty()) {
    RANVIER_TRACE(rclcpp_ring_buffer_dequeue, static_cast<const void*>(this),
                  messages_.first_place(), messages_.size() - 1);
    message = messages_.pop();
    if (keeps_all_) bytes_ -= message->payload_size();
  }
  more = !messages_.empty();
  return message;
}

bool Inbox::has_room() const noexcept {
  if (!keeps_all_) return true;
  Lock lock(mutex_);
  return messages_.size() < bound_.samples && (messages_.empty() || bytes_ < bound_.bytes);
}

std::size_t Inbox::depth() const noexcept {
  Lock lock(mutex_);
  return messages_.depth();
}

std::size_t Inbox::size() const noexcept {
  Lock lock(mutex_);
  return messages_.size();
}

}  // namespace ranvier
