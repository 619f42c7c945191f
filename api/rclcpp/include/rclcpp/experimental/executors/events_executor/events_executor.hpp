// The executor whose order of callbacks a user may decide, by a queue.
#ifndef RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_
#define RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_

#include <chrono>
#include <memory>

#include "rclcpp/executor.hpp"
#include "rclcpp/experimental/executors/events_executor/events_queue.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp
{
namespace experimental
{
namespace executors
{

/// With a SimpleEventsQueue it is the common engine, which needs no queue to be
/// driven by events. With another queue, all that is ready goes through it, due
/// timers first, and what it gives back runs next.
class RCLCPP_PUBLIC EventsExecutor : public rclcpp::Executor
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(EventsExecutor)

  /// @param execute_timers_separate_thread  spin() takes a second thread, so that
  ///   a timer need not wait for callbacks of other groups. Without effect with a
  ///   queue of the user's own.
  /// @throws std::invalid_argument for a null queue.
  explicit EventsExecutor(
    EventsQueue::UniquePtr events_queue = std::make_unique<SimpleEventsQueue>(),
    bool execute_timers_separate_thread = false,
    const ExecutorOptions & options = ExecutorOptions());
  /// With the default queue.
  explicit EventsExecutor(const ExecutorOptions & options);
  ~EventsExecutor() override;

  void spin() override;
  void spin_some(std::chrono::nanoseconds max_duration = std::chrono::nanoseconds(0)) override;
  void spin_all(std::chrono::nanoseconds max_duration) override;

protected:
  void spin_once_impl(std::chrono::nanoseconds timeout) override;

private:
  class Book;
  size_t run_queued(size_t limit, int64_t deadline);

  const size_t threads_;
  const EventsQueue::UniquePtr queue_;
  const std::unique_ptr<Book> book_;  // null: the engine orders
};

}  // namespace executors
}  // namespace experimental
}  // namespace rclcpp
#endif  // RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_EXECUTOR_HPP_
