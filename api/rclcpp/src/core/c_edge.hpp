// Functions that C code calls: what is thrown inside becomes a code and a text.
#ifndef C_EDGE_HPP_
#define C_EDGE_HPP_

#include <exception>
#include <new>

#include "rcl/error_handling.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp::detail
{

/// Sets the error state. @return `code`.
inline rcl_ret_t refused(rcl_ret_t code, const char * why) noexcept
{
  RCL_SET_ERROR_MSG(why);
  return code;
}

/// What `body` returns; RCL_RET_BAD_ALLOC or RCL_RET_ERROR if it throws.
template<typename Body>
rcl_ret_t for_c(const char * function, Body body) noexcept
{
  try {
    return body();
  } catch (const std::bad_alloc &) {
    RCL_SET_ERROR_MSG_WITH_FORMAT_STRING("%s: no memory is left", function);
    return RCL_RET_BAD_ALLOC;
  } catch (const exceptions::RCLErrorBase & error) {
    RCL_SET_ERROR_MSG_WITH_FORMAT_STRING("%s: %s", function, error.message.c_str());
    return error.ret;
  } catch (const std::exception & error) {
    RCL_SET_ERROR_MSG_WITH_FORMAT_STRING("%s: %s", function, error.what());
  } catch (...) {
    RCL_SET_ERROR_MSG_WITH_FORMAT_STRING("%s: something that is no std::exception", function);
  }
  return RCL_RET_ERROR;
}

}  // namespace rclcpp::detail
#endif  // C_EDGE_HPP_
