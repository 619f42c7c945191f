// What the index says of a resource.
#ifndef AMENT_INDEX_CPP__GET_RESOURCE_HPP_
#define AMENT_INDEX_CPP__GET_RESOURCE_HPP_

#include <filesystem>
#include <optional>
#include <string>

#include "ament_index_cpp/visibility_control.h"

namespace ament_index_cpp
{

/// The content of a resource, of the first prefix that has it.
/// @param prefix_path  if not null: set to that prefix.
/// @return false, and nothing set, if no prefix has it.
/// @throws std::runtime_error if type or name is empty, or as get_search_paths().
AMENT_INDEX_CPP_PUBLIC bool get_resource(
  const std::string & resource_type, const std::string & resource_name, std::string & content,
  std::string * prefix_path = nullptr);

struct PathWithResource
{
  std::optional<std::filesystem::path> resourcePath;  ///< the prefix; none if no prefix has it
  std::string contents;
};
/// The same in one. @throws as above.
AMENT_INDEX_CPP_PUBLIC PathWithResource get_resource(
  const std::string & resource_type, const std::string & resource_name);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_RESOURCE_HPP_
