// A condition that code triggers and waits for.
#ifndef RCLCPP__GUARD_CONDITION_HPP_
#define RCLCPP__GUARD_CONDITION_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

#include "rcl/types.h"
#include "rclcpp/context.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp
{

/// Triggers are counted until somebody takes them: a callback, or a waitable.
/// Threads: all functions from any thread; the callback runs on the thread that
/// triggers, under a recursive lock of this.
class RCLCPP_PUBLIC GuardCondition
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GuardCondition)

  /// The default context if null. Throws std::invalid_argument if there is none.
  explicit GuardCondition(
    const Context::SharedPtr & context = contexts::get_global_default_context());
  virtual ~GuardCondition();
  RCLCPP_DISABLE_COPY(GuardCondition)

  Context::SharedPtr get_context() const {return context_;}
  rcl_guard_condition_t & get_rcl_guard_condition() {return handle_;}
  const rcl_guard_condition_t & get_rcl_guard_condition() const {return handle_;}
  void trigger();
  /// @return what it was before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);
  /// Called with the number of triggers, those from before at once; null ends it.
  void set_on_trigger_callback(std::function<void(size_t)> callback);

private:
  const Context::SharedPtr context_;
  rcl_guard_condition_t handle_;
  std::atomic_bool in_use_by_wait_set_{false};
  std::recursive_mutex mutex_;
  std::function<void(size_t)> on_trigger_;  // guarded by mutex_
  size_t untold_ = 0;                       // guarded by mutex_
};

}  // namespace rclcpp
#endif  // RCLCPP__GUARD_CONDITION_HPP_
