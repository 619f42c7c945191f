#include "rcpputils/find_library.hpp"

#include <filesystem>

#include "rcpputils/env.hpp"
#include "rcpputils/split.hpp"

namespace rcpputils
{

std::string filename_for_library(const std::string & library_name)
{
  return "lib" + library_name + ".so";
}

std::string path_for_library(const std::string & directory, const std::string & library_name)
{
  const auto path = std::filesystem::path(directory) / filename_for_library(library_name);
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) ? path.string() : std::string();
}

std::string find_library_path(const std::string & library_name)
{
  for (const auto & folder : split(get_env_var("LD_LIBRARY_PATH"), ':', true)) {
    auto path = path_for_library(folder, library_name);
    if (!path.empty()) {return path;}
  }
  return {};
}

}  // namespace rcpputils
