#include "ranvier/run/sleepers.h"
#include "ranvier/base/annotations.h"

#include <algorithm>

namespace ranvier {

RANVIER_HOT void Sleepers::Call::ring(Doorbell& bell) const noexcept {
  if (followers != 0) bell.ring(followers, Doorbell::kFollower);
  if (leader) bell.ring(1, Doorbell::kLeader);
}

RANVIER_HOT Sleepers::Rest Sleepers::lie_down(std::int64_t due) noexcept {
  ++rests_;
  if (leader_ != Leader::kNobody || due == kForever) {
    ++followers_;
    return Rest::kFollower;
  }
  leader_ = Leader::kAsleep;
  due_ = due;
  return Rest::kLeader;
}

RANVIER_HOT void Sleepers::rise(Rest rest) noexcept {
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

RANVIER_HOT Sleepers::Call Sleepers::call(std::uint32_t count) noexcept {
  Call call;
  const std::uint32_t followers = std::min(count, followers_ - called_);
  called_ += followers;
  call.followers = static_cast<int>(followers);
  if (followers < count && leader_ == Leader::kAsleep) {
    leader_ = Leader::kCalled;
    call.leader = true;
  }
  return call;
}

RANVIER_HOT Sleepers::Call Sleepers::watch(std::int64_t due) noexcept {
  if (due >= due_) return {};
  if (leader_ == Leader::kNobody) return call(1);
  Call call;
  call.leader = leader_ == Leader::kAsleep;
  leader_ = Leader::kCalled;
  return call;
}

}  // namespace ranvier
