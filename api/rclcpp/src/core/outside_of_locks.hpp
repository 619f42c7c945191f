// Callbacks of users that are notified of something while a route has locks.
#ifndef OUTSIDE_OF_LOCKS_HPP_
#define OUTSIDE_OF_LOCKS_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "ranvier/run/after_locks.h"

namespace rclcpp::detail
{

/// A listener that has `callback` called once the thread that tells it has left those locks,
/// or on another thread. It is called no more once the listener is destroyed, which waits for
/// a call on another thread.
inline std::function<void(size_t)> outside_of_locks(std::function<void(size_t)> callback)
{
  struct Told
  {
    std::recursive_mutex mutex;  // a call may end its own listener
    bool open = true;
    std::function<void(size_t)> callback;
  };
  struct Closing
  {
    explicit Closing(std::shared_ptr<Told> one)
    : told(std::move(one)) {}
    ~Closing()
    {
      const std::lock_guard lock(told->mutex);
      told->open = false;
    }
    const std::shared_ptr<Told> told;
  };
  const auto told = std::make_shared<Told>();
  told->callback = std::move(callback);
  return [closing = std::make_shared<Closing>(told)](size_t count) {
           ranvier::AfterLocks::call(
             [told = closing->told, count] {
               const std::lock_guard lock(told->mutex);
               if (told->open) {told->callback(count);}
             });
         };
}

}  // namespace rclcpp::detail
#endif  // OUTSIDE_OF_LOCKS_HPP_
