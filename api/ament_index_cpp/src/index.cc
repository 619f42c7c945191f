#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/get_package_share_directory.hpp"
#include "ament_index_cpp/get_packages_with_prefixes.hpp"
#include "ament_index_cpp/get_resource.hpp"
#include "ament_index_cpp/get_resources.hpp"
#include "ament_index_cpp/get_search_paths.hpp"
#include "ament_index_cpp/has_resource.hpp"

namespace ament_index_cpp
{
namespace
{

namespace fs = std::filesystem;

void require(const std::string & value, const char * function, const char * what)
{
  if (value.empty()) {
    throw std::runtime_error(
            std::string("ament_index_cpp::") + function + "() resource " + what +
            " must not be empty");
  }
}

fs::path folder_of(const std::string & prefix, const std::string & type)
{
  return fs::path(prefix) / "share/ament_index/resource_index" / type;
}

// Whether a name of the index is one: a file, which may be a symbolic link.
bool is_resource(const fs::path & path)
{
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

// The file of a resource in the first prefix that has it; sets that prefix.
std::optional<fs::path> find(
  const char * function, const std::string & type, const std::string & name, std::string * prefix_path)
{
  require(type, function, "type");
  require(name, function, "name");
  const auto prefixes = get_search_paths();
  if (name.find('/') != std::string::npos) {return std::nullopt;}  // it would leave the index
  for (const auto & prefix : prefixes) {
    const fs::path path = folder_of(prefix, type) / name;
    if (!is_resource(path)) {continue;}
    if (prefix_path) {*prefix_path = prefix;}
    return path;
  }
  return std::nullopt;
}

std::string not_found(const std::string & package)
{
  std::string text = "package '" + package + "' not found, searching: [";
  const char * between = "";
  for (const auto & path : get_search_paths()) {
    text += between + path;
    between = ", ";
  }
  return text + "]";
}

}  // namespace

std::list<std::string> get_search_paths()
{
  const char * set = std::getenv("AMENT_PREFIX_PATH");
  if (set == nullptr || *set == '\0') {
    throw std::runtime_error("Environment variable 'AMENT_PREFIX_PATH' is not set or empty");
  }
  std::list<std::string> paths;
  std::istringstream words(set);
  for (std::string path; std::getline(words, path, ':'); ) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {paths.push_back(path);}
  }
  return paths;
}

bool has_resource(
  const std::string & resource_type, const std::string & resource_name, std::string * prefix_path)
{
  return find("has_resource", resource_type, resource_name, prefix_path).has_value();
}

bool get_resource(
  const std::string & resource_type, const std::string & resource_name, std::string & content,
  std::string * prefix_path)
{
  const auto path = find("get_resource", resource_type, resource_name, prefix_path);
  if (!path) {return false;}
  std::ifstream file(*path, std::ios::binary);
  if (!file) {return false;}
  content.assign(std::istreambuf_iterator<char>(file), {});
  return true;
}

std::map<std::string, std::string> get_resources(const std::string & resource_type)
{
  require(resource_type, "get_resources", "type");
  std::map<std::string, std::string> resources;
  for (const auto & prefix : get_search_paths()) {
    std::error_code none;  // a prefix without this type is like an empty one
    for (const auto & entry : fs::directory_iterator(folder_of(prefix, resource_type), none)) {
      const std::string name = entry.path().filename();
      if (name.front() != '.' && is_resource(entry.path())) {resources.emplace(name, prefix);}
    }
  }
  return resources;
}

std::map<std::string, std::string> get_packages_with_prefixes()
{
  return get_resources("packages");
}

PackageNotFoundError::PackageNotFoundError(const std::string & name)
: std::out_of_range(not_found(name)), package_name(name) {}
PackageNotFoundError::~PackageNotFoundError() = default;

std::string get_package_prefix(const std::string & package_name)
{
  std::string prefix;
  if (!has_resource("packages", package_name, &prefix)) {throw PackageNotFoundError(package_name);}
  return prefix;
}

std::string get_package_share_directory(const std::string & package_name)
{
  return get_package_prefix(package_name) + "/share/" + package_name;
}

// ---- the same with paths ----

std::list<fs::path> get_searcheable_paths()
{
  const auto paths = get_search_paths();
  return {paths.begin(), paths.end()};
}

std::optional<fs::path> is_resource_available(
  const std::string & resource_type, const std::string & resource_name)
{
  std::string prefix;
  if (!has_resource(resource_type, resource_name, &prefix)) {return std::nullopt;}
  return prefix;
}

PathWithResource get_resource(
  const std::string & resource_type, const std::string & resource_name)
{
  PathWithResource found;
  std::string prefix;
  if (get_resource(resource_type, resource_name, found.contents, &prefix)) {
    found.resourcePath = prefix;
  }
  return found;
}

std::map<std::string, fs::path> get_resources_by_name(const std::string & resource_type)
{
  const auto resources = get_resources(resource_type);
  return {resources.begin(), resources.end()};
}

void get_package_prefix(const std::string & package_name, fs::path & path)
{
  path = get_package_prefix(package_name);
}

void get_package_share_directory(const std::string & package_name, fs::path & path)
{
  path = get_package_share_directory(package_name);
}

}  // namespace ament_index_cpp
