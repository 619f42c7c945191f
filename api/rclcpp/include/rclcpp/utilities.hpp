// Start, end, and what does not belong to a node.
#ifndef RCLCPP__UTILITIES_HPP_
#define RCLCPP__UTILITIES_HPP_

#include <chrono>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "rclcpp/context.hpp"

namespace rclcpp
{

enum class SignalHandlerOptions { All, SigInt, SigTerm, None };

/// Initializes the default context and the signal handlers.
/// @throws as Context::init().
RCLCPP_PUBLIC void init(int argc, char const * const * argv);
RCLCPP_PUBLIC void init(
  int argc, char const * const * argv, const InitOptions & init_options,
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
RCLCPP_PUBLIC bool install_signal_handlers(
  SignalHandlerOptions signal_handler_options = SignalHandlerOptions::All);
RCLCPP_PUBLIC bool signal_handlers_installed();
RCLCPP_PUBLIC SignalHandlerOptions get_current_signal_handler_options();
RCLCPP_PUBLIC bool uninstall_signal_handlers();
RCLCPP_PUBLIC std::vector<std::string> init_and_remove_ros_arguments(
  int argc, char const * const * argv, const InitOptions & init_options = InitOptions());
RCLCPP_PUBLIC std::vector<std::string> remove_ros_arguments(int argc, char const * const * argv);

/// True while the context is initialized and not shut down.
RCLCPP_PUBLIC bool ok(Context::SharedPtr context = nullptr);
/// Shuts a context down; without one, the default context and the handlers.
RCLCPP_PUBLIC bool shutdown();
RCLCPP_PUBLIC bool shutdown(
  Context::SharedPtr context, const std::string & reason = "user called rclcpp::shutdown()");
RCLCPP_PUBLIC void on_shutdown(std::function<void()> callback, Context::SharedPtr context = nullptr);
RCLCPP_PUBLIC bool sleep_for(
  const std::chrono::nanoseconds & nanoseconds, Context::SharedPtr context = nullptr);

template<typename T>
bool add_will_overflow(const T x, const T y)
{
  return y > 0 && x > std::numeric_limits<T>::max() - y;
}
template<typename T>
bool add_will_underflow(const T x, const T y)
{
  return y < 0 && x < std::numeric_limits<T>::min() - y;
}
template<typename T>
bool sub_will_overflow(const T x, const T y)
{
  return y < 0 && x > std::numeric_limits<T>::max() + y;
}
template<typename T>
bool sub_will_underflow(const T x, const T y)
{
  return y > 0 && x < std::numeric_limits<T>::min() + y;
}

inline const char * get_c_string(const char * string) {return string;}
inline const char * get_c_string(const std::string & string) {return string.c_str();}
RCLCPP_PUBLIC std::vector<const char *> get_c_vector_string(
  const std::vector<std::string> & strings);

/// The full name that `name` stands for in a node, before remapping.
/// Throws exceptions::InvalidTopicNameError or exceptions::InvalidServiceNameError
/// (`is_service`), exceptions::InvalidNodeNameError, exceptions::InvalidNamespaceError.
RCLCPP_PUBLIC std::string expand_topic_or_service_name(
  const std::string & name, const std::string & node_name, const std::string & namespace_,
  bool is_service = false);

}  // namespace rclcpp
#endif  // RCLCPP__UTILITIES_HPP_
