// Callbacks by time.
#ifndef RCLCPP__TIMER_HPP_
#define RCLCPP__TIMER_HPP_

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>

#include "rclcpp/detail/callable.hpp"
#include "rclcpp/detail/node_base.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/time.hpp"

namespace ranvier
{
class Work;
}

namespace rclcpp
{
class CallbackGroup;
namespace node_interfaces
{
class NodeBaseInterface;
}

/// When a call was due and when it began, on the timer's clock.
struct TimerInfo
{
  Time expected_call_time;  ///< When it was due.
  Time actual_call_time;  ///< When call() was.
};

class TimerBase;
/// A callback that needs nothing.
using VoidCallbackType = std::function<void ()>;
/// One that cancels or resets its timer.
using TimerCallbackType = std::function<void (TimerBase &)>;
/// One that looks how late it is.
using TimerInfoCallbackType = std::function<void (const TimerInfo &)>;

/// Calls back each period.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC TimerBase : public std::enable_shared_from_this<TimerBase>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(TimerBase)

  /// A timer is inert until add_to() gives it a callback group.
  /// @throws exceptions::RCLInvalidArgument for a negative period, std::invalid_argument
  /// for a null clock.
  TimerBase(Clock::SharedPtr clock, std::chrono::nanoseconds period, bool autostart);
  /// A null context is the default one, which is not asked for; one that was never
  /// initialized is refused (exceptions::RCLInvalidArgument).
  TimerBase(
    Clock::SharedPtr clock, std::chrono::nanoseconds period, std::shared_ptr<Context> context,
    bool autostart = true);
  /// On a steady clock.
  TimerBase(std::chrono::nanoseconds period, bool autostart);
  /// Its callback does not begin any more.
  virtual ~TimerBase();
  RCLCPP_DISABLE_COPY(TimerBase)

  void cancel();  ///< No further call, until reset(). A callback under way goes on.
  bool is_canceled();  ///< Whether cancel() was the last word.
  /// Starts again from now, a cancelled timer too.
  void reset();
  /// Whether it is due.
  bool is_ready();
  /// Time to the next call; negative if overdue, max() if cancelled.
  std::chrono::nanoseconds time_until_trigger();
  virtual bool is_steady();  ///< Whether its clock is a steady one.
  /// For who runs a timer past the executor: moves on to the next period.
  /// @return what execute_callback() takes; null if it is cancelled.
  virtual std::shared_ptr<void> call();
  /// Runs the callback now, on this thread. `data`: what call() gave, or null.
  virtual void execute_callback(const std::shared_ptr<void> & data) = 0;
  /// Of the last call.
  TimerInfo call_info() const;
  /// Called with how often the timer was reset, those from before at once, under
  /// a lock of this. @throws std::invalid_argument for an empty callback.
  void set_on_reset_callback(std::function<void(size_t)> callback);
  void clear_on_reset_callback();  ///< Waits for a call of it that is under way.
  /// The clock that it was made with.
  const Clock::SharedPtr & get_clock() const;
  /// Names the timer to wait sets.
  std::shared_ptr<const rcl_timer_t> get_timer_handle();
  /// @return what it was before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);

  /// Gives it to a node and a group (null: the default one) and starts it. The runtime's own.
  void add_to(node_interfaces::NodeBaseInterface & node_base, CallbackGroup * group);
  /// Starts a timer that no node has, for wait sets and the like; others go on.
  void start_alone();
  std::chrono::nanoseconds period() const;  ///< As it was made. The runtime's own.
  /// What executors run this as; null if none can yet. The runtime's own.
  ranvier::Work * work() const noexcept;

protected:
  /// What call() gives for these times, on the timer's clock.
  std::shared_ptr<void> data_of(const rcl_timer_call_info_t & times) const;

private:
  void start_on(const std::shared_ptr<ranvier::Strand> & strand, const void * node);

  struct Impl;
  detail::Owned<Impl> impl_;
};

