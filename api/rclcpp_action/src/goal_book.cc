#include "goal_book.hpp"

#include <tuple>
#include <utility>

#include "action_msgs/srv/detail/cancel_goal__struct.hpp"

namespace rclcpp_action::detail
{
namespace
{

using Code = action_msgs::srv::CancelGoal::Response;

bool at_or_before(
  const builtin_interfaces::msg::Time & left, const builtin_interfaces::msg::Time & right)
{
  return std::tie(left.sec, left.nanosec) <= std::tie(right.sec, right.nanosec);
}

}  // namespace

GoalBook::Entry * GoalBook::find(const GoalUUID & id)
{
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &*found->second;
}

bool GoalBook::announce(const GoalUUID & id)
{
  const std::lock_guard lock(mutex_);
  if (find(id)) {return false;}
  entries_.push_back({id, {}, {}, {}, {}});
  by_id_[id] = std::prev(entries_.end());
  return true;
}

Waiting GoalBook::refuse(const GoalUUID & id)
{
  const std::lock_guard lock(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) {return {};}
  Waiting waiting = std::move(found->second->waiting);
  entries_.erase(found->second);
  by_id_.erase(found);
  return waiting;
}

void GoalBook::accept(
  const std::shared_ptr<ServerGoal> & goal, const std::weak_ptr<ServerGoalHandleBase> & handle)
{
  const std::lock_guard lock(mutex_);
  if (Entry * entry = find(goal->id)) {
    entry->goal = goal;
    entry->handle = handle;
  }
}

GoalBook::Answer GoalBook::ask(const GoalUUID & id, const rmw_request_id_t & request)
{
  const std::lock_guard lock(mutex_);
  Entry * entry = find(id);
  if (!entry) {return {Answer::Kind::kUnknown, {}};}
  if (entry->result) {return {Answer::Kind::kNow, entry->result};}
  entry->waiting.push_back(request);
  return {Answer::Kind::kLater, {}};
}

Waiting GoalBook::end(const GoalUUID & id, std::shared_ptr<void> response, int64_t now)
{
  const std::lock_guard lock(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) {return {};}
  found->second->result = std::move(response);
  ended_.push_back({now, found->second});
  return std::exchange(found->second->waiting, {});
}

bool GoalBook::expire(int64_t until)
{
  Entries gone;  // released after the lock: a result may be large
  const std::lock_guard lock(mutex_);
  while (!ended_.empty() && ended_.front().at <= until) {
    by_id_.erase(ended_.front().entry->id);
    gone.splice(gone.end(), entries_, ended_.front().entry);
    ended_.pop_front();
  }
  return !ended_.empty();
}

GoalBook::CancelPlan GoalBook::plan_cancel(const GoalInfo & asked)
{
  const bool any_id = asked.goal_id.uuid == GoalUUID{};
  const bool any_time = asked.stamp == builtin_interfaces::msg::Time();
  CancelPlan plan{Code::ERROR_NONE, {}};
  const std::lock_guard lock(mutex_);
  const auto add = [&](const Entry & entry) {
      const auto state = entry.goal->state();
      if (rcl_action_transition_goal_state(state, GOAL_EVENT_CANCEL_GOAL) == GOAL_STATE_UNKNOWN) {
        return;
      }
      if (auto handle = entry.handle.lock()) {plan.goals.push_back({entry.goal, std::move(handle)});}
    };
  if (!any_id && any_time) {
    const Entry * entry = find(asked.goal_id.uuid);
    const bool known = entry && entry->goal;
    plan.code = known ? Code::ERROR_GOAL_TERMINATED : Code::ERROR_UNKNOWN_GOAL_ID;
    if (known) {add(*entry);}
    return plan;
  }
  for (const Entry & entry : entries_) {
    const bool meant = entry.goal &&
      ((any_id && any_time) || (!any_id && entry.id == asked.goal_id.uuid) ||
      (!any_time && at_or_before(entry.goal->stamp, asked.stamp)));
    if (meant) {add(entry);}
  }
  return plan;
}

action_msgs::msg::GoalStatusArray GoalBook::statuses()
{
  action_msgs::msg::GoalStatusArray all;
  const std::lock_guard lock(mutex_);
  all.status_list.reserve(entries_.size());
  for (const Entry & entry : entries_) {
    if (!entry.goal) {continue;}
    auto & status = all.status_list.emplace_back();
    status.goal_info.goal_id.uuid = entry.id;
    status.goal_info.stamp = entry.goal->stamp;
    status.status = entry.goal->state();
  }
  return all;
}

}  // namespace rclcpp_action::detail
