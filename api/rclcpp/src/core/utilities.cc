#include "rclcpp/utilities.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "core/core_edge.hpp"
#include "ranvier/assemble/networks.h"
#include "ranvier/base/at_exit.h"
#include "ranvier/node/arguments.h"
#include "ranvier/os/signals.h"
#include "rclcpp/executor.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp
{
namespace
{

std::atomic<SignalHandlerOptions> current_options{SignalHandlerOptions::None};

Context::SharedPtr given_or_default(Context::SharedPtr context)
{
  return context ? context : contexts::get_global_default_context();
}

void check(SignalHandlerOptions options, const char * function)
{
  if (options >= SignalHandlerOptions::All && options <= SignalHandlerOptions::None) {return;}
  detail::refuse_value(
    function, "signal_handler_options", static_cast<int>(options),
    "SignalHandlerOptions::All, SigInt, SigTerm or None");
}

ranvier::SignalSet to_core(SignalHandlerOptions options)
{
  switch (options) {
    case SignalHandlerOptions::SigInt: return ranvier::SignalSet::kInterrupt;
    case SignalHandlerOptions::SigTerm: return ranvier::SignalSet::kTerminate;
    default: return ranvier::SignalSet::kBoth;
  }
}

void shut_down_on_signal(int signal)
{
  RCLCPP_INFO(get_logger("rclcpp"), "signal_handler(signum=%d)", signal);  // as ROS 2 says it
  for (const auto & context : get_contexts()) {
    if (context->get_init_options().shutdown_on_signal) {context->shutdown("signal handler");}
  }
}

// The thread that hears signals ends before what its callbacks use does.
void uninstall_at_exit() noexcept {ranvier::uninstall_signal_handlers();}

// As in ROS 2, a program whose middleware is not there ends before it does anything, with 1.
void end_without_middleware()
{
  const auto row = ranvier::chosen_network();
  if (row) {return;}
  std::fprintf(stderr, "[ERROR] [rmw_implementation]: %s\n", row.error().what.c_str());
  std::exit(EXIT_FAILURE);
}

}  // namespace

void init(int argc, char const * const * argv) {init(argc, argv, InitOptions());}

void init(
  int argc, char const * const * argv, const InitOptions & init_options,
  SignalHandlerOptions signal_handler_options)
{
  check(signal_handler_options, "rclcpp::init()");
  end_without_middleware();
  contexts::get_global_default_context()->init(argc, argv, init_options);
  install_signal_handlers(signal_handler_options);
}

bool install_signal_handlers(SignalHandlerOptions options)
{
  check(options, "rclcpp::install_signal_handlers()");
  if (options == SignalHandlerOptions::None) {return true;}
  if (!ranvier::install_signal_handlers(to_core(options), &shut_down_on_signal)) {return false;}
  current_options = options;
  ranvier::call_at_exit<&uninstall_at_exit>();
  return true;
}

bool signal_handlers_installed() {return ranvier::signal_handlers_installed();}
SignalHandlerOptions get_current_signal_handler_options() {return current_options;}
bool uninstall_signal_handlers()
{
  current_options = SignalHandlerOptions::None;
  return ranvier::uninstall_signal_handlers();
}

std::vector<std::string> remove_ros_arguments(int argc, char const * const * argv)
{
  return ranvier::without_ros_arguments(
    detail::words_of(argc, argv, "rclcpp::remove_ros_arguments()"));
}

std::vector<std::string> init_and_remove_ros_arguments(
  int argc, char const * const * argv, const InitOptions & init_options)
{
  init(argc, argv, init_options);
  return remove_ros_arguments(argc, argv);
}

bool ok(Context::SharedPtr context) {return given_or_default(context)->is_valid();}

bool shutdown() {return shutdown(nullptr);}

bool shutdown(Context::SharedPtr context, const std::string & reason)
{
  const bool is_default = !context || context == contexts::get_global_default_context();
  const bool was_valid = given_or_default(context)->shutdown(reason);
  if (is_default) {uninstall_signal_handlers();}
  return was_valid;
}

void on_shutdown(std::function<void()> callback, Context::SharedPtr context)
{
  given_or_default(context)->on_shutdown(std::move(callback));
}

bool sleep_for(const std::chrono::nanoseconds & nanoseconds, Context::SharedPtr context)
{
  return given_or_default(context)->sleep_for(nanoseconds);
}

std::vector<const char *> get_c_vector_string(const std::vector<std::string> & strings)
{
  std::vector<const char *> out;
  for (const auto & string : strings) {out.push_back(string.c_str());}
  return out;
}

}  // namespace rclcpp
