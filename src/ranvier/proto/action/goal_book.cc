#include "ranvier/proto/action/goal_book.h"

#include <tuple>
#include <utility>

#include "action_msgs/srv/detail/cancel_goal__struct.hpp"

namespace ranvier::action {
namespace {

using CancelCode = action_msgs::srv::CancelGoal::Response;
using Stamp = builtin_interfaces::msg::Time;

bool at_or_before(const Stamp& left, const Stamp& right) {
  return std::tie(left.sec, left.nanosec) <= std::tie(right.sec, right.nanosec);
}

}  // namespace

GoalBook::Entry* GoalBook::find(const GoalId& id) {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &*found->second;
}

bool GoalBook::announce(const GoalId& id) {
  const Lock lock(mutex_);
  if (find(id)) return false;
  entries_.push_back({id, {}, {}, {}, {}});
  by_id_[id] = std::prev(entries_.end());
  return true;
}

Waiting GoalBook::refuse(const GoalId& id) {
  const Lock lock(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return {};
  Waiting waiting = std::move(found->second->waiting);
  entries_.erase(found->second);
  by_id_.erase(found);
  return waiting;
}

void GoalBook::accept(const std::shared_ptr<Goal>& goal, const std::weak_ptr<void>& handle) {
  const Lock lock(mutex_);
  if (Entry* entry = find(goal->id())) {
    entry->goal = goal;
    entry->handle = handle;
  }
}

GoalBook::Answer GoalBook::ask(const GoalId& id, const RequestId& request) {
  const Lock lock(mutex_);
  Entry* entry = find(id);
  if (!entry) return {Answer::Kind::kUnknown, {}};
  if (entry->result) return {Answer::Kind::kNow, entry->result};
  entry->waiting.push_back(request);
  return {Answer::Kind::kLater, {}};
}

Waiting GoalBook::end(const GoalId& id, std::shared_ptr<const void> response, std::int64_t now) {
  const Lock lock(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return {};
  found->second->result = std::move(response);
  ended_.push_back({now, found->second});
  return std::exchange(found->second->waiting, {});
}

bool GoalBook::expire(std::int64_t until) {
  Entries gone;  // released after the lock: a result may be large
  const Lock lock(mutex_);
  while (!ended_.empty() && ended_.front().at <= until) {
    by_id_.erase(ended_.front().entry->id);
    gone.splice(gone.end(), entries_, ended_.front().entry);
    ended_.pop_front();
  }
  return !ended_.empty();
}

GoalBook::CancelPlan GoalBook::plan_cancel(const GoalInfo& asked) {
  const bool any_id = asked.goal_id.uuid == GoalId{};
  const bool any_time = asked.stamp == Stamp();
  CancelPlan plan{CancelCode::ERROR_NONE, {}};
  const Lock lock(mutex_);
  const auto add = [&](const Entry& entry) {
    if (next_state(entry.goal->state(), GoalEvent::kCancel) == GoalState::kUnknown) return;
    if (auto handle = entry.handle.lock()) plan.goals.push_back({entry.goal, std::move(handle)});
  };
  if (!any_id && any_time) {
    const Entry* entry = find(asked.goal_id.uuid);
    const bool known = entry && entry->goal;
    plan.code = known ? CancelCode::ERROR_GOAL_TERMINATED : CancelCode::ERROR_UNKNOWN_GOAL_ID;
    if (known) add(*entry);
    return plan;
  }
  for (const Entry& entry : entries_) {
    if (!entry.goal) continue;
    const bool meant = (any_id && any_time) || (!any_id && entry.id == asked.goal_id.uuid) ||
                       (!any_time && at_or_before(entry.goal->info.stamp, asked.stamp));
    if (meant) add(entry);
  }
  return plan;
}

action_msgs::msg::GoalStatusArray GoalBook::statuses() {
  action_msgs::msg::GoalStatusArray all;
  const Lock lock(mutex_);
  all.status_list.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    if (!entry.goal) continue;
    auto& status = all.status_list.emplace_back();
    status.goal_info = entry.goal->info;
    status.status = static_cast<std::int8_t>(entry.goal->state());
  }
  return all;
}

}  // namespace ranvier::action
