#include "rclcpp/wait_for_message.hpp"

#include <algorithm>

#include "rclcpp/wait_set_template.hpp"

namespace rclcpp
{

bool detail::wait_until_taken(
  const std::shared_ptr<SubscriptionBase> & subscription, const std::function<bool()> & take,
  const std::shared_ptr<Context> & context, std::chrono::nanoseconds timeout)
{
  using std::chrono::nanoseconds;
  using Clock = std::chrono::steady_clock;
  constexpr nanoseconds kForever(-1);
  WaitSet wait_set({}, {}, {}, {}, {}, {}, context);
  wait_set.add_subscription(subscription, {true, false, false});
  const auto began = Clock::now();
  while (context->is_valid()) {
    if (take()) {return true;}
    const nanoseconds left = timeout - (Clock::now() - began);
    if (timeout >= nanoseconds::zero() && left <= nanoseconds::zero()) {return false;}
    // Somebody else may take what it tells of: then it waits on.
    (void)wait_set.wait(timeout < nanoseconds::zero() ? kForever : left);
  }
  return false;
}

}  // namespace rclcpp
