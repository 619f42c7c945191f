// The wait set that a waitable sees: filled by it, looked at by it, never slept on.
#ifndef POLLED_WAIT_SET_HPP_
#define POLLED_WAIT_SET_HPP_

#include <vector>

#include "rcl/types.h"

namespace rclcpp::detail
{

/// Guard conditions only: nothing else has a handle that a waitable could add.
/// Threads: one.
class PolledWaitSet final
{
public:
  PolledWaitSet()
  : c_{} {c_.impl = this;}
  PolledWaitSet(const PolledWaitSet &) = delete;
  PolledWaitSet & operator=(const PolledWaitSet &) = delete;

  static PolledWaitSet & of(rcl_wait_set_t & wait_set)
  {
    return *static_cast<PolledWaitSet *>(wait_set.impl);
  }

  rcl_wait_set_t & c() {return c_;}
  const std::vector<const rcl_guard_condition_t *> & guard_conditions() const {return guards_;}
  /// @return its place.
  size_t add(const rcl_guard_condition_t & guard_condition);
  /// Leaves those that were triggered since the last time, and null for others.
  void keep_triggered();

private:
  std::vector<const rcl_guard_condition_t *> guards_;
  rcl_wait_set_t c_;
};

}  // namespace rclcpp::detail
#endif  // POLLED_WAIT_SET_HPP_
