#include "rclcpp/experimental/timers_manager.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "ranvier/os/deadline.h"
#include "ranvier/os/thread.h"

namespace rclcpp::experimental
{

using std::chrono::nanoseconds;

struct TimersManager::Impl
{
  Impl(std::shared_ptr<Context> with, OnReady what)
  : context(std::move(with)), on_ready(std::move(what)) {}

  // The one that is due first, for which the mutex must be held; null if all are
  // cancelled or gone.
  TimerBase::SharedPtr head();
  void run();
  void only_stopped(const char * what) const;
  void look_again();

  const std::shared_ptr<Context> context;
  const OnReady on_ready;
  mutable std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  bool look = false;  // the thread must look again
  bool running = false;
  std::vector<std::weak_ptr<TimerBase>> timers;
  std::thread thread;  // start() and stop() alone
};

TimersManager::TimersManager(std::shared_ptr<Context> context, OnReady on_ready_callback)
: impl_(std::make_unique<Impl>(std::move(context), std::move(on_ready_callback)))
{
  if (!impl_->context) {
    throw std::invalid_argument(
            "context argument unexpectedly nullptr: a timers manager needs one, give it");
  }
}

TimersManager::~TimersManager()
{
  clear();
  stop();
}

TimerBase::SharedPtr TimersManager::Impl::head()
{
  TimerBase::SharedPtr first;
  std::erase_if(timers, [](const auto & weak) {return weak.expired();});
  for (const auto & weak : timers) {
    const auto timer = weak.lock();
    if (!timer || timer->is_canceled()) {continue;}
    if (!first || timer->time_until_trigger() < first->time_until_trigger()) {first = timer;}
  }
  return first;
}

void TimersManager::Impl::only_stopped(const char * what) const
{
  if (!running) {return;}
  throw std::runtime_error(std::string(what) + ": stop() the TimersManager first");
}

void TimersManager::Impl::look_again()
{
  {
    const std::lock_guard lock(mutex);
    look = true;
  }
  changed.notify_all();
}

void TimersManager::Impl::run()
{
  std::unique_lock lock(mutex);
  while (running && context->is_valid()) {
    look = false;
    const auto first = head();
    const auto left = first ? first->time_until_trigger() : nanoseconds::max();
    const auto woken = [this] {return look || !running;};
    if (left.count() > 0) {
      changed.wait_until(lock, ranvier::steady_time_after(left), woken);
    } else {
      lock.unlock();
      if (const auto data = first->call()) {
        if (on_ready) {
          on_ready(first.get(), data);
        } else {
          first->execute_callback(data);
        }
      }
      lock.lock();
    }
  }
}

void TimersManager::add_timer(TimerBase::SharedPtr timer)
{
  if (!timer) {
    throw std::invalid_argument("TimersManager::add_timer() trying to add nullptr timer");
  }
  timer->start_alone();
  {
    const std::lock_guard lock(impl_->mutex);
    const bool there = std::any_of(
      impl_->timers.begin(), impl_->timers.end(),
      [&](const auto & weak) {return weak.lock() == timer;});
    if (!there) {impl_->timers.push_back(timer);}
  }
  timer->set_on_reset_callback([this](size_t) {impl_->look_again();});
  impl_->look_again();
}

void TimersManager::remove_timer(TimerBase::SharedPtr timer)
{
  if (!timer) {return;}
  timer->clear_on_reset_callback();
  const std::lock_guard lock(impl_->mutex);
  std::erase_if(impl_->timers, [&](const auto & weak) {return weak.lock() == timer;});
}

void TimersManager::clear()
{
  std::vector<std::weak_ptr<TimerBase>> timers;
  {
    const std::lock_guard lock(impl_->mutex);
    timers.swap(impl_->timers);
  }
  for (const auto & weak : timers) {
    if (const auto timer = weak.lock()) {timer->clear_on_reset_callback();}
  }
  impl_->look_again();
}

void TimersManager::start()
{
  const std::lock_guard lock(impl_->mutex);
  impl_->only_stopped("TimersManager::start() can't start timers thread as already running");
  impl_->thread = ranvier::start_user_thread(
    "rclcpp::experimental::TimersManager", [this] {impl_->run();});  // which waits for the mutex
  impl_->running = true;
}

void TimersManager::stop()
{
  {
    const std::lock_guard lock(impl_->mutex);
    if (!impl_->running) {return;}
    impl_->running = false;
  }
  impl_->changed.notify_all();
  impl_->thread.join();
}

size_t TimersManager::get_number_ready_timers()
{
  const std::lock_guard lock(impl_->mutex);
  impl_->only_stopped("get_number_ready_timers() can't be used while timers thread is running");
  return static_cast<size_t>(std::count_if(
      impl_->timers.begin(), impl_->timers.end(), [](const auto & weak) {
        const auto timer = weak.lock();
        return timer && timer->is_ready();
      }));
}

bool TimersManager::execute_head_timer()
{
  TimerBase::SharedPtr first;
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->only_stopped("execute_head_timer() can't be used while timers thread is running");
    first = impl_->head();
  }
  if (!first || !first->is_ready()) {return false;}
  const auto data = first->call();
  if (!data) {return false;}
  first->execute_callback(data);
  return true;
}

std::optional<nanoseconds> TimersManager::get_head_timeout()
{
  const std::lock_guard lock(impl_->mutex);
  impl_->only_stopped("get_head_timeout() can't be used while timers thread is running");
  const auto first = impl_->head();
  if (!first) {
    return impl_->timers.empty() ? std::optional(nanoseconds::max()) : std::nullopt;
  }
  return std::max(first->time_until_trigger(), nanoseconds::zero());
}

void TimersManager::execute_ready_timer(
  const TimerBase * timer_id, const std::shared_ptr<void> & data)
{
  TimerBase::SharedPtr found;
  {
    const std::lock_guard lock(impl_->mutex);
    for (const auto & weak : impl_->timers) {
      if (auto timer = weak.lock(); timer.get() == timer_id) {found = std::move(timer);}
    }
  }
  if (found) {found->execute_callback(data);}
}

}  // namespace rclcpp::experimental
