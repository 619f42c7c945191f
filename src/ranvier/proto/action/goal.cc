#include "ranvier/proto/action/goal.h"

#include "ranvier/trace/trace.h"

namespace ranvier::action {
namespace {

using enum GoalState;
constexpr std::size_t kStateCount = 7;
constexpr std::size_t kEvents = 5;

// Rows: the state before. Columns: execute, cancel, succeed, abort, canceled.
constexpr GoalState kNext[kStateCount][kEvents] = {
    {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown},
    {kExecuting, kCanceling, kUnknown, kUnknown, kUnknown},  // accepted
    {kUnknown, kCanceling, kSucceeded, kAborted, kUnknown},  // executing
    {kUnknown, kUnknown, kSucceeded, kAborted, kCanceled},   // canceling
    {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown},
    {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown},
    {kUnknown, kUnknown, kUnknown, kUnknown, kUnknown}};

constexpr const char* kStateNames[kStateCount] = {"UNKNOWN",   "ACCEPTED", "EXECUTING", "CANCELING",
                                                  "SUCCEEDED", "CANCELED", "ABORTED"};
constexpr const char* kEventNames[kEvents] = {"EXECUTE", "CANCEL_GOAL", "SUCCEED", "ABORT",
                                              "CANCELED"};
constexpr const char* kAllowed[kEvents] = {
    "once, after ACCEPT_AND_DEFER", "while it is accepted or executing",
    "while it is executing or canceling", "while it is executing or canceling",
    "while it is canceling (see is_canceling())"};

}  // namespace

std::string to_string(const GoalId& id) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[id[i] >> 4];
    text += kDigits[id[i] & 15];
  }
  return text;
}

GoalState next_state(GoalState state, GoalEvent event) noexcept {
  const auto row = static_cast<std::uint8_t>(state);
  const auto column = static_cast<std::uint8_t>(event);
  return row < kStateCount && column < kEvents ? kNext[row][column] : kUnknown;
}

bool Goal::apply(GoalEvent event) noexcept {
  GoalState before = state();
  for (;;) {
    const GoalState after = next_state(before, event);
    if (after == kUnknown) return false;
    if (!state_.compare_exchange_weak(before, after, std::memory_order_acq_rel)) continue;
    RANVIER_TRACE(ranvier_goal_status, id().data(), static_cast<std::int8_t>(after));
    return true;
  }
}

Result<void> Goal::change(GoalEvent event) {
  if (apply(event)) return {};
  const auto column = static_cast<std::size_t>(event);
  return Error{Code::kInvalidArgument,
               std::string("goal_handle attempted invalid transition from state ") +
                   kStateNames[static_cast<std::size_t>(state())] + " with event " +
                   kEventNames[column] + ": goal " + to_string(id()) + " takes that event " +
                   kAllowed[column]};
}

Result<void> Goal::execute() {
  const auto changed = change(GoalEvent::kExecute);
  if (!changed) return changed;
  if (const auto server = server_.lock()) server->send_status();
  return {};
}

Result<void> Goal::finish(GoalEvent event, const void* result) {
  const auto changed = change(event);
  if (changed) end(result);
  return changed;
}

void Goal::abandon() noexcept {
  apply(GoalEvent::kCancel);
  if (apply(GoalEvent::kCanceled)) end(nullptr);
}

void Goal::end(const void* result) const {
  if (const auto server = server_.lock()) server->end(*this, result);
}

void Goal::send_feedback(const void* feedback) const {
  if (const auto server = server_.lock()) server->send_feedback(id(), feedback);
}

}  // namespace ranvier::action
