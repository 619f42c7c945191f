// What servers and clients of actions do as waitables.
#ifndef WAITED_ENDS_HPP_
#define WAITED_ENDS_HPP_

#include <functional>
#include <string>

#include "rclcpp/logger.hpp"
#include "rclcpp/waitable.hpp"

namespace rclcpp_action::detail
{

// They throw rclcpp::exceptions::RCLError, naming `action`, for a wait set of no runtime.
void add_to(rcl_wait_set_t & wait_set, const rcl_service_t & handle, const std::string & action);
void add_to(rcl_wait_set_t & wait_set, const rcl_client_t & handle, const std::string & action);
void add_to(
  rcl_wait_set_t & wait_set, const rcl_subscription_t & handle, const std::string & action);
void add_to(rcl_wait_set_t & wait_set, const rcl_timer_t & handle, const std::string & action);

/// Whether a wait left the handle in its row.
template<typename HandleT>
bool is_in(const HandleT * const * row, size_t count, const HandleT * handle)
{
  for (size_t i = 0; i < count; ++i) {
    if (row[i] == handle) {return true;}
  }
  return false;
}

using OnReady = std::function<void(size_t, int)>;
/// The callback with an id; what it throws is logged, as it is called where
/// messages arrive.
std::function<void(size_t)> bound(
  const OnReady & callback, int id, const rclcpp::Logger & logger, const std::string & action);

/// Throws std::invalid_argument: `id` is of none of its entities.
[[noreturn]] void refuse_id(size_t id, const std::string & action);

}  // namespace rclcpp_action::detail
#endif  // WAITED_ENDS_HPP_
