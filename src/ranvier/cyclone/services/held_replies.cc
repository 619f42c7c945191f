#include "ranvier/cyclone/services/held_replies.h"

#include <algorithm>
#include <iterator>

namespace ranvier::cyclone {

Result<void> HeldReplies::hold(const MessagePtr& reply) {
  static_cast<void>(reply->bytes());  // what this throws is the caller's, not the worker's
  {
    Lock lock(mutex_);
    if (held_.size() >= kMost) {
      return Error{Code::kFull, "Service '" + service_ + "' holds " + std::to_string(kMost) +
                                    " replies for clients whose reply readers are not matched. "
                                    "Check that discovery works both ways."};
    }
    held_.push_back({reply, Clock::now()});
  }
  // seq_cst: of "I hold" and "a reader matched", one sees the other.
  holding_.store(true);
  look_soon();
  return {};
}

// One task, however many replies and readers ask for it.
void HeldReplies::look_soon() {
  if (!holding_.load() || asked_.exchange(true)) return;
  look_after(congested_.load() ? kCongestionPause : Clock::duration::zero());
}

void HeldReplies::look_after(Clock::duration pause) {
  Gate::Pass pass(gate_);  // after close() no task may be left
  if (pass.open()) worker_.run(this, [this] { look(); }, pause);
}

// Replies that come meanwhile stand behind those that stay.
void HeldReplies::look() {
  worker_.cancel(this);  // a look for the time of a reply: this one is in its place
  asked_.store(false);
  congested_.store(false);
  std::deque<Reply> held;
  {
    Lock lock(mutex_);
    held.swap(held_);
  }
  Clock::duration next = server_.look_at(held);
  {
    Lock lock(mutex_);
    held_.insert(held_.begin(), std::make_move_iterator(held.begin()),
                 std::make_move_iterator(held.end()));
    holding_.store(!held_.empty());
    if (held_.empty()) return;
  }
  if (congested_.load()) next = std::min<Clock::duration>(next, kCongestionPause);
  look_after(next);
}

void HeldReplies::close() noexcept {
  gate_.close();
  worker_.cancel(this);
}

}  // namespace ranvier::cyclone
