// Sleeping by a clock, woken when a context shuts down.
#include <stdexcept>

#include "ranvier/node/clock.h"
#include "ranvier/os/deadline.h"
#include "rclcpp/clock.hpp"
#include "rclcpp/context.hpp"
#include "rclcpp/contexts/default_context.hpp"

namespace rclcpp
{
namespace
{

std::shared_ptr<Context> usable(std::shared_ptr<Context> context)
{
  if (!context) {context = contexts::get_global_default_context();}
  // One that was shut down ends the sleep instead: between a loop's ok() and its
  // sleep a signal may come.
  if (!context->is_valid() && context->shutdown_reason().empty()) {
    throw std::runtime_error("context cannot be slept with because it's invalid");
  }
  return context;
}

/// Wakes the sleepers of a clock when a context shuts down, while it lives.
class WakeOnShutdown
{
public:
  WakeOnShutdown(std::shared_ptr<Context> context, std::shared_ptr<ranvier::Clock> clock)
  : context_(std::move(context)),
    handle_(context_->add_on_shutdown_callback([clock] {clock->wake();})) {}
  ~WakeOnShutdown() {context_->remove_on_shutdown_callback(handle_);}

private:
  std::shared_ptr<Context> context_;
  OnShutdownCallbackHandle handle_;
};

bool sleep(
  const std::shared_ptr<ranvier::Clock> & clock, std::int64_t until,
  const std::shared_ptr<Context> & context)
{
  const WakeOnShutdown wake(context, clock);
  const bool reached = clock->sleep_until(until, [&] {return !context->is_valid();});
  return reached && context->is_valid();
}

}  // namespace

bool Clock::sleep_until(Time until) {return sleep_until(until, nullptr);}

bool Clock::sleep_until(Time until, std::shared_ptr<Context> context)
{
  context = usable(std::move(context));
  if (until.get_clock_type() != get_clock_type()) {
    throw std::runtime_error("until's clock type does not match this clock's type");
  }
  return sleep(core(), until.nanoseconds(), context);
}

bool Clock::sleep_for(Duration rel_time) {return sleep_for(rel_time, nullptr);}

bool Clock::sleep_for(Duration rel_time, std::shared_ptr<Context> context)
{
  const int64_t until = ranvier::add_saturating(core()->now(), rel_time.nanoseconds());
  return sleep_until(Time(until, get_clock_type()), std::move(context));
}

void Clock::cancel_sleep_or_wait() {core()->cancel_sleep();}

namespace
{

const Clock::SharedPtr & clock_to_wait_by(const Clock::SharedPtr & clock)
{
  if (!clock) {throw std::invalid_argument("a clock to wait by is null");}
  return clock;
}

// What `pred` says at the end. Releases the lock while it waits; `ended` is asked with `pred`.
template<typename EndedT>
bool wait_by(
  const Clock::SharedPtr & clock, std::unique_lock<std::mutex> & lock, const Time & until,
  const std::function<bool ()> & pred, const EndedT & ended)
{
  if (!lock.owns_lock()) {
    throw std::runtime_error("waiting by a clock needs a lock that is held");
  }
  if (until.get_clock_type() != clock->get_clock_type()) {
    throw std::runtime_error("until's clock type does not match this clock's type");
  }
  bool satisfied = false;
  lock.unlock();
  const bool stopped = clock->core()->wait_until(
    until.nanoseconds(), [&] {
      lock.lock();
      satisfied = pred();
      if (satisfied || ended()) {return true;}
      lock.unlock();
      return false;
    });
  if (stopped) {return satisfied;}
  lock.lock();
  return pred();
}

}  // namespace

ClockWaiter::ClockWaiter(const Clock::SharedPtr & clock)
: clock_(clock_to_wait_by(clock)) {}
ClockWaiter::~ClockWaiter() = default;

bool ClockWaiter::wait_until(
  std::unique_lock<std::mutex> & lock, const Time & abs_time, const std::function<bool ()> & pred)
{
  return wait_by(clock_, lock, abs_time, pred, [] {return false;});
}

void ClockWaiter::notify_one() {clock_->core()->wake();}

struct ClockConditionalVariable::Impl
{
  Impl(const Clock::SharedPtr & of, std::shared_ptr<Context> until_end_of)
  : clock(clock_to_wait_by(of)), context(usable(std::move(until_end_of))), wake(context, clock->core()) {}

  const Clock::SharedPtr clock;
  const std::shared_ptr<Context> context;
  std::mutex mutex;
  const WakeOnShutdown wake;
};

ClockConditionalVariable::ClockConditionalVariable(const Clock::SharedPtr & clock)
: ClockConditionalVariable(clock, nullptr) {}
ClockConditionalVariable::ClockConditionalVariable(
  const Clock::SharedPtr & clock, std::shared_ptr<Context> context)
: impl_(std::make_unique<Impl>(clock, std::move(context))) {}
ClockConditionalVariable::~ClockConditionalVariable() = default;

bool ClockConditionalVariable::wait_until(
  std::unique_lock<std::mutex> & lock, Time until, const std::function<bool ()> & pred)
{
  if (lock.mutex() != &impl_->mutex) {
    throw std::runtime_error(
            "a ClockConditionalVariable waits with a lock of its own mutex: lock mutex()");
  }
  return wait_by(
    impl_->clock, lock, until, pred, [&] {return !impl_->context->is_valid();});
}

void ClockConditionalVariable::notify_one() {impl_->clock->core()->wake();}
std::mutex & ClockConditionalVariable::mutex() {return impl_->mutex;}

bool Clock::wait_until_started() {return wait_until_started(std::shared_ptr<Context>());}

bool Clock::wait_until_started(std::shared_ptr<Context> context)
{
  context = usable(std::move(context));
  // Any time but zero is "started": sleeping until 1 ns waits for just that.
  return started() || sleep(core(), 1, context);
}

bool Clock::wait_until_started(const Duration & timeout)
{
  return wait_until_started(timeout, nullptr);
}

bool Clock::wait_until_started(const Duration & timeout, std::shared_ptr<Context> context)
{
  context = usable(std::move(context));
  const WakeOnShutdown wake(context, core());
  const auto deadline =
    ranvier::steady_time_after(timeout.to_chrono<std::chrono::nanoseconds>());
  return core()->wait_until_started(deadline, [&] {return !context->is_valid();});
}

bool Clock::wait_until_started(
  const Duration & timeout, std::shared_ptr<Context> context, const Duration & wait_tick_ns)
{
  (void)wait_tick_ns;
  return wait_until_started(timeout, std::move(context));
}

}  // namespace rclcpp
