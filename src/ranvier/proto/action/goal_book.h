// All goals that a server knows: asked for, under way, and ended but not expired.
#pragma once

#include <deque>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "action_msgs/msg/detail/goal_status_array__struct.hpp"
#include "ranvier/msg/message.h"
#include "ranvier/os/mutex.h"
#include "ranvier/proto/action/goal.h"

namespace ranvier::action {

/// Requests for a result that are not answered yet.
using Waiting = std::vector<RequestId>;

/// A goal is in here from before its server's owner is asked for it, so that a
/// request for its result is never too early, and until its result expires.
///
/// Threads: all functions from any thread. No code of users runs under the lock,
///          and no handle is released there.
class GoalBook final {
 public:
  struct Answer {
    enum class Kind { kUnknown, kLater, kNow } kind;
    std::shared_ptr<const void> response;  ///< of kNow
  };
  struct ToCancel {
    std::shared_ptr<Goal> goal;
    std::shared_ptr<void> handle;
  };
  struct CancelPlan {
    std::int8_t code;  ///< of CancelGoal, if nothing is to cancel
    std::vector<ToCancel> goals;
  };

  /// False if a goal of this id is here already.
  bool announce(const GoalId& id);
  /// Forgets an announced goal; who asked for its result.
  Waiting refuse(const GoalId& id);
  /// @param handle  of whoever works on it.
  void accept(const std::shared_ptr<Goal>& goal, const std::weak_ptr<void>& handle);
  /// The result, or a promise to name `request` in what end() or refuse() gives.
  Answer ask(const GoalId& id, const RequestId& request);
  /// Keeps the result, `now` being when the goal ended (ns); who asked for it.
  Waiting end(const GoalId& id, std::shared_ptr<const void> response, std::int64_t now);
  /// Forgets the goals that ended at or before `until` (ns); whether ended ones are left.
  bool expire(std::int64_t until);
  /// The active goals that a cancel request means, oldest first.
  CancelPlan plan_cancel(const GoalInfo& asked);
  /// The accepted goals, oldest first.
  action_msgs::msg::GoalStatusArray statuses();

 private:
  struct Entry {
    GoalId id;
    std::shared_ptr<Goal> goal;  // null until accepted
    std::weak_ptr<void> handle;
    std::shared_ptr<const void> result;  // null until ended
    Waiting waiting;
  };
  using Entries = std::list<Entry>;
  struct Ended {
    std::int64_t at;
    Entries::iterator entry;
  };
  Entry* find(const GoalId& id) RANVIER_REQUIRES(mutex_);

  Mutex mutex_{"goal book"};
  Entries entries_ RANVIER_GUARDED_BY(mutex_);
  std::unordered_map<GoalId, Entries::iterator, GoalIdHash> by_id_ RANVIER_GUARDED_BY(mutex_);
  std::deque<Ended> ended_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::action
