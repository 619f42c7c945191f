#include "ranvier/run/sleepers.h"
#include "ranvier/base/annotations.h"
#include "ranvier/run/foreign_bell.h"

#include <algorithm>

namespace ranvier {

RANVIER_HOT void Sleepers::Call::ring(Doorbell& bell) const noexcept {
  if (followers != 0) bell.ring(followers, Doorbell::kFollower);
  if (!leader) return;
  if (at_foreign_bell) {
    ForeignBell::wake_watch();
  } else {
    bell.ring(1, Doorbell::kLeader);
  }
}

Sleepers::Rest Sleepers::lie_down(std::int64_t due, bool has_watch) noexcept {
  ++rests_;
  if (leader_ != Leader::kNobody || (due == kForever && !has_watch)) {
    ++followers_;
    return Rest::kFollower;
  }
  leader_ = Leader::kAsleep;
  has_watch_ = has_watch;
  due_ = due;
  return Rest::kLeader;
}

void Sleepers::rise(Rest rest) noexcept {
  if (rest == Rest::kLeader) {
    leader_ = Leader::kNobody;
    due_ = kForever;
  } else if (rest == Rest::kFollower) {
    --followers_;
    // Perhaps this was not the one that was called: too few are then booked as
    // called, and somebody may be woken in vain, but nobody is waited for in vain.
    if (called_ != 0) --called_;
  }
}

void Sleepers::call_leader(Call& call) noexcept {
  call.leader = leader_ == Leader::kAsleep;
  call.at_foreign_bell = has_watch_;
  leader_ = Leader::kCalled;
}

Sleepers::Call Sleepers::call(std::uint32_t count) noexcept {
  Call call;
  const std::uint32_t followers = std::min(count, followers_ - called_);
  called_ += followers;
  call.followers = static_cast<int>(followers);
  if (followers < count && leader_ == Leader::kAsleep) call_leader(call);
  return call;
}

Sleepers::Call Sleepers::watch(std::int64_t due) noexcept {
  if (due >= due_) return {};
  if (leader_ == Leader::kNobody) return call(1);
  Call call;
  call_leader(call);
  return call;
}

}  // namespace ranvier
