// Whether the index has a resource.
#ifndef AMENT_INDEX_CPP__HAS_RESOURCE_HPP_
#define AMENT_INDEX_CPP__HAS_RESOURCE_HPP_

#include <filesystem>
#include <optional>
#include <string>

#include "ament_index_cpp/visibility_control.h"

namespace ament_index_cpp
{

/// @param prefix_path  if not null and the resource is there: set to its prefix.
/// @throws std::runtime_error if type or name is empty, or as get_search_paths().
AMENT_INDEX_CPP_PUBLIC bool has_resource(
  const std::string & resource_type, const std::string & resource_name,
  std::string * prefix_path = nullptr);

/// @return the prefix, or nothing. @throws as has_resource().
AMENT_INDEX_CPP_PUBLIC std::optional<std::filesystem::path> is_resource_available(
  const std::string & resource_type, const std::string & resource_name);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__HAS_RESOURCE_HPP_
