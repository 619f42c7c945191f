#include "rclcpp/wait_for_message.hpp"

#include "ranvier/os/clock.h"

namespace rclcpp
{

bool detail::wait_until_taken(
  const std::function<bool()> & take, Context & context, std::chrono::nanoseconds timeout)
{
  // A subscription rings nobody when no executor has it.
  constexpr std::chrono::milliseconds kLookAgain(1);
  const int64_t began = ranvier::steady_ns();
  while (context.is_valid()) {
    if (take()) {return true;}
    if (timeout.count() >= 0 && ranvier::steady_ns() - began >= timeout.count()) {return false;}
    context.sleep_for(kLookAgain);
  }
  return false;
}

}  // namespace rclcpp
