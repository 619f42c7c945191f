// Where the index is looked for.
#ifndef AMENT_INDEX_CPP__GET_SEARCH_PATHS_HPP_
#define AMENT_INDEX_CPP__GET_SEARCH_PATHS_HPP_

#include <filesystem>
#include <list>
#include <string>

#include "ament_index_cpp/visibility_control.h"

namespace ament_index_cpp
{

/// The folders of AMENT_PREFIX_PATH that exist, in its order.
/// @throws std::runtime_error if the variable is not set or empty.
AMENT_INDEX_CPP_PUBLIC std::list<std::string> get_search_paths();

/// The same as paths.
AMENT_INDEX_CPP_PUBLIC std::list<std::filesystem::path> get_searcheable_paths();

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_SEARCH_PATHS_HPP_
