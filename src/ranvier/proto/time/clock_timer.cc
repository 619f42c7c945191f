#include "ranvier/proto/time/clock_timer.h"

#include <algorithm>
#include <utility>

#include "ranvier/base/saturating.h"

namespace ranvier {

SimulatedDrive::SimulatedDrive(std::shared_ptr<Clock> clock, Ref<ClockTimer> timer)
    : clock_(std::move(clock)), timer_(std::move(timer)) {
  JumpThreshold every_change;
  every_change.min_forward_ns = 1;
  every_change.min_backward_ns = -1;
  jump_ = clock_->add_jump_callback(every_change, [this](const ClockJump& jump, bool before) {
    if (!before) on_jump(jump);
  });
}

SimulatedDrive::~SimulatedDrive() { clock_->remove_jump_callback(jump_); }

void SimulatedDrive::start() {
  const std::lock_guard lock(mutex_);
  deadline_ = add_saturating(clock_->now(), timer_->period());
}

std::int64_t SimulatedDrive::time_until_due() const {
  const std::lock_guard lock(mutex_);
  return subtract_saturating(deadline_, clock_->now());
}

std::int64_t SimulatedDrive::since_last_call() const {
  const std::lock_guard lock(mutex_);
  return subtract_saturating(clock_->now(), last_call_);
}

void SimulatedDrive::call() {
  const std::lock_guard lock(mutex_);
  advance(clock_->now());
}

void SimulatedDrive::on_jump(const ClockJump& jump) {
  if (timer_->stopped.load(std::memory_order_acquire)) return;
  if (jump.change == ClockJump::Change::kDeactivated) return timer_->start();
  if (jump.change == ClockJump::Change::kActivated) {
    timer_->cancel();
    return start();
  }
  if (timer_->tell_waiting()) return;
  if (fire(clock_->now(), jump.delta_ns < 0)) timer_->make_ready();
}

// Whether it is due; then moves the deadline to the next period ahead.
bool SimulatedDrive::fire(std::int64_t now, bool went_back) {
  const std::lock_guard lock(mutex_);
  const std::int64_t period = timer_->period();
  if (went_back) deadline_ = std::min(deadline_, add_saturating(now, period));
  if (now < deadline_) return false;
  advance(now);
  return true;
}

void SimulatedDrive::advance(std::int64_t now) {
  deadline_ = next_turn(deadline_, timer_->period(), now);
  last_call_ = now;
}

void start(ClockTimer& timer, SimulatedDrive* drive) {
  timer.stopped = false;
  if (drive && drive->active()) {
    timer.cancel();
    drive->start();
  } else {
    timer.start();
  }
}

std::int64_t time_until_due(const ClockTimer& timer, const SimulatedDrive* drive) {
  return drive && drive->active() ? drive->time_until_due() : timer.time_until_due();
}

}  // namespace ranvier
