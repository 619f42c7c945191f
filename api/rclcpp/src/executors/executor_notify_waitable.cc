#include "rclcpp/executors/executor_notify_waitable.hpp"

#include <algorithm>
#include <stdexcept>

#include "rclcpp/detail/callable.hpp"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp::executors
{
namespace
{

// Also of pointers to what is gone.
bool same(const GuardCondition::WeakPtr & a, const GuardCondition::WeakPtr & b)
{
  return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

ExecutorNotifyWaitable::ExecutorNotifyWaitable(std::function<void(void)> on_execute_callback)
: execute_callback_(std::move(on_execute_callback)) {}
ExecutorNotifyWaitable::~ExecutorNotifyWaitable() = default;

ExecutorNotifyWaitable::ExecutorNotifyWaitable(ExecutorNotifyWaitable & other)
{
  *this = other;
}
ExecutorNotifyWaitable & ExecutorNotifyWaitable::operator=(ExecutorNotifyWaitable & other)
{
  if (this == &other) {return *this;}
  const std::scoped_lock lock(mutex_, other.mutex_);
  execute_callback_ = other.execute_callback_;
  guard_conditions_ = other.guard_conditions_;
  return *this;
}

std::vector<GuardCondition::SharedPtr> ExecutorNotifyWaitable::there()
{
  std::vector<GuardCondition::SharedPtr> there;
  for (const auto & weak : guard_conditions_) {
    if (auto one = weak.lock()) {there.push_back(std::move(one));}
  }
  return there;
}

void ExecutorNotifyWaitable::add_to_wait_set(rcl_wait_set_t & wait_set)
{
  const std::lock_guard lock(mutex_);
  held_.clear();  // first: what nobody else has goes
  held_ = there();
  for (const auto & one : held_) {
    const auto code =
      rcl_wait_set_add_guard_condition(&wait_set, &one->get_rcl_guard_condition(), nullptr);
    if (code != RCL_RET_OK) {
      exceptions::throw_from_rcl_error(code, "failed to add guard condition to wait set");
    }
  }
}

bool ExecutorNotifyWaitable::is_ready(const rcl_wait_set_t & wait_set)
{
  const std::lock_guard lock(mutex_);
  const auto * const begin = wait_set.guard_conditions;
  const auto * const end = begin + wait_set.size_of_guard_conditions;
  return std::any_of(
    held_.begin(), held_.end(), [&](const auto & one) {
      return std::find(begin, end, &one->get_rcl_guard_condition()) != end;
    });
}

void ExecutorNotifyWaitable::execute(const std::shared_ptr<void> &)
{
  if (execute_callback_) {execute_callback_();}
}
std::shared_ptr<void> ExecutorNotifyWaitable::take_data() {return nullptr;}
std::shared_ptr<void> ExecutorNotifyWaitable::take_data_by_entity_id(size_t) {return nullptr;}

void ExecutorNotifyWaitable::set_on_ready_callback(std::function<void(size_t, int)> callback)
{
  detail::check_callable(callback != nullptr, "set_on_ready_callback");
  const std::lock_guard lock(mutex_);
  on_ready_ = [callback = std::move(callback)](size_t count) {callback(count, 0);};
  for (const auto & one : there()) {one->set_on_trigger_callback(on_ready_);}
}

void ExecutorNotifyWaitable::clear_on_ready_callback()
{
  const std::lock_guard lock(mutex_);
  if (!std::exchange(on_ready_, nullptr)) {return;}
  for (const auto & one : there()) {one->set_on_trigger_callback(nullptr);}
}

void ExecutorNotifyWaitable::add_guard_condition(GuardCondition::WeakPtr guard_condition)
{
  const std::lock_guard lock(mutex_);
  const auto one = guard_condition.lock();
  auto & all = guard_conditions_;
  std::erase_if(all, [](const auto & weak) {return weak.expired();});
  if (!one || std::any_of(
      all.begin(), all.end(), [&](const auto & weak) {return same(weak, guard_condition);}))
  {
    return;
  }
  all.push_back(guard_condition);
  if (on_ready_) {one->set_on_trigger_callback(on_ready_);}
}

void ExecutorNotifyWaitable::remove_guard_condition(GuardCondition::WeakPtr weak_guard_condition)
{
  const std::lock_guard lock(mutex_);
  const auto removed = std::erase_if(
    guard_conditions_, [&](const auto & weak) {return same(weak, weak_guard_condition);});
  const auto one = weak_guard_condition.lock();
  if (removed != 0 && one && on_ready_) {one->set_on_trigger_callback(nullptr);}
}

size_t ExecutorNotifyWaitable::get_number_of_ready_guard_conditions()
{
  const std::lock_guard lock(mutex_);
  return there().size();
}

}  // namespace rclcpp::executors
