// One managed node's way through the table of transitions.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "lifecycle_msgs/msg/detail/transition__struct.hpp"
#include "ranvier/node/clock.h"
#include "ranvier/node/publisher.h"
#include "ranvier/proto/lifecycle/transition_table.h"

namespace ranvier::lifecycle {

/// How a callback ended.
enum class Outcome : std::uint8_t {
  kSuccess = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_SUCCESS,
  kFailure = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_FAILURE,
  kError = lifecycle_msgs::msg::Transition::TRANSITION_CALLBACK_ERROR
};

/// Holds the state and changes it, tells of each change, and runs callbacks.
///
/// Threads: all functions from any thread. Whoever moves the state away from a
///          primary one is alone until it is in one again: nobody else finds a transition.
/// Locks:   one of its own, never while a callback runs; publishing happens under it,
///          so that events are told in the order in which states followed.
class Machine final {
 public:
  struct Parts {
    std::shared_ptr<Node> node;
    std::shared_ptr<Clock> clock;
    std::string logger;
    Endpoint events;  ///< of lifecycle_msgs/msg/TransitionEvent
    /// Told of each new state, in order, under the lock. May be null.
    std::function<void(std::uint8_t state)> on_state;
  };
  /// `before`: the primary state that the transition began in.
  using Callback = std::function<Outcome(std::uint8_t before)>;

  static Result<std::shared_ptr<Machine>> open(Parts parts);
  Machine(Parts parts, std::unique_ptr<Publisher> events);  ///< for open()

  std::uint8_t state() const noexcept { return state_.load(std::memory_order_acquire); }

  /// The callback of a transition state, such as TRANSITION_STATE_CONFIGURING.
  void set_callback(std::uint8_t transition_state, Callback callback);

  /// Runs one transition from beginning to end, that of this id or this label, and its
  /// callback, here. What the callback throws counts as kError.
  /// @return false if the current state has none such; `outcome` is untouched then.
  bool trigger(std::uint8_t id, Outcome& outcome);
  bool trigger(const std::string& label, Outcome& outcome);

 private:
  bool run(const Step* step, std::uint8_t before, Outcome& outcome);
  template <class Which>
  const Step* begin(Which which, std::uint8_t& before);
  Outcome call(std::uint8_t transition_state, std::uint8_t before) const;
  // Returns the state that the transition state was left for.
  std::uint8_t finish(Outcome outcome);
  void enter(const Step& step) RANVIER_REQUIRES(mutex_);
  void refuse(const std::string& what) const;
  void log(int severity, const std::string& text) const;

  const Parts parts_;
  const std::string name_;  // of the node, for errors
  const std::unique_ptr<Publisher> events_;
  mutable Mutex mutex_{"lifecycle"};  // before the locks of publishing
  std::atomic<std::uint8_t> state_;   // written under mutex_, read without
  std::map<std::uint8_t, Callback> callbacks_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::lifecycle
