// A goal of an action, as its server knows it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "action_msgs/msg/detail/goal_info__struct.hpp"
#include "ranvier/base/result.h"
#include "ranvier/proto/action/goal_state.h"

namespace ranvier::action {

using GoalId = std::array<std::uint8_t, 16>;
using GoalInfo = action_msgs::msg::GoalInfo;

/// As RFC 4122 writes it: "00010203-0405-0607-0809-0a0b0c0d0e0f".
std::string to_string(const GoalId& id);

struct GoalIdHash {
  std::size_t operator()(const GoalId& id) const noexcept {
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(id.data()), id.size()});
  }
};

class Goal;

/// Who gets what becomes of a goal: its server. Threads: called from any.
class GoalReports {
 public:
  /// The goal is in a terminal state. `result`: null for one with its defaults.
  virtual void end(const Goal& goal, const void* result) = 0;
  virtual void send_status() = 0;
  virtual void send_feedback(const GoalId& id, const void* feedback) = 0;

 protected:
  ~GoalReports() = default;
};

/// One goal that a server accepted, for whoever works on it.
///
/// Threads:  all functions from any thread; the state changes in one step.
/// Lifetime: may outlive its server: then nobody is notified.
class Goal final {
 public:
  Goal(const GoalInfo& goal_info, GoalState state, std::weak_ptr<GoalReports> server)
      : info(goal_info), server_(std::move(server)), state_(state) {}

  const GoalInfo info;  ///< the stamp: when it was accepted
  const GoalId& id() const noexcept { return info.goal_id.uuid; }
  GoalState state() const noexcept { return state_.load(std::memory_order_acquire); }
  /// Does the event; false if the state does not allow it.
  bool apply(GoalEvent event) noexcept;

  /// From accepted to executing. Fails with words that say when it may.
  Result<void> execute();
  /// To the state that kSucceed, kAbort or kCanceled leads to; fails likewise.
  /// @param result  of the action's result type; null: one with its defaults.
  Result<void> finish(GoalEvent event, const void* result);
  /// To canceled, unless it has ended.
  void abandon() noexcept;
  /// To whoever listens, in any state. `feedback` is of the action's feedback type.
  void send_feedback(const void* feedback) const;

 private:
  Result<void> change(GoalEvent event);
  void end(const void* result) const;

  const std::weak_ptr<GoalReports> server_;
  std::atomic<GoalState> state_;
};

}  // namespace ranvier::action
