#include <stdexcept>
#include <string>
#include <utility>

#include "core/c_edge.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/waitable.hpp"
#include "waiting/guard_state.hpp"
#include "waiting/raw_wait_set.hpp"

namespace rclcpp
{
namespace detail
{

void GuardState::trigger()
{
  {
    const std::lock_guard lock(mutex_);
    triggered_ = true;
    if (callback_) {
      callback_(1);
    } else {
      ++untold_;
    }
  }
  // seq_cst, as with the flag above: of "I triggered" and "I listen and look",
  // one sees the other.
  if (listened_) {ready_listeners_.tell(1);}
}

void GuardState::set_callback(std::function<void(size_t)> callback)
{
  const std::lock_guard lock(mutex_);
  callback_ = std::move(callback);
  if (!callback_ || untold_ == 0) {return;}
  const size_t missed = std::exchange(untold_, 0);
  callback_(missed);
}

}  // namespace detail

GuardCondition::GuardCondition(
  const Context::SharedPtr & context, rcl_guard_condition_options_t)
: context_(context), state_(std::make_shared<detail::GuardState>()),
  handle_{static_cast<detail::Waited *>(state_.get())}
{
  if (!context) {
    throw std::invalid_argument(
            "context argument unexpectedly nullptr: a guard condition needs one, give it");
  }
  (void)context->core();  // throws if it was never initialized
}
GuardCondition::~GuardCondition() = default;
void GuardCondition::trigger()
{
  const auto state = state_;  // a callback may destroy us
  state->trigger();
}
bool GuardCondition::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return in_use_by_wait_set_.exchange(in_use_state);
}
void GuardCondition::set_on_trigger_callback(std::function<void(size_t)> callback)
{
  state_->set_callback(std::move(callback));
}
void GuardCondition::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  if (exchange_in_use_by_wait_set_state(true) && wait_set_ != wait_set.impl) {
    throw std::runtime_error(
            "guard condition has already been added to a wait set. Remove it from there first");
  }
  const rcl_ret_t code = rcl_wait_set_add_guard_condition(&wait_set, &handle_, nullptr);
  if (code != RCL_RET_OK) {
    exchange_in_use_by_wait_set_state(false);
    exceptions::throw_from_rcl_error(code, "failed to add guard condition to wait set");
  }
  wait_set_ = wait_set.impl;
}

}  // namespace rclcpp

rcl_ret_t rcl_trigger_guard_condition(rcl_guard_condition_t * guard_condition)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(guard_condition, RCL_RET_INVALID_ARGUMENT);
  auto * state = rclcpp::detail::Waited::of(guard_condition);
  RCL_CHECK_FOR_NULL_WITH_MSG(
    state, "the guard condition is none: take one from get_rcl_guard_condition()",
    return RCL_RET_INVALID_ARGUMENT);
  return rclcpp::detail::for_c(
    __func__, [&] {
      static_cast<rclcpp::detail::GuardState *>(state)->trigger();
      return RCL_RET_OK;
    });
}
