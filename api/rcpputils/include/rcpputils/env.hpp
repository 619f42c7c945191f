// Environment variables.
#ifndef RCPPUTILS__ENV_HPP_
#define RCPPUTILS__ENV_HPP_

#include <string>

#include "rcpputils/visibility_control.hpp"

namespace rcpputils
{

/// The value, or "" if it is not set. @throws std::runtime_error if the name is null.
RCPPUTILS_PUBLIC std::string get_env_var(const char * env_var);
/// Sets it; a null value unsets it. Not while other threads read the environment.
/// @throws std::runtime_error if the name is null, empty or has a '='.
RCPPUTILS_PUBLIC bool set_env_var(const char * env_var, const char * env_value);

}  // namespace rcpputils

#endif  // RCPPUTILS__ENV_HPP_
