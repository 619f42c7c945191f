// Runs timers on a thread of its own, or at its owner's word.
#ifndef RCLCPP__EXPERIMENTAL__TIMERS_MANAGER_HPP_
#define RCLCPP__EXPERIMENTAL__TIMERS_MANAGER_HPP_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "rclcpp/context.hpp"
#include "rclcpp/timer.hpp"

namespace rclcpp
{
namespace experimental
{

/// Our executors run timers themselves and need none of this.
///
/// Threads:  all functions from any thread; stop() not from a timer's callback.
/// Lifetime: does not keep its timers alive.
class RCLCPP_PUBLIC TimersManager
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(TimersManager)
  using OnReady = std::function<void(const TimerBase *, const std::shared_ptr<void> &)>;

  /// @param on_ready_callback  called by the thread with a timer that is due and
  ///   what its call() gave, instead of its callback.
  /// @throws std::invalid_argument for a null context.
  explicit TimersManager(
    std::shared_ptr<Context> context, OnReady on_ready_callback = nullptr);
  ~TimersManager();
  RCLCPP_DISABLE_COPY(TimersManager)

  /// @throws std::invalid_argument for null. Once is enough.
  void add_timer(TimerBase::SharedPtr timer);
  void remove_timer(TimerBase::SharedPtr timer);
  void clear();
  /// @throws std::runtime_error if it runs.
  void start();
  void stop();

  // Without the thread. @throw std::runtime_error while it runs.
  size_t get_number_ready_timers();
  /// @return whether the timer that is due first was due.
  bool execute_head_timer();
  /// Time to the timer that is due first, not negative; max() without timers,
  /// none if all are cancelled.
  std::optional<std::chrono::nanoseconds> get_head_timeout();

  /// Runs a timer's callback, if it is still there. Also while it runs.
  void execute_ready_timer(const TimerBase * timer_id, const std::shared_ptr<void> & data);

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace experimental
}  // namespace rclcpp
#endif  // RCLCPP__EXPERIMENTAL__TIMERS_MANAGER_HPP_
