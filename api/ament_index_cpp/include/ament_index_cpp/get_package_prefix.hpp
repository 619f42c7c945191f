// The prefix that a package is installed in.
#ifndef AMENT_INDEX_CPP__GET_PACKAGE_PREFIX_HPP_
#define AMENT_INDEX_CPP__GET_PACKAGE_PREFIX_HPP_

#include <filesystem>
#include <stdexcept>
#include <string>

#include "ament_index_cpp/visibility_control.h"

namespace ament_index_cpp
{

class AMENT_INDEX_CPP_PUBLIC PackageNotFoundError : public std::out_of_range
{
public:
  explicit PackageNotFoundError(const std::string & package_name);
  ~PackageNotFoundError() override;

  const std::string package_name;
};

/// @throws PackageNotFoundError if no prefix has the package; as get_search_paths().
AMENT_INDEX_CPP_PUBLIC std::string get_package_prefix(const std::string & package_name);
/// The same into a path, which stays as it is if this throws.
AMENT_INDEX_CPP_PUBLIC void get_package_prefix(
  const std::string & package_name, std::filesystem::path & path);

}  // namespace ament_index_cpp

#endif  // AMENT_INDEX_CPP__GET_PACKAGE_PREFIX_HPP_
