// What a guard condition's handle refers to.
#ifndef GUARD_STATE_HPP_
#define GUARD_STATE_HPP_

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "ranvier/run/work.h"
#include "rcl/types.h"

namespace rclcpp::detail
{

/// Threads: all functions from any thread. What is called back runs under the
/// recursive lock.
class GuardState final : public std::enable_shared_from_this<GuardState>
{
public:
  /// Null for a handle without a condition.
  static GuardState * of(const rcl_guard_condition_t * handle)
  {
    return handle ? static_cast<GuardState *>(handle->impl) : nullptr;
  }
  void trigger();
  /// The one callback that users set; told at once of what it missed.
  void set_callback(std::function<void(size_t)> callback);
  /// Made ready at each trigger until it is retired. Once is enough.
  void add(const ranvier::Ref<ranvier::Work> & work);
  /// Whether it was triggered since the last call, for those who wait.
  bool take_triggered();

private:
  std::recursive_mutex mutex_;
  std::function<void(size_t)> callback_;
  size_t untold_ = 0;
  bool triggered_ = false;
  std::vector<ranvier::Ref<ranvier::Work>> works_;
};

}  // namespace rclcpp::detail
#endif  // GUARD_STATE_HPP_
