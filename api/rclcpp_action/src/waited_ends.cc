#include "waited_ends.hpp"

#include <exception>
#include <stdexcept>

#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp_action::detail
{
namespace
{

void check_added(rcl_ret_t code, const char * end, const std::string & action)
{
  if (code == RCL_RET_OK) {return;}
  rclcpp::exceptions::throw_from_rcl_error(
    code, std::string(end) + "::add_to_wait_set() failed, action '" + action + "'");
}

}  // namespace

void add_to(rcl_wait_set_t & wait_set, const rcl_service_t & handle, const std::string & action)
{
  check_added(rcl_wait_set_add_service(&wait_set, &handle, nullptr), "ServerBase", action);
}
void add_to(rcl_wait_set_t & wait_set, const rcl_client_t & handle, const std::string & action)
{
  check_added(rcl_wait_set_add_client(&wait_set, &handle, nullptr), "ClientBase", action);
}
void add_to(
  rcl_wait_set_t & wait_set, const rcl_subscription_t & handle, const std::string & action)
{
  check_added(
    rcl_wait_set_add_subscription(&wait_set, &handle, nullptr), "ClientBase", action);
}
void add_to(rcl_wait_set_t & wait_set, const rcl_timer_t & handle, const std::string & action)
{
  check_added(rcl_wait_set_add_timer(&wait_set, &handle, nullptr), "ServerBase", action);
}

std::function<void(size_t)> bound(
  const OnReady & callback, int id, const rclcpp::Logger & logger, const std::string & action)
{
  return [callback, id, logger, action](size_t count) {
           try {
             callback(count, id);
           } catch (const std::exception & error) {
             RCLCPP_ERROR(
               logger, "Action '%s': its on-ready callback threw: %s", action.c_str(),
               error.what());
           } catch (...) {
             RCLCPP_ERROR(logger, "Action '%s': its on-ready callback threw", action.c_str());
           }
         };
}

void refuse_id(size_t id, const std::string & action)
{
  throw std::invalid_argument(
          "action '" + action + "' has no entity of the id " + std::to_string(id) +
          ": give one that its on-ready callback was given");
}

}  // namespace rclcpp_action::detail
