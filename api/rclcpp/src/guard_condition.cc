#include "rclcpp/guard_condition.hpp"

#include <stdexcept>

namespace rclcpp
{

GuardCondition::GuardCondition(const Context::SharedPtr & context)
: context_(context), handle_{this}
{
  if (!context_) {
    throw std::invalid_argument("a guard condition needs a context: give one that is not null");
  }
}

GuardCondition::~GuardCondition() = default;

void GuardCondition::trigger()
{
  const std::lock_guard lock(mutex_);
  if (on_trigger_) {
    on_trigger_(1);
  } else {
    ++untold_;
  }
}

bool GuardCondition::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  return in_use_by_wait_set_.exchange(in_use_state);
}

void GuardCondition::set_on_trigger_callback(std::function<void(size_t)> callback)
{
  const std::lock_guard lock(mutex_);
  on_trigger_ = std::move(callback);
  if (!on_trigger_ || untold_ == 0) {return;}
  on_trigger_(untold_);
  untold_ = 0;
}

}  // namespace rclcpp
