// Spans of time, points in time on one kind of clock, clocks, and sleeping at a rate.
#ifndef RCLCPP__TIME_HPP_
#define RCLCPP__TIME_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <sstream>

#include "builtin_interfaces/msg/detail/duration__struct.hpp"
#include "builtin_interfaces/msg/detail/time__struct.hpp"
#include "rcl/types.h"
#include "rclcpp/context.hpp"
#include "rclcpp/macros.hpp"
#include "rosidl_runtime_cpp/bounded_vector.hpp"
#include "rosidl_runtime_cpp/traits.hpp"

namespace rclcpp
{

/// A span of time. Arithmetic that leaves the range of 64 bits throws
/// std::overflow_error or std::underflow_error.
/// Threads: a value.
class RCLCPP_PUBLIC Duration
{
public:
  /// Both parts have one meaning: Duration(-1, 500000000) is minus half a second.
  Duration(int32_t seconds, uint32_t nanoseconds);
  /// Of any std::chrono duration.
  explicit Duration(std::chrono::nanoseconds nanoseconds)
  : nanoseconds_(nanoseconds.count()) {}
  /// A span beyond 64 bits of nanoseconds becomes the longest of its sign.
  template<class Rep, class Period>
  Duration(const std::chrono::duration<Rep, Period> & duration)  // implicit, as in ROS 2
  : Duration(detail::to_nanoseconds(duration)) {}
  /// Implicit, as in ROS 2.
  Duration(const builtin_interfaces::msg::Duration & duration_msg);  // implicit, as in ROS 2
  explicit Duration(const rcl_duration_t & duration)
  : nanoseconds_(duration.nanoseconds) {}
  Duration(const Duration &) = default;
  virtual ~Duration() = default;

  /// Throws std::overflow_error or std::underflow_error beyond 64 bits of nanoseconds,
  /// std::runtime_error if it is not a number.
  static Duration from_seconds(double seconds);
  static Duration from_nanoseconds(rcl_duration_value_t nanoseconds);  ///< Any number.
  /// Beyond 64 bits of nanoseconds: the longest.
  static Duration from_rmw_time(rmw_time_t duration);
  /// The longest that a message holds: 2147483647.999999999 s.
  static Duration max();

  operator builtin_interfaces::msg::Duration() const;
  Duration & operator=(const Duration &) = default;
  Duration & operator=(const builtin_interfaces::msg::Duration & duration_msg);

  /// To the nanosecond.
  bool operator==(const Duration & other) const {return nanoseconds_ == other.nanoseconds_;}
  bool operator!=(const Duration & other) const {return nanoseconds_ != other.nanoseconds_;}
  bool operator<(const Duration & other) const {return nanoseconds_ < other.nanoseconds_;}
  bool operator<=(const Duration & other) const {return nanoseconds_ <= other.nanoseconds_;}
  bool operator>(const Duration & other) const {return nanoseconds_ > other.nanoseconds_;}
  bool operator>=(const Duration & other) const {return nanoseconds_ >= other.nanoseconds_;}

  Duration operator+(const Duration & other) const;  ///< Throws std::overflow_error beyond 64 bits.
  Duration & operator+=(const Duration & other) {return *this = *this + other;}
  Duration operator-(const Duration & other) const;  ///< Throws as operator+.
  Duration & operator-=(const Duration & other) {return *this = *this - other;}
  /// Throws std::runtime_error if `scale` is not a finite number.
  Duration operator*(double scale) const;
  Duration & operator*=(double scale) {return *this = *this * scale;}

  rcl_duration_value_t nanoseconds() const {return nanoseconds_;}  ///< Negative for the past.
  /// Loses precision beyond what a double holds.
  double seconds() const;

  /// In a std::chrono duration, rounded towards zero.
  template<class DurationT>
  DurationT to_chrono() const
  {
    return std::chrono::duration_cast<DurationT>(std::chrono::nanoseconds(nanoseconds_));
  }

