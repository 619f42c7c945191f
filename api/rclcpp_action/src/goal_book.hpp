// All goals that a server knows: asked for, under way, and ended but not expired.
#ifndef GOAL_BOOK_HPP_
#define GOAL_BOOK_HPP_

#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "action_msgs/msg/detail/goal_status_array__struct.hpp"
#include "rclcpp_action/server_goal_handle.hpp"
#include "rmw/types.h"
#include "server_goal.hpp"

namespace rclcpp_action::detail
{

/// Requests for a result that are not answered yet.
using Waiting = std::vector<rmw_request_id_t>;

/// A goal is in here from before handle_goal runs, so that a request for its
/// result is never too early, and until its result expires.
///
/// Threads: all functions from any thread. No user code runs under the lock,
/// and no handle is released there.
class GoalBook final
{
public:
  struct Answer
  {
    enum class Kind { kUnknown, kLater, kNow } kind;
    std::shared_ptr<void> response;  // of kNow
  };
  struct ToCancel
  {
    std::shared_ptr<ServerGoal> goal;
    std::shared_ptr<ServerGoalHandleBase> handle;
  };
  struct CancelPlan
  {
    int8_t code;  // of CancelGoal, if nothing is to cancel
    std::vector<ToCancel> goals;
  };

  /// False if a goal of this id is here already.
  bool announce(const GoalUUID & id);
  /// Forgets an announced goal; who asked for its result.
  Waiting refuse(const GoalUUID & id);
  void accept(
    const std::shared_ptr<ServerGoal> & goal, const std::weak_ptr<ServerGoalHandleBase> & handle);
  /// The result, or a promise to name `request` in what end() or refuse() gives.
  Answer ask(const GoalUUID & id, const rmw_request_id_t & request);
  /// Keeps the result, `now` being when the goal ended (ns); who asked for it.
  Waiting end(const GoalUUID & id, std::shared_ptr<void> response, int64_t now);
  /// Forgets the goals that ended at or before `until` (ns); whether ended ones are left.
  bool expire(int64_t until);
  /// The active goals that a cancel request means, oldest first.
  CancelPlan plan_cancel(const GoalInfo & asked);
  /// The accepted goals, oldest first.
  action_msgs::msg::GoalStatusArray statuses();

private:
  struct Entry
  {
    GoalUUID id;
    std::shared_ptr<ServerGoal> goal;  // null until accepted
    std::weak_ptr<ServerGoalHandleBase> handle;
    std::shared_ptr<void> result;      // null until ended
    Waiting waiting;
  };
  using Entries = std::list<Entry>;
  struct Ended
  {
    int64_t at;
    Entries::iterator entry;
  };
  Entry * find(const GoalUUID & id);

  std::mutex mutex_;
  Entries entries_;                                          // guarded by mutex_
  std::unordered_map<GoalUUID, Entries::iterator> by_id_;    // guarded by mutex_
  std::deque<Ended> ended_;                                  // guarded by mutex_
};

}  // namespace rclcpp_action::detail
#endif  // GOAL_BOOK_HPP_
