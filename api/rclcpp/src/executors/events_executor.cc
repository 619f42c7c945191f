#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"

#include <map>
#include <typeinfo>

#include "endpoints/endpoint_events.hpp"
#include "executors/executor_impl.hpp"
#include "rclcpp/client.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp::experimental::executors
{
namespace
{

// The queue that orders as the engine does anyway.
bool is_plain(const EventsQueue & queue) {return typeid(queue) == typeid(SimpleEventsQueue);}

EventsQueue::UniquePtr checked(EventsQueue::UniquePtr queue)
{
  if (!queue) {
    throw std::invalid_argument(
            "events_queue can't be a null pointer: give one, or leave it out");
  }
  return queue;
}

ExecutorEvent event_of(const ranvier::Work & work, const AnyExecutable & any)
{
  if (any.subscription) {
    return {any.subscription->get_subscription_handle().get(), nullptr, -1, SUBSCRIPTION_EVENT, 1};
  }
  if (any.service) {
    return {any.service->get_service_handle().get(), nullptr, -1, SERVICE_EVENT, 1};
  }
  if (any.client) {return {any.client->get_client_handle().get(), nullptr, -1, CLIENT_EVENT, 1};}
  if (any.timer) {return {any.timer.get(), nullptr, -1, TIMER_EVENT, 1};}
  // An event handler is made for the asking; and some works are the runtime's own.
  const bool lasting =
    any.waitable && !std::dynamic_pointer_cast<detail::EndpointEventHandler>(any.waitable);
  const void * key = lasting ? static_cast<const void *>(any.waitable.get()) : &work;
  return {key, nullptr, -1, WAITABLE_EVENT, 1};
}

}  // namespace

EventsQueue::EventsQueue() = default;
EventsQueue::~EventsQueue() = default;

SimpleEventsQueue::SimpleEventsQueue() = default;
SimpleEventsQueue::~SimpleEventsQueue() = default;

void SimpleEventsQueue::enqueue(const ExecutorEvent & event)
{
  {
    const std::lock_guard lock(mutex_);
    events_.push(event);
  }
  more_.notify_one();
}

bool SimpleEventsQueue::dequeue(ExecutorEvent & event, std::chrono::nanoseconds timeout)
{
  std::unique_lock lock(mutex_);
  const auto any = [this] {return !events_.empty();};
  if (!more_.wait_until(lock, ranvier::steady_time_after(timeout), any)) {return false;}
  event = std::move(events_.front());
  events_.pop();
  return true;
}

bool SimpleEventsQueue::empty() const
{
  const std::lock_guard lock(mutex_);
  return events_.empty();
}

size_t SimpleEventsQueue::size() const
{
  const std::lock_guard lock(mutex_);
  return events_.size();
}

// Which works the events in the queue are of: pulled, not begun.
// Threads: those that spin, one at a time.
class EventsExecutor::Book final
{
public:
  Book(Executor::Impl & executor, EventsQueue & queue)
  : executor_(executor), queue_(queue) {}
  // The strands are detached: each goes back to where it waits for an engine.
  void give_back()
  {
    for (const auto & [key, work] : works_) {
      if (executor_.engine.begin(*work)) {ranvier::Engine::give_up(*work);}
    }
  }

  /// All that is ready becomes events; waits until `until` if there are none.
  void collect(int64_t until, uint32_t stops)
  {
    executor_.settle();
    while (ranvier::Work * work = executor_.engine.pull(0, stops)) {enter(*work);}
    if (!queue_.empty()) {return;}
    if (ranvier::Work * work = executor_.engine.pull(until, stops)) {enter(*work);}
  }
  /// Runs what the queue gives. False if it gives nothing.
  bool run_next()
  {
    ExecutorEvent event;
    if (!queue_.dequeue(event, std::chrono::nanoseconds(0))) {return false;}
    const auto found = works_.find(event.entity_key);
    if (found == works_.end()) {return true;}  // given twice
    ranvier::Work & work = *found->second;
    works_.erase(found);
    if (!executor_.engine.begin(work)) {return true;}
    struct End
    {
      ranvier::Work & work;
      ~End() {ranvier::Engine::end(work);}
    } end{work};
    executor_.engine.run(work);
    return true;
  }

private:
  void enter(ranvier::Work & work)
  {
    AnyExecutable any;
    executor_.identify(work, any);
    const ExecutorEvent event = event_of(work, any);
    works_.emplace(event.entity_key, &work);
    queue_.enqueue(event);
  }

  Executor::Impl & executor_;
  EventsQueue & queue_;
  std::map<const void *, ranvier::Work *> works_;
};

EventsExecutor::EventsExecutor(
  EventsQueue::UniquePtr events_queue, bool execute_timers_separate_thread,
  const ExecutorOptions & options)
: Executor(options), threads_(execute_timers_separate_thread ? 2 : 1),
  queue_(checked(std::move(events_queue))),
  book_(is_plain(*queue_) ? nullptr : std::make_unique<Book>(*impl_, *queue_))
{
}

EventsExecutor::EventsExecutor(const ExecutorOptions & options)
: EventsExecutor(std::make_unique<SimpleEventsQueue>(), false, options) {}

EventsExecutor::~EventsExecutor()
{
  if (!book_) {return;}
  detach_all();
  book_->give_back();
}

void EventsExecutor::spin()
{
  if (!book_) {return spin_on(threads_);}
  const auto stops = impl_->stops_of_a_spin();
  const detail::Spinning mark(spinning, impl_->spun, "spin()");
  while (impl_->core->valid() && impl_->engine.stops() == stops) {
    book_->collect(ranvier::kForever, stops);
    if (impl_->engine.stops() == stops) {book_->run_next();}
  }
}

size_t EventsExecutor::run_queued(size_t limit, int64_t deadline)
{
  const auto stops = impl_->engine.stops();
  size_t ran = 0;
  while (ran < limit && impl_->core->valid() && impl_->engine.stops() == stops &&
    (ran == 0 || ranvier::steady_ns() < deadline) && book_->run_next())
  {
    ++ran;
  }
  return ran;
}

void EventsExecutor::spin_some(std::chrono::nanoseconds max_duration)
{
  if (!book_) {return Executor::spin_some(max_duration);}
  const detail::Spinning mark(spinning, impl_->spun, "spin_some()");
  book_->collect(0, impl_->engine.stops());
  run_queued(
    queue_->size(), max_duration.count() <= 0 ? ranvier::kForever :
    ranvier::deadline_after(max_duration));
}

void EventsExecutor::spin_all(std::chrono::nanoseconds max_duration)
{
  // As in ROS 2, and unlike the other executors, it takes no zero for "no limit".
  if (max_duration.count() <= 0) {
    throw std::invalid_argument(
            "max_duration must be positive: it is " + std::to_string(max_duration.count()) +
            " ns");
  }
  if (!book_) {return Executor::spin_all(max_duration);}
  const detail::Spinning mark(spinning, impl_->spun, "spin_all()");
  const int64_t deadline = ranvier::deadline_after(max_duration);
  do {
    book_->collect(0, impl_->engine.stops());
  } while (spinning && run_queued(queue_->size(), deadline) != 0 &&
    ranvier::steady_ns() < deadline);
}

void EventsExecutor::spin_once_impl(std::chrono::nanoseconds timeout)
{
  if (!book_) {return Executor::spin_once_impl(timeout);}
  book_->collect(ranvier::deadline_after(timeout), impl_->engine.stops());
  book_->run_next();
}

}  // namespace rclcpp::experimental::executors
