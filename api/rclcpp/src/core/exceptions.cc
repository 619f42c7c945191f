#include "rclcpp/exceptions/exceptions.hpp"

#include <cstring>

#include "rclcpp/detail/callable.hpp"

#include "rcutils/error_handling.h"

namespace rclcpp
{
namespace exceptions
{
namespace
{

std::string join(const std::vector<std::string> & words)
{
  std::string joined;
  for (const auto & word : words) {
    joined += (joined.empty() ? "'" : ", '") + word + "'";
  }
  return joined;
}

// As rcutils_get_error_string() gives it.
std::string formatted(const rcl_error_state_t & state)
{
  if (state.message[0] == '\0') {return "error not set";}
  return std::string(state.message) + ", at " + state.file + ":" +
         std::to_string(state.line_number);
}

}  // namespace

NameValidationError::NameValidationError(
  const char * name_type_arg, const char * name_arg, const char * error_msg_arg,
  size_t invalid_index_arg)
: std::invalid_argument(
    format_error(name_type_arg, name_arg, error_msg_arg, invalid_index_arg)),
  name_type(name_type_arg), name(name_arg), error_msg(error_msg_arg),
  invalid_index(invalid_index_arg) {}

std::string NameValidationError::format_error(
  const char * name_type, const char * name, const char * error_msg, size_t invalid_index)
{
  return std::string("Invalid ") + name_type + ": " + error_msg + ":\n  '" + name + "'\n   " +
         std::string(invalid_index, ' ') + "^\n";
}

RCLErrorBase::RCLErrorBase(rcl_ret_t code, const rcl_error_state_t * error_state)
: ret(code), message(error_state->message), file(error_state->file),
  line(error_state->line_number), formatted_message(formatted(*error_state)) {}

RCLErrorBase::RCLErrorBase(rcl_ret_t code, const std::string & text)
: ret(code), message(text), line(0), formatted_message(text) {}

RCLBadAlloc::RCLBadAlloc(rcl_ret_t ret, const rcl_error_state_t * error_state)
: RCLBadAlloc(RCLErrorBase(ret, error_state)) {}

RCLBadAlloc::RCLBadAlloc(const RCLErrorBase & base_exc)
: RCLErrorBase(base_exc), std::bad_alloc() {}

UnknownROSArgsError::UnknownROSArgsError(std::vector<std::string> && unknown_ros_args_in)
: std::runtime_error(
    "found unknown ROS arguments: " + join(unknown_ros_args_in) +
    ". They stand between --ros-args and --: correct them, or move them before --ros-args if "
    "they are the program's own."),
  unknown_ros_args(std::move(unknown_ros_args_in)) {}

void throw_from_rcl_error(
  rcl_ret_t ret, const std::string & prefix, const rcl_error_state_t * error_state,
  reset_error_function_t reset_error)
{
  if (ret == RCL_RET_OK) {throw std::invalid_argument("ret is RCL_RET_OK");}
  const RCLErrorBase base(ret, error_state ? error_state : rcutils_get_error_state());
  const std::string before = prefix.empty() ? prefix : prefix + ": ";
  if (reset_error) {reset_error();}
  switch (ret) {
    case RCL_RET_BAD_ALLOC: throw RCLBadAlloc(base);
    case RCL_RET_INVALID_ARGUMENT: throw RCLInvalidArgument(base, before);
    case RCL_RET_INVALID_ROS_ARGS: throw RCLInvalidROSArgsError(base, before);
    default: throw RCLError(base, before);
  }
}

}  // namespace exceptions

void detail::check_callable(bool callable, const char * set)
{
  if (callable) {return;}
  throw std::invalid_argument(
          std::string("The callback passed to ") + set + " is not callable. Give one that is, or "
          "call the function that clears it");
}

void detail::refuse_null_callback(const char * of)
{
  throw std::invalid_argument(
          std::string(of) + ": callback cannot be nullptr. Give a function that can be called");
}

void detail::refuse_null(const char * function, const char * argument)
{
  throw std::invalid_argument(
          std::string(function) + ": '" + argument + "' is null. Give an object");
}

void detail::refuse_value(
  const char * function, const char * argument, int value, const char * choices)
{
  throw std::invalid_argument(
          std::string(function) + ": '" + argument + "' is " + std::to_string(value) +
          ", which is none. Use " + choices);
}

}  // namespace rclcpp
