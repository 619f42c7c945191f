// Checks that throw. All of it is here, as rclcpp throws these and does not load the library.
#ifndef RCPPUTILS__ASSERTS_HPP_
#define RCPPUTILS__ASSERTS_HPP_

#include <exception>
#include <stdexcept>
#include <string>

#include "rcpputils/visibility_control.hpp"

namespace rcpputils
{

class RCPPUTILS_PUBLIC AssertionException : public std::exception
{
public:
  explicit AssertionException(const char * msg)
  : message_(msg) {}
  const char * what() const noexcept override {return message_.c_str();}

private:
  std::string message_;
};

class RCPPUTILS_PUBLIC IllegalStateException : public std::exception
{
public:
  explicit IllegalStateException(const char * msg)
  : message_(msg) {}
  const char * what() const noexcept override {return message_.c_str();}

private:
  std::string message_;
};

/// @throws std::invalid_argument if the condition does not hold.
inline void require_true(bool condition, const std::string & msg = "invalid argument passed")
{
  if (!condition) {throw std::invalid_argument(msg);}
}
/// @throws IllegalStateException if the condition does not hold.
inline void check_true(bool condition, const std::string & msg = "check reported invalid state")
{
  if (!condition) {throw IllegalStateException(msg.c_str());}
}
/// @throws AssertionException if the condition does not hold, unless NDEBUG is defined.
inline void assert_true(
  [[maybe_unused]] bool condition, [[maybe_unused]] const std::string & msg = "assertion failed")
{
#ifndef NDEBUG
  if (!condition) {throw AssertionException(msg.c_str());}
#endif
}

}  // namespace rcpputils

#endif  // RCPPUTILS__ASSERTS_HPP_
