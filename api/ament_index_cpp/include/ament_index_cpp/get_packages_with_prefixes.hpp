// All packages.
#ifndef AMENT_INDEX_CPP__GET_PACKAGES_WITH_PREFIXES_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGES_WITH_PREFIXES_HPP_

#include <map>
#include <string>

#include "ament_index_cpp/visibility_control.h"

namespace ament_index_cpp
{

/// The names of all packages, each with its prefix. @throws as get_search_paths().
AMENT_INDEX_CPP_PUBLIC std::map<std::string, std::string> get_packages_with_prefixes();

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGES_WITH_PREFIXES_HPP_
