#include "waiting/on_new.hpp"

#include <exception>

#include "rclcpp/logging.hpp"

namespace rclcpp::detail
{

std::function<void(size_t)> that_throws_nothing(
  std::function<void(size_t)> callback, const char * set)
{
  // No logger of a node: its line would be published, under the locks of who tells.
  const auto report = [set](const char * thrown) {
      RCLCPP_ERROR(
        get_logger("rclcpp"), "A callback that was given to %s() threw '%s' on the thread that "
        "brings what is new, where nobody can catch it. Catch it in the callback.",
        set, thrown);
    };
  return [callback = std::move(callback), report](size_t count) {
           try {
             callback(count);
           } catch (const std::exception & error) {
             report(error.what());
           } catch (...) {
             report("something that is no std::exception");
           }
         };
}

}  // namespace rclcpp::detail
