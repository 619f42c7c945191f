// This process.
#ifndef RCPPUTILS__PROCESS_HPP_
#define RCPPUTILS__PROCESS_HPP_

#include <string>

#include "rcpputils/visibility_control.hpp"

namespace rcpputils
{

/// The program's file name without its folder. @throws std::bad_alloc.
RCPPUTILS_PUBLIC std::string get_executable_name();

}  // namespace rcpputils

#endif  // RCPPUTILS__PROCESS_HPP_
