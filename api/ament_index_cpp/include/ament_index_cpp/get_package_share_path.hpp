// The folder of a package for what is not code, as a path.
#ifndef AMENT_INDEX_CPP__GET_PACKAGE_SHARE_PATH_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGE_SHARE_PATH_HPP_

#include <filesystem>
#include <string>

#include "ament_index_cpp/get_package_share_directory.hpp"

namespace ament_index_cpp
{

/// "<prefix>/share/<package>". @throws as get_package_prefix().
inline std::filesystem::path get_package_share_path(const std::string & package_name)
{
  return get_package_share_directory(package_name);
}

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGE_SHARE_PATH_HPP_
