// Where a library lies.
#ifndef RCPPUTILS__FIND_LIBRARY_HPP_
#define RCPPUTILS__FIND_LIBRARY_HPP_

#include <string>

#include "rcpputils/visibility_control.hpp"

namespace rcpputils
{

/// The path of "lib<name>.so" in the first folder of LD_LIBRARY_PATH that has it; else "".
RCPPUTILS_PUBLIC std::string find_library_path(const std::string & library_name);
/// The path of "lib<name>.so" in a folder; "" if it is not there.
RCPPUTILS_PUBLIC std::string path_for_library(
  const std::string & directory, const std::string & library_name);
/// "lib<name>.so".
RCPPUTILS_PUBLIC std::string filename_for_library(const std::string & library_name);

}  // namespace rcpputils

#endif  // RCPPUTILS__FIND_LIBRARY_HPP_
