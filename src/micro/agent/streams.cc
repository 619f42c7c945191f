#include "micro/agent/streams.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ranvier::micro {

void InStream::take(std::uint16_t sequence, std::span<const std::uint8_t> message,
                    const Handle& handle) {
  const auto ahead = static_cast<std::uint16_t>(sequence - last_);
  if (ahead == 0 || ahead > kMostAhead) return;  // had before, or beyond the window
  if (xrce_before(newest_, sequence)) newest_ = sequence;
  if (early_.contains(sequence)) return;
  if (ahead == 1 && handle(message)) {
    last_ = sequence;
    return hand_over(handle);
  }
  if (early_bytes_ + message.size() > kMostEarlyBytes) return;
  early_.emplace(sequence, MessageBytes(message.begin(), message.end()));
  early_bytes_ += message.size();
}

void InStream::hand_over(const Handle& handle) {
  for (auto next = early_.find(first_missing()); next != early_.end();
       next = early_.find(first_missing())) {
    if (!handle(next->second)) return;
    early_bytes_ -= next->second.size();
    early_.erase(next);
    ++last_;
  }
}

bool InStream::try_again(const Handle& handle) {
  const std::uint16_t before = last_;
  hand_over(handle);
  return last_ != before;
}

bool InStream::on_heartbeat(std::uint16_t first, std::uint16_t last, const Handle& handle) {
  if (xrce_before(last, static_cast<std::uint16_t>(first - 1))) return false;
  if (xrce_before(first_missing(), first)) {
    last_ = static_cast<std::uint16_t>(first - 1);
    for (auto early = early_.begin(); early != early_.end();) {
      const bool old = !xrce_before(last_, early->first);
      if (old) early_bytes_ -= early->second.size();
      early = old ? early_.erase(early) : std::next(early);
    }
    hand_over(handle);
  }
  if (xrce_before(newest_, last)) newest_ = last;
  if (xrce_before(newest_, last_)) newest_ = last_;
  return true;
}

std::uint16_t InStream::missing_bits() const {
  std::uint16_t bits = 0;
  for (std::uint16_t i = 0; i < 16; ++i) {
    const auto sequence = static_cast<std::uint16_t>(first_missing() + i);
    if (xrce_before(newest_, sequence)) break;
    if (!early_.contains(sequence)) bits = static_cast<std::uint16_t>(bits | 1u << i);
  }
  return bits;
}

void MessageQueue::drop(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) MessageBytes().swap((*this)[i]);
  gone_ += count;
  if (gone_ < size()) return;
  std::vector<MessageBytes> left(
      std::make_move_iterator(all_.begin() + static_cast<std::ptrdiff_t>(gone_)),
      std::make_move_iterator(all_.end()));
  all_.swap(left);
  gone_ = 0;
}

void OutStream::add(MessageBytes message) { messages_.push_back(std::move(message)); }

void OutStream::pump(std::int64_t now, const Send& send) {
  if (asked_ != 0) repeat(now, send);
  while (sent_ < messages_.size() && sent_ < window_) {
    MessageBytes& message = messages_[sent_];
    xrce_write_sequence(message.data(), static_cast<std::uint16_t>(first_ + sent_));
    if (sent_++ == 0) {
      heartbeat_ = now;
      progress_ = now;
    }
    send(message);
  }
}

void OutStream::on_acknack(std::uint16_t first, std::uint16_t missing, std::int64_t now,
                           const Send& send) {
  const auto done = static_cast<std::uint16_t>(first - first_);
  if (done > sent_) return;  // of messages that were not sent
  messages_.drop(done);
  first_ = first;
  sent_ -= done;
  if (done != 0) {
    heartbeat_after_ = kFirstHeartbeatMs;
    progress_ = now;
    stuck_ = false;
  }
  asked_ = missing;
  if (asked_ != 0) repeat(now, send);
}

void OutStream::begin_anew(std::uint16_t first) {
  const auto done = static_cast<std::uint16_t>(first - first_);
  if (done <= sent_) messages_.drop(done);
  first_ = 0;
  sent_ = 0;
  asked_ = 0;
}

void OutStream::repeat(std::int64_t now, const Send& send) {
  if (now - repeated_at_ < kRepeatMs) return;
  for (std::size_t i = 0; i < sent_ && i < 16; ++i) {
    if ((asked_ >> i & 1) == 0) continue;
    send(messages_[i]);
    ++repeated_;
    heartbeat_ = now;
    repeated_at_ = now;
  }
  asked_ = 0;
}

bool OutStream::found_stuck(std::int64_t now) {
  if (sent_ == 0 || now - progress_ < kStuckMs) return false;
  return !std::exchange(stuck_, true);
}

bool OutStream::heartbeat_due(std::int64_t now) {
  if (!unacknowledged() || now - heartbeat_ < heartbeat_after_) return false;
  heartbeat_ = now;
  heartbeat_after_ = std::min(2 * heartbeat_after_, kHeartbeatMs);
  return true;
}

std::optional<MessageBytes> Reassembly::add(const xrce_submessage& fragment) {
  if (!dropping_ && parts_.size() + fragment.size > kMostBytes) drop(Refusal::kTooLong);
  if (!dropping_ && !budget_.has_room(fragment.size)) drop(Refusal::kNoRoom);
  if (!dropping_) {
    budget_.take(fragment.size);
    parts_.insert(parts_.end(), fragment.payload, fragment.payload + fragment.size);
  }
  if ((fragment.flags & XRCE_LAST_FRAGMENT) == 0) return {};
  budget_.give(parts_.size());
  MessageBytes whole = std::exchange(parts_, {});
  if (std::exchange(dropping_, false) || whole.size() < XRCE_SUBMESSAGE_HEADER) return {};
  return whole;
}

void Reassembly::drop(Refusal why) {
  budget_.give(parts_.size());
  parts_ = {};
  dropping_ = true;
  refused_ = why;
}

void Reassembly::take_back(MessageBytes whole, std::size_t last) {
  parts_ = std::move(whole);
  parts_.resize(parts_.size() - last);
  budget_.take(parts_.size());  // it was there before, whatever others have taken meanwhile
}

}  // namespace ranvier::micro
