#include "ranvier/cyclone/gate.h"

#include "ranvier/base/race_checker.h"

namespace ranvier::cyclone {
namespace {

thread_local Gate::Pass* innermost = nullptr;

}  // namespace

Gate::Pass::Pass(Gate& gate) noexcept : gate_(gate), outer_(innermost) {
  // acquire: pairs with close(), so that what was closed is not touched.
  open_ = (gate.state_.fetch_add(1, std::memory_order_acquire) & kClosed) == 0;
  innermost = this;
}

Gate::Pass::~Pass() {
  innermost = outer_;
  race_checker::released(&gate_.state_);
  // release: what the call did happens before close() returns.
  const std::uint32_t before = gate_.state_.fetch_sub(1, std::memory_order_release);
  if (before & kClosed) gate_.state_.notify_all();
}

std::uint32_t Gate::calls_of_this_thread() const noexcept {
  std::uint32_t calls = 0;
  for (const Pass* pass = innermost; pass; pass = pass->outer_) calls += &pass->gate_ == this;
  return calls;
}

void Gate::close() noexcept {
  const std::uint32_t ours = calls_of_this_thread();
  std::uint32_t state = state_.fetch_or(kClosed, std::memory_order_acq_rel) | kClosed;
  while ((state & ~kClosed) > ours && made_by_.is_this()) {
    state_.wait(state, std::memory_order_acquire);
    state = state_.load(std::memory_order_acquire);
  }
  race_checker::acquired(&state_);
}

bool Gate::this_thread_is_inside() noexcept { return innermost != nullptr; }

}  // namespace ranvier::cyclone
