// The older name of env.hpp.
#ifndef RCPPUTILS__GET_ENV_HPP_
#define RCPPUTILS__GET_ENV_HPP_

#include "rcpputils/env.hpp"

#endif  // RCPPUTILS__GET_ENV_HPP_
