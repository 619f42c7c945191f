// The folder of a package for what is not code.
#ifndef AMENT_INDEX_CPP__GET_PACKAGE_SHARE_DIRECTORY_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGE_SHARE_DIRECTORY_HPP_

#include <filesystem>
#include <string>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/visibility_control.h"

namespace ament_index_cpp
{

/// "<prefix>/share/<package>". @throws as get_package_prefix().
AMENT_INDEX_CPP_PUBLIC std::string get_package_share_directory(const std::string & package_name);
/// The same into a path, which stays as it is if this throws.
AMENT_INDEX_CPP_PUBLIC void get_package_share_directory(
  const std::string & package_name, std::filesystem::path & path);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGE_SHARE_DIRECTORY_HPP_
