// All resources of a type.
#ifndef AMENT_INDEX_CPP__GET_RESOURCES_HPP_
#define AMENT_INDEX_CPP__GET_RESOURCES_HPP_

#include <filesystem>
#include <map>
#include <string>

#include "ament_index_cpp/visibility_control.h"

namespace ament_index_cpp
{

/// The names of all resources of a type, each with the first prefix that has it.
/// @throws std::runtime_error if the type is empty, or as get_search_paths().
AMENT_INDEX_CPP_PUBLIC std::map<std::string, std::string> get_resources(
  const std::string & resource_type);

/// The same with paths.
AMENT_INDEX_CPP_PUBLIC std::map<std::string, std::filesystem::path> get_resources_by_name(
  const std::string & resource_type);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_RESOURCES_HPP_