  /// Throws std::runtime_error for a negative duration, which rmw_time_t cannot hold.
  rmw_time_t to_rmw_time() const;

private:
  Duration() = default;

  rcl_duration_value_t nanoseconds_ = 0;
};

class Clock;

/// A point in time. Comparing or subtracting points of different kinds of
/// clock throws std::runtime_error; leaving the range of 64 bits throws
/// std::overflow_error or std::underflow_error.
/// Threads: a value.
class RCLCPP_PUBLIC Time
{
public:
  // All throw std::invalid_argument for a clock type of no clock.

  /// Throws std::runtime_error if `seconds` is negative.
  Time(int32_t seconds, uint32_t nanoseconds, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  /// Since the epoch of its clock. Throws std::runtime_error for a negative number.
  explicit Time(int64_t nanoseconds = 0, rcl_clock_type_t clock_type = RCL_SYSTEM_TIME)
  : nanoseconds_(nanoseconds), clock_type_(checked(clock_type)) {}
  Time(const Time &) = default;
  /// Throws std::runtime_error if the message holds negative seconds.
  Time(  // implicit, as in ROS 2
    const builtin_interfaces::msg::Time & time_msg, rcl_clock_type_t clock_type = RCL_ROS_TIME);
  /// Of the C structure.
  explicit Time(const rcl_time_point_t & time_point)
  : nanoseconds_(time_point.nanoseconds), clock_type_(checked(time_point.clock_type)) {}
  virtual ~Time() = default;

  operator builtin_interfaces::msg::Time() const;  ///< Without the kind of its clock.
  Time & operator=(const Time &) = default;
  /// The point becomes one of ROS time.
  Time & operator=(const builtin_interfaces::msg::Time & time_msg);

  /// These throw std::runtime_error for times of two kinds of clock.
  bool operator==(const Time & other) const;
  bool operator!=(const Time & other) const;
  bool operator<(const Time & other) const;
  bool operator<=(const Time & other) const;
  bool operator>(const Time & other) const;
  bool operator>=(const Time & other) const;

  Time operator+(const Duration & duration) const;  ///< Throws std::overflow_error beyond 64 bits.
  Duration operator-(const Time & other) const;  ///< Throws as operator== and operator+.
  Time operator-(const Duration & duration) const;  ///< Throws as operator+.
  Time & operator+=(const Duration & duration) {return *this = *this + duration;}
  Time & operator-=(const Duration & duration) {return *this = *this - duration;}

  /// Since the epoch of its clock.
  rcl_time_point_value_t nanoseconds() const {return nanoseconds_;}
  /// The last that a message holds: 2147483647.999999999 s.
  static Time max(rcl_clock_type_t clock_type = RCL_SYSTEM_TIME);
  /// Loses precision beyond what a double holds.
  double seconds() const;
  /// The kind of clock that it is of.
  rcl_clock_type_t get_clock_type() const {return clock_type_;}

private:
  static rcl_clock_type_t checked(rcl_clock_type_t type)
  {
    if (static_cast<unsigned>(type) > RCL_RAW_STEADY_TIME) {
      detail::refuse_value(
        "Time()", "clock_type", static_cast<int>(type),
        "RCL_ROS_TIME, RCL_SYSTEM_TIME or RCL_STEADY_TIME");
    }
    return type;
  }

  friend class Clock;

  rcl_time_point_value_t nanoseconds_;
  rcl_clock_type_t clock_type_;
};

/// As Time::operator+.
RCLCPP_PUBLIC Time operator+(const Duration & duration, const Time & time);

/// Throw std::runtime_error if the message holds negative seconds.
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator+(
  const builtin_interfaces::msg::Time & time, const Duration & duration);
RCLCPP_PUBLIC builtin_interfaces::msg::Time operator-(
  const builtin_interfaces::msg::Time & time, const Duration & duration);

/// Seconds rounded down, and the nanoseconds above them.
RCLCPP_PUBLIC builtin_interfaces::msg::Time convert_rcl_time_to_sec_nanos(
  const rcl_time_point_value_t & time_point);

}  // namespace rclcpp


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

