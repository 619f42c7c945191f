// Sleeping so that a loop turns at a given rate.
#ifndef RCLCPP__RATE_HPP_
#define RCLCPP__RATE_HPP_

#include <chrono>
#include <memory>

#include "rclcpp/clock.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/macros.hpp"

namespace rclcpp
{

class RCLCPP_PUBLIC RateBase
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(RateBase)

  virtual ~RateBase() = default;
  /// Sleeps until the period is over. @return false if it was over already.
  virtual bool sleep() = 0;
  [[deprecated("use get_type()")]] virtual bool is_steady() const = 0;
  virtual rcl_clock_type_t get_type() const = 0;
  /// Starts a new period now.
  virtual void reset() = 0;
};

/// Turns at a rate by the given clock. After a turn that took longer than two
/// periods, or a clock that went back, it starts anew instead of catching up.
/// Threads: one.
class RCLCPP_PUBLIC Rate : public RateBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(Rate)

  /// `rate` in hertz, above 0; throws std::invalid_argument otherwise. The clock
  /// is one of system time if none is given.
  explicit Rate(double rate);
  Rate(double rate, Clock::SharedPtr clock);
  /// Throws std::invalid_argument for a period of 0 or less.
  explicit Rate(const Duration & period);
  Rate(const Duration & period, Clock::SharedPtr clock);

  bool sleep() override;
  [[deprecated("use get_type()")]] bool is_steady() const override;
  rcl_clock_type_t get_type() const override;
  void reset() override;
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
  explicit WallRate(double rate);
  explicit WallRate(const Duration & period);
};

/// By ROS time, which may be simulated.
class RCLCPP_PUBLIC ROSRate : public Rate
{
public:
  explicit ROSRate(double rate);
  explicit ROSRate(const Duration & period);
};

/// The older form, over a clock of <chrono>.
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
#endif  // RCLCPP__RATE_HPP_
