// A clock, its jumps, and sleeping by it.
#ifndef RCLCPP__CLOCK_HPP_
#define RCLCPP__CLOCK_HPP_

#include <functional>
#include <memory>
#include <mutex>

#include "rcl/types.h"
#include "rclcpp/time.hpp"
#include "rclcpp/macros.hpp"

namespace ranvier
{
class Clock;
}

namespace rclcpp
{

class Context;
class TimeSource;

/// Told of jumps of a clock for as long as it lives.
class RCLCPP_PUBLIC JumpHandler
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(JumpHandler)

  using pre_callback_t = std::function<void ()>;
  using post_callback_t = std::function<void (const rcl_time_jump_t &)>;

  JumpHandler(
    pre_callback_t pre, post_callback_t post, const rcl_jump_threshold_t & threshold);
  ~JumpHandler();

  pre_callback_t pre_callback;    ///< before the jump; may be empty
  post_callback_t post_callback;  ///< after it; may be empty
  rcl_jump_threshold_t notice_threshold;
};

/// A clock of one kind. ROS time is system time until a time source sets it.
/// Threads: any, for all functions.
class RCLCPP_PUBLIC Clock
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Clock)

  /// Throws rclcpp::exceptions::RCLInvalidArgument for an unknown kind.
  explicit Clock(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  virtual ~Clock();

  Time now() const;

  /// Sleeps until now() reaches `until`, `context` shuts down, the source of
  /// ROS time changes or cancel_sleep_or_wait() is or was called. `context` null or
  /// left out is the default context. A sleep_for() that ends after the clock's
  /// range sleeps on.
  /// @return true if the time was reached.
  /// Throws std::runtime_error for an invalid context or a time of another kind.
  /// Contract: blocks.
  bool sleep_until(Time until);
  bool sleep_until(Time until, std::shared_ptr<Context> context);
  bool sleep_for(Duration rel_time);
  bool sleep_for(Duration rel_time, std::shared_ptr<Context> context);

  /// Whether now() is not zero: false for simulated time before its first message.
  bool started();
  /// Throws std::runtime_error if the clock has no time source that could start it.
  bool wait_until_started();
  bool wait_until_started(std::shared_ptr<Context> context);
  bool wait_until_started(const Duration & timeout);
  bool wait_until_started(const Duration & timeout, std::shared_ptr<Context> context);
  /// As above; `wait_tick_ns` is kept for compatibility: nothing is polled.
  bool wait_until_started(
    const Duration & timeout, std::shared_ptr<Context> context, const Duration & wait_tick_ns);

  /// Ends all sleeps that are going on, and waits for the start of the clock that
  /// have no timeout. If there are none, the next one ends at once, as in ROS 2.
  void cancel_sleep_or_wait();

  /// Whether ROS time is simulated now. False for other kinds.
  bool ros_time_is_active();
  rcl_clock_t * get_clock_handle() noexcept;
  rcl_clock_type_t get_clock_type() const noexcept;
  std::mutex & get_clock_mutex() noexcept;

  /// Calls back before and after jumps that pass the threshold, until the
  /// returned handler is released.
  JumpHandler::SharedPtr create_jump_callback(
    JumpHandler::pre_callback_t pre_callback, JumpHandler::post_callback_t post_callback,
    const rcl_jump_threshold_t & threshold);

  /// The runtime's own clock. Not for users.
  const std::shared_ptr<ranvier::Clock> & core() const noexcept;

private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

namespace detail
{
/// For timers' headers: a file that makes one need not instantiate the clock's.
RCLCPP_PUBLIC std::shared_ptr<Clock> make_steady_clock();
}  // namespace detail

}  // namespace rclcpp
#endif  // RCLCPP__CLOCK_HPP_