  using pre_callback_t = std::function<void ()>;  ///< Before a jump.
  /// After it, with its size.
  using post_callback_t = std::function<void (const rcl_time_jump_t &)>;

  /// @throws std::invalid_argument for a threshold of the wrong sign.
  JumpHandler(
    pre_callback_t pre, post_callback_t post, const rcl_jump_threshold_t & threshold);
  ~JumpHandler();  ///< Ends the calls.

  pre_callback_t pre_callback;    ///< before the jump; may be empty
  post_callback_t post_callback;  ///< after it; may be empty
  rcl_jump_threshold_t notice_threshold;  ///< which jumps
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

  /// Of the kind of this clock. Reads the clock of the system, or the simulated time.
  Time now() const;

  /// Sleeps until now() reaches `until`, `context` shuts down, the source of
  /// ROS time changes or cancel_sleep_or_wait() is or was called. `context` null or
  /// left out is the default context. A sleep_for() that ends after the clock's
  /// range sleeps on.
  /// @return true if the time was reached.
  /// Throws std::runtime_error for an invalid context or a time of another kind.
  /// Contract: blocks.
  bool sleep_until(Time until);
  bool sleep_until(Time until, std::shared_ptr<Context> context);  ///< The same in a context.
  bool sleep_for(Duration rel_time);  ///< From now on, by this clock.
  bool sleep_for(Duration rel_time, std::shared_ptr<Context> context);  ///< The same in a context.

  /// Whether now() is not zero: false for simulated time before its first message.
  bool started();
  /// Throws std::runtime_error if the clock has no time source that could start it.
  bool wait_until_started();
  bool wait_until_started(std::shared_ptr<Context> context);  ///< The same in a context.
  bool wait_until_started(const Duration & timeout);  ///< False: the time is over. By the wall.
  bool wait_until_started(const Duration & timeout, std::shared_ptr<Context> context);
  /// As above; `wait_tick_ns` is kept for compatibility: nothing is polled.
  bool wait_until_started(
    const Duration & timeout, std::shared_ptr<Context> context, const Duration & wait_tick_ns);

  /// Ends all sleeps that are going on, and waits for the start of the clock that
  /// have no timeout. If there are none, the next one ends at once, as in ROS 2.
  void cancel_sleep_or_wait();

  /// Whether ROS time is simulated now. False for other kinds.
  bool ros_time_is_active();
  rcl_clock_t * get_clock_handle() noexcept;  ///< As functions of C take it.
  rcl_clock_type_t get_clock_type() const noexcept;  ///< The kind that it was made with.
  std::mutex & get_clock_mutex() noexcept;  ///< For code that uses the handle.

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

/// Waits for a condition until a time of a clock, which may be simulated.
/// Threads: wait_until() and notify_one() from any.
class RCLCPP_PUBLIC ClockWaiter
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClockWaiter)

  /// @throws std::invalid_argument for a null clock.
  explicit ClockWaiter(const Clock::SharedPtr & clock);
  ~ClockWaiter();

  /// Waits until `pred`, which is asked under the lock, is true, or the clock reaches
  /// `abs_time`. The lock is released while it waits.
  /// @return what `pred` says then.
  /// @throws std::runtime_error for a lock that is not held, or a time of another kind of clock.
  /// Contract: blocks.
  bool wait_until(
    std::unique_lock<std::mutex> & lock, const Time & abs_time,
    const std::function<bool ()> & pred);
  /// Lets those that wait ask again.
  void notify_one();

private:
  const Clock::SharedPtr clock_;
};

