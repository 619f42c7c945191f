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

bool Clock::sleep_until(Time until)
{
  return sleep_until(until, nullptr);
}

bool Clock::sleep_until(Time until, std::shared_ptr<Context> context)
{
  context = usable(std::move(context));
  if (until.get_clock_type() != get_clock_type()) {
    throw std::runtime_error("until's clock type does not match this clock's type");
  }
  return sleep(core(), until.nanoseconds(), context);
}

bool Clock::sleep_for(Duration rel_time)
{
  return sleep_for(rel_time, nullptr);
}

bool Clock::sleep_for(Duration rel_time, std::shared_ptr<Context> context)
{
  const int64_t until = ranvier::add_saturating(core()->now(), rel_time.nanoseconds());
  return sleep_until(Time(until, get_clock_type()), std::move(context));
}

void Clock::cancel_sleep_or_wait()
{
  core()->cancel_sleep();
}

bool Clock::wait_until_started()
{
  return wait_until_started(std::shared_ptr<Context>());
}

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