/// A timer on any clock, with a callback of one of the types above; one that is empty is refused
/// (std::invalid_argument).
template<typename FunctorT>
class GenericTimer : public TimerBase
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(GenericTimer)

  /// @param period the time between two calls; zero is always due.
  GenericTimer(
    detail::later_t<FunctorT, Clock::SharedPtr> clock, std::chrono::nanoseconds period,
    FunctorT && callback, bool autostart = true)
  : TimerBase(std::move(clock), period, autostart),
    callback_(callable(std::forward<FunctorT>(callback))) {}
  /// The same in a context; null is the default one.
  GenericTimer(
    detail::later_t<FunctorT, Clock::SharedPtr> clock, std::chrono::nanoseconds period,
    FunctorT && callback, detail::later_t<FunctorT, std::shared_ptr<Context>> context,
    bool autostart = true)
  : TimerBase(std::move(clock), period, std::move(context), autostart),
    callback_(callable(std::forward<FunctorT>(callback))) {}

  void execute_callback(const std::shared_ptr<void> & data) override
  {
    static_cast<void>(data);
    if constexpr (std::is_invocable_v<Callback &>) {
      callback_();
    } else if constexpr (std::is_invocable_v<Callback &, TimerBase &>) {
      callback_(*this);
    } else {
      static_assert(
        std::is_invocable_v<Callback &, const TimerInfo &>,
        "a timer callback takes nothing, a TimerBase & or a const TimerInfo &");
      callback_(data ? *static_cast<const TimerInfo *>(data.get()) : call_info());
    }
  }

  /// Runs the callback now, on this thread, as a call at these times.
  template<typename CallbackT = FunctorT>
  void execute_callback_delegate(const rcl_timer_call_info_t & timer_call_info)
  {
    execute_callback(data_of(timer_call_info));
  }

protected:
  /// On a steady clock.
  GenericTimer(std::chrono::nanoseconds period, FunctorT && callback, bool autostart)
  : TimerBase(period, autostart), callback_(callable(std::forward<FunctorT>(callback))) {}

private:
  using Callback = std::decay_t<FunctorT>;
  static FunctorT && callable(FunctorT && callback)
  {
    detail::check_callback<Callback>(callback, "create_timer() or create_wall_timer()");
    return std::forward<FunctorT>(callback);
  }
  Callback callback_;
};

/// A timer on the steady clock, which nobody sets.
template<typename FunctorT>
class WallTimer : public GenericTimer<FunctorT>
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(WallTimer)

  /// As GenericTimer, in the default context.
  WallTimer(std::chrono::nanoseconds period, FunctorT && callback, bool autostart = true)
  : GenericTimer<FunctorT>(period, std::forward<FunctorT>(callback), autostart) {}
  /// As GenericTimer.
  WallTimer(
    std::chrono::nanoseconds period, FunctorT && callback,
    detail::later_t<FunctorT, std::shared_ptr<Context>> context, bool autostart = true)
  : GenericTimer<FunctorT>(
      detail::make_steady_clock(), period, std::forward<FunctorT>(callback), std::move(context),
      autostart) {}
};

namespace detail
{

/// `nanoseconds`, if they are those of a period of `size` ns, which may not fit.
/// @throws std::invalid_argument if it does not, is negative, or not a number.
RCLCPP_PUBLIC std::chrono::nanoseconds timer_period(
  long double size, std::chrono::nanoseconds nanoseconds);

/// Nanoseconds of any duration. @throws std::invalid_argument for a negative one, and for one
/// beyond 64 bits.
template<typename DurationRepT, typename PeriodT>
std::chrono::nanoseconds timer_period(std::chrono::duration<DurationRepT, PeriodT> period)
{
  return timer_period(
    static_cast<long double>(period.count()) * 1e9L * PeriodT::num / PeriodT::den,
    to_nanoseconds(period));
}

}  // namespace detail

}  // namespace rclcpp

#endif  // RCLCPP__TIMER_HPP_
