#include "ranvier/proto/lifecycle/transition_table.h"

#include "lifecycle_msgs/msg/detail/state__struct.hpp"
#include "lifecycle_msgs/msg/detail/transition__struct.hpp"

namespace ranvier::lifecycle {
namespace {

using S = lifecycle_msgs::msg::State;
using T = lifecycle_msgs::msg::Transition;

constexpr StateRow kStates[] = {
    {S::PRIMARY_STATE_UNKNOWN, "unknown"},
    {S::PRIMARY_STATE_UNCONFIGURED, "unconfigured"},
    {S::PRIMARY_STATE_INACTIVE, "inactive"},
    {S::PRIMARY_STATE_ACTIVE, "active"},
    {S::PRIMARY_STATE_FINALIZED, "finalized"},
    {S::TRANSITION_STATE_CONFIGURING, "configuring"},
    {S::TRANSITION_STATE_CLEANINGUP, "cleaningup"},
    {S::TRANSITION_STATE_SHUTTINGDOWN, "shuttingdown"},
    {S::TRANSITION_STATE_ACTIVATING, "activating"},
    {S::TRANSITION_STATE_DEACTIVATING, "deactivating"},
    {S::TRANSITION_STATE_ERRORPROCESSING, "errorprocessing"},
};

constexpr auto kUnconfigured = S::PRIMARY_STATE_UNCONFIGURED;
constexpr auto kInactive = S::PRIMARY_STATE_INACTIVE;
constexpr auto kActive = S::PRIMARY_STATE_ACTIVE;
constexpr auto kFinalized = S::PRIMARY_STATE_FINALIZED;
constexpr auto kConfiguring = S::TRANSITION_STATE_CONFIGURING;
constexpr auto kCleaningUp = S::TRANSITION_STATE_CLEANINGUP;
constexpr auto kShuttingDown = S::TRANSITION_STATE_SHUTTINGDOWN;
constexpr auto kActivating = S::TRANSITION_STATE_ACTIVATING;
constexpr auto kDeactivating = S::TRANSITION_STATE_DEACTIVATING;
constexpr auto kError = S::TRANSITION_STATE_ERRORPROCESSING;

constexpr Step kSteps[] = {
    {T::TRANSITION_CONFIGURE, "configure", kUnconfigured, kConfiguring},
    {T::TRANSITION_ON_CONFIGURE_SUCCESS, "transition_success", kConfiguring, kInactive},
    {T::TRANSITION_ON_CONFIGURE_FAILURE, "transition_failure", kConfiguring, kUnconfigured},
    {T::TRANSITION_ON_CONFIGURE_ERROR, "transition_error", kConfiguring, kError},

    {T::TRANSITION_CLEANUP, "cleanup", kInactive, kCleaningUp},
    {T::TRANSITION_ON_CLEANUP_SUCCESS, "transition_success", kCleaningUp, kUnconfigured},
    {T::TRANSITION_ON_CLEANUP_FAILURE, "transition_failure", kCleaningUp, kInactive},
    {T::TRANSITION_ON_CLEANUP_ERROR, "transition_error", kCleaningUp, kError},

    {T::TRANSITION_ACTIVATE, "activate", kInactive, kActivating},
    {T::TRANSITION_ON_ACTIVATE_SUCCESS, "transition_success", kActivating, kActive},
    {T::TRANSITION_ON_ACTIVATE_FAILURE, "transition_failure", kActivating, kInactive},
    {T::TRANSITION_ON_ACTIVATE_ERROR, "transition_error", kActivating, kError},

    {T::TRANSITION_DEACTIVATE, "deactivate", kActive, kDeactivating},
    {T::TRANSITION_ON_DEACTIVATE_SUCCESS, "transition_success", kDeactivating, kInactive},
    {T::TRANSITION_ON_DEACTIVATE_FAILURE, "transition_failure", kDeactivating, kActive},
    {T::TRANSITION_ON_DEACTIVATE_ERROR, "transition_error", kDeactivating, kError},

    {T::TRANSITION_UNCONFIGURED_SHUTDOWN, "shutdown", kUnconfigured, kShuttingDown},
    {T::TRANSITION_INACTIVE_SHUTDOWN, "shutdown", kInactive, kShuttingDown},
    {T::TRANSITION_ACTIVE_SHUTDOWN, "shutdown", kActive, kShuttingDown},
    {T::TRANSITION_ON_SHUTDOWN_SUCCESS, "transition_success", kShuttingDown, kFinalized},
    {T::TRANSITION_ON_SHUTDOWN_FAILURE, "transition_failure", kShuttingDown, kFinalized},
    {T::TRANSITION_ON_SHUTDOWN_ERROR, "transition_error", kShuttingDown, kError},

    {T::TRANSITION_ON_ERROR_SUCCESS, "transition_success", kError, kUnconfigured},
    {T::TRANSITION_ON_ERROR_FAILURE, "transition_failure", kError, kFinalized},
    {T::TRANSITION_ON_ERROR_ERROR, "transition_error", kError, kFinalized},
};

template <typename Wanted>
const Step* find_step(std::uint8_t state, Wanted wanted) {
  for (const Step& step : kSteps) {
    if (step.start == state && wanted(step)) return &step;
  }
  return nullptr;
}

}  // namespace

std::span<const StateRow> all_states() { return kStates; }
std::span<const Step> all_steps() { return kSteps; }

const char* label_of_state(std::uint8_t id) {
  for (const StateRow& state : kStates) {
    if (state.id == id) return state.label;
  }
  return "unknown";
}

bool is_primary(std::uint8_t state) { return state <= kFinalized; }

std::vector<const Step*> steps_from(std::uint8_t state) {
  std::vector<const Step*> steps;
  for (const Step& step : kSteps) {
    if (step.start == state) steps.push_back(&step);
  }
  return steps;
}

const Step* step_from(std::uint8_t state, std::uint8_t id) {
  return find_step(state, [id](const Step& step) { return step.id == id; });
}
const Step* step_from(std::uint8_t state, std::string_view label) {
  return find_step(state, [label](const Step& step) { return step.label == label; });
}

}  // namespace ranvier::lifecycle
