#include "rcpputils/env.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace rcpputils
{

std::string get_env_var(const char * env_var)
{
  if (env_var == nullptr) {throw std::runtime_error("the name of an environment variable is null");}
  const char * value = std::getenv(env_var);
  return value ? value : "";
}

bool set_env_var(const char * env_var, const char * env_value)
{
  const int failed = env_var == nullptr ? (errno = EINVAL, -1) :
    env_value ? ::setenv(env_var, env_value, 1) : ::unsetenv(env_var);
  if (failed) {
    throw std::runtime_error(
            "cannot set the environment variable '" + std::string(env_var ? env_var : "(null)") +
            "': " + std::strerror(errno));
  }
  return true;
}

}  // namespace rcpputils
