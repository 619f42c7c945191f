#include "rclcpp/wait_for_message.hpp"

#include "ranvier/os/deadline.h"
#include "rclcpp/wait_set_template.hpp"

namespace rclcpp
{

bool detail::wait_until_taken(
  const std::shared_ptr<SubscriptionBase> & subscription, const std::function<bool()> & take,
  const std::shared_ptr<Context> & context, std::chrono::nanoseconds timeout)
{
  WaitSet wait_set({}, {}, {}, {}, {}, {}, context);
  wait_set.add_subscription(subscription, {true, false, false});
  const int64_t deadline = ranvier::deadline_after(timeout);
  while (context->is_valid()) {
    if (take()) {return true;}
    const std::chrono::nanoseconds left = ranvier::time_until(deadline);
    if (left.count() == 0) {return false;}
    // Somebody else may take what it tells of: then it waits on.
    (void)wait_set.wait(left);
  }
  return false;
}

}  // namespace rclcpp
