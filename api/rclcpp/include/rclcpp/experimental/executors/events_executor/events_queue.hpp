// The events of an events executor, and the queue that orders them.
#ifndef RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_QUEUE_HPP_
#define RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_QUEUE_HPP_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <queue>

#include "rclcpp/macros.hpp"

namespace rclcpp
{
namespace experimental
{
namespace executors
{

enum ExecutorEventType
{
  CLIENT_EVENT,
  SUBSCRIPTION_EVENT,
  SERVICE_EVENT,
  TIMER_EVENT,
  WAITABLE_EVENT
};

/// Something became ready.
struct ExecutorEvent
{
  /// The handle of a subscription, service or client; the timer or waitable.
  const void * entity_key;
  std::shared_ptr<void> data;
  int waitable_data;
  ExecutorEventType type;
  size_t num_events;
};

/// Which event is handled next. Of one entity there is one event at a time.
/// Threads: those that spin the executor.
class RCLCPP_PUBLIC EventsQueue
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(EventsQueue)
  EventsQueue();
  virtual ~EventsQueue();

  virtual void enqueue(const ExecutorEvent & event) = 0;
  /// @return false if there was none in time.
  virtual bool dequeue(
    ExecutorEvent & event,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds::max()) = 0;
  virtual bool empty() const = 0;
  virtual size_t size() const = 0;
};

/// First in, first out. Threads: all functions from any thread.
class RCLCPP_PUBLIC SimpleEventsQueue : public EventsQueue
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(SimpleEventsQueue)
  SimpleEventsQueue();
  ~SimpleEventsQueue() override;
  void enqueue(const ExecutorEvent & event) override;
  bool dequeue(
    ExecutorEvent & event,
    std::chrono::nanoseconds timeout = std::chrono::nanoseconds::max()) override;
  bool empty() const override;
  size_t size() const override;

private:
  mutable std::mutex mutex_;
  std::condition_variable more_;
  std::queue<ExecutorEvent> events_;
};

}  // namespace executors
}  // namespace experimental
}  // namespace rclcpp
#endif  // RCLCPP__EXPERIMENTAL__EXECUTORS__EVENTS_EXECUTOR__EVENTS_QUEUE_HPP_