/// The same with a mutex of its own, and ended by the shutdown of a context.
/// Threads: wait_until() and notify_one() from any.
class RCLCPP_PUBLIC ClockConditionalVariable
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(ClockConditionalVariable)

  /// On the default context.
  explicit ClockConditionalVariable(const Clock::SharedPtr & clock);
  /// @throws std::invalid_argument for a null clock; a null context is the default one.
  ClockConditionalVariable(const Clock::SharedPtr & clock, std::shared_ptr<Context> context);
  ~ClockConditionalVariable();

  /// As ClockWaiter's; also ends when the context is shut down.
  /// @throws std::runtime_error for a lock of another mutex, or a context that was never
  /// initialized. Contract: blocks.
  bool wait_until(
    std::unique_lock<std::mutex> & lock, Time until, const std::function<bool ()> & pred);
  void notify_one();  ///< Lets those that wait ask again.
  /// The mutex that guards what `pred` reads.
  std::mutex & mutex();

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

namespace detail
{
/// For timers' headers: a file that makes one need not instantiate the clock's.
RCLCPP_PUBLIC std::shared_ptr<Clock> make_steady_clock();
}  // namespace detail

}  // namespace rclcpp

namespace rclcpp
{

/// A loop at a rate. Threads: one.
class RCLCPP_PUBLIC RateBase
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(RateBase)

  virtual ~RateBase() = default;
  /// Sleeps until the period is over. @return false if it was over already.
  virtual bool sleep() = 0;
  [[deprecated("use get_type()")]] virtual bool is_steady() const = 0;
  virtual rcl_clock_type_t get_type() const = 0;  ///< The kind of its clock.
  /// Starts a new period now.
  virtual void reset() = 0;
};

/// Turns at a rate by the given clock. After a turn that took longer than two
/// periods, or a clock that went back, it starts again instead of catching up.
/// Threads: one.
class RCLCPP_PUBLIC Rate : public RateBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Rate)

  /// `rate` in hertz, above 0; throws std::invalid_argument otherwise. The clock
  /// is one of system time if none is given.
  explicit Rate(double rate);
  Rate(double rate, Clock::SharedPtr clock);  ///< By a clock of the caller's.
  /// Throws std::invalid_argument for a period of 0 or less.
  explicit Rate(const Duration & period);
  Rate(const Duration & period, Clock::SharedPtr clock);  ///< By a clock of the caller's.

  bool sleep() override;
  [[deprecated("use get_type()")]] bool is_steady() const override;
  rcl_clock_type_t get_type() const override;  ///< The kind of its clock.
  void reset() override;
  /// Of a turn.
  std::chrono::nanoseconds period() const {return period_.to_chrono<std::chrono::nanoseconds>();}

private:
  Clock::SharedPtr clock_;
  Duration period_;
  Time last_interval_;
};

/// By the steady clock.
class RCLCPP_PUBLIC WallRate : public Rate
{
public:
  explicit WallRate(double rate);  ///< In hertz, above 0.
  explicit WallRate(const Duration & period);  ///< Of a turn, above 0.
};

/// By ROS time, which may be simulated.
class RCLCPP_PUBLIC ROSRate : public Rate
{
public:
  explicit ROSRate(double rate);  ///< In hertz, above 0.
  explicit ROSRate(const Duration & period);  ///< Of a turn, above 0.
};

/// The older form, over a clock of `<chrono>`.
template<class ClockT = std::chrono::high_resolution_clock>
class GenericRate : public RateBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericRate)

  explicit GenericRate(double rate)
  : rate_(rate, clock_of_kind()) {}
  explicit GenericRate(std::chrono::nanoseconds period)
  : rate_(Duration(period), clock_of_kind()) {}

  bool sleep() override {return rate_.sleep();}
  [[deprecated("use get_type()")]] bool is_steady() const override {return ClockT::is_steady;}
  rcl_clock_type_t get_type() const override {return rate_.get_type();}
  void reset() override {rate_.reset();}
  std::chrono::nanoseconds period() const {return rate_.period();}

private:
  static Clock::SharedPtr clock_of_kind()
  {
    return std::make_shared<Clock>(ClockT::is_steady ? RCL_STEADY_TIME : RCL_SYSTEM_TIME);
  }

  Rate rate_;
};

}  // namespace rclcpp
#endif  // RCLCPP__TIME_HPP_
