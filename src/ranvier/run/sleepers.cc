#include "ranvier/run/sleepers.h"
#include "ranvier/base/annotations.h"

#include <algorithm>

namespace ranvier {

RANVIER_HOT void Sleepers::Call::notify(EventCount& event) const noexcept {
  if (followers != 0) event.notify(followers, EventCount::kFollower);
  if (!leader) return;
  if (watch) {
    ShmEvent::wake_watch(*watch);
  } else {
    event.notify(1, EventCount::kLeader);
  }
}

Sleepers::Parked Sleepers::park(std::int64_t due,
                                std::optional<ShmEvent::WakeWord> watch) noexcept {
  ++parks_;
  if (leader_ != Leader::kNobody || (due == kForever && !watch)) {
    ++followers_;
    return Parked::kFollower;
  }
  leader_ = Leader::kAsleep;
  watch_ = watch;
  due_ = due;
  return Parked::kLeader;
}

void Sleepers::unpark(Parked parked) noexcept {
  if (parked == Parked::kLeader) {
    leader_ = Leader::kNobody;
    due_ = kForever;
  } else if (parked == Parked::kFollower) {
    --followers_;
    // Perhaps this was not the one that was called: too few are then booked as
    // called, and somebody may be woken in vain, but nobody is waited for in vain.
    if (called_ != 0) --called_;
  }
}

void Sleepers::call_leader(Call& call) noexcept {
  call.leader = leader_ == Leader::kAsleep;
  call.watch = watch_;
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
