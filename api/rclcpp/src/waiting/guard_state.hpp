// What a guard condition's handle refers to.
#ifndef GUARD_STATE_HPP_
#define GUARD_STATE_HPP_

#include <atomic>
#include <functional>
#include <mutex>

#include "waiting/waited.hpp"

namespace rclcpp::detail
{

/// Something that is set until somebody who waits looks at it.
///
/// Threads: all functions from any thread. What is called back runs under a
/// recursive lock.
class GuardState final : public Waited
{
public:
  void trigger();
  /// The one callback that users set; called at once for what it missed.
  void set_callback(std::function<void(size_t)> callback);

  bool ready() override {return triggered_.exchange(false);}
  void listen(const void * who, ranvier::ReadyListeners::Listener listener) override
  {
    ready_listeners_.listen(who, std::move(listener));
  }

private:
  std::recursive_mutex mutex_;
  std::function<void(size_t)> callback_;
  size_t untold_ = 0;
  std::atomic<bool> triggered_{false};
  std::atomic<bool> listened_{false};
  ranvier::ReadyListeners ready_listeners_{listened_};
};

}  // namespace rclcpp::detail
#endif  // GUARD_STATE_HPP_
