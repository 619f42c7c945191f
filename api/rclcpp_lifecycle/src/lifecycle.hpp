// One managed node's way through the table of transitions.
#ifndef LIFECYCLE_HPP_
#define LIFECYCLE_HPP_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <lifecycle_msgs/msg/transition_event.hpp>

#include "rclcpp/clock.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp_lifecycle/node_interfaces/lifecycle_node_interface.hpp"
#include "rclcpp_lifecycle/state.hpp"
#include "transition_table.hpp"

namespace rclcpp_lifecycle
{

using CallbackReturn = node_interfaces::LifecycleNodeInterface::CallbackReturn;

/// Holds the state and changes it, tells of each change, and runs callbacks.
///
/// Threads: all functions from any thread. Whoever moves the state away from a
/// primary one is alone until it is in one again: nobody else finds a transition.
/// Locks: one of its own, never while a callback runs; publishing happens under
/// it, so that events are told in the order in which states followed.
class Lifecycle
{
public:
  using Callback = std::function<CallbackReturn(const State &)>;
  using EventPublisher = rclcpp::Publisher<lifecycle_msgs::msg::TransitionEvent>;

  /// `node`: for trace events, never looked into. `name`: of the node, for errors.
  Lifecycle(
    const void * node, std::string name, rclcpp::Logger logger, rclcpp::Clock::SharedPtr clock,
    EventPublisher::SharedPtr events);

  const State & state() const {return state_;}

  /// The callback of a transition state, such as TRANSITION_STATE_CONFIGURING.
  void set_callback(uint8_t transition_state, Callback callback);

  /// Runs one transition from beginning to end, that of this id or this label.
  /// @return false if the current state has none such; `code` is untouched then.
  bool trigger(uint8_t id, CallbackReturn & code);
  bool trigger(const std::string & label, CallbackReturn & code);

private:
  bool run(const Step * step, const State & before, CallbackReturn & code);
  template<typename Which>
  const Step * begin(Which which, State & before);
  CallbackReturn call(uint8_t transition_state, const State & before) const;
  // Returns the state that the transition state was left for.
  uint8_t finish(CallbackReturn code);
  void enter(const Step & step);
  void refuse(const std::string & what) const;

  const std::string name_;
  const rclcpp::Logger logger_;
  const rclcpp::Clock::SharedPtr clock_;
  const EventPublisher::SharedPtr events_;
  mutable std::mutex mutex_;  // before the locks of State and of publishing
  State state_;               // written under mutex_, read without
  std::map<uint8_t, Callback> callbacks_;  // guarded by mutex_
};

}  // namespace rclcpp_lifecycle
#endif  // LIFECYCLE_HPP_
