// Types by their names: the library of a package, found as ROS 2 finds it.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rclcpp/detail/create.hpp"

namespace rclcpp::detail
{
namespace
{

namespace fs = std::filesystem;

struct TypeName
{
  std::string package, kind, name;
};

TypeName split(const std::string & type)
{
  TypeName parts;
  const auto first = type.find('/');
  const auto last = type.rfind('/');
  if (first != std::string::npos) {
    parts = {type.substr(0, first), "msg", type.substr(last + 1)};
    if (last > first) {parts.kind = type.substr(first + 1, last - first - 1);}
  }
  const bool whole = !parts.package.empty() && !parts.name.empty();
  if (!whole || parts.kind.empty() || parts.kind.find('/') != std::string::npos) {
    throw std::runtime_error(
            "type '" + type + "' is not of the form package/kind/Type: write, for example, "
            "'std_msgs/msg/String'");
  }
  return parts;
}

// Where our own libraries lie: in a build tree no ament index says so.
fs::path own_folder()
{
  Dl_info info{};
  ::dladdr(reinterpret_cast<void *>(&own_folder), &info);
  return info.dli_fname ? fs::path(info.dli_fname).parent_path() : fs::path();
}

// The library as the ament index has it, then beside ours, then the loader's own
// search.
std::vector<std::string> candidates(const std::string & package)
{
  const std::string file = "lib" + package + "__rosidl_typesupport_cpp.so";
  std::vector<std::string> paths;
  const char * prefixes = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream list(prefixes ? prefixes : "");
  for (std::string prefix; std::getline(list, prefix, ':'); ) {
    std::error_code ignored;
    const fs::path marker = fs::path(prefix) / "share/ament_index/resource_index/packages";
    if (prefix.empty() || !fs::exists(marker / package, ignored)) {continue;}
    paths.push_back(fs::path(prefix) / "lib" / file);
  }
  paths.push_back(own_folder() / file);
  paths.push_back(file);
  return paths;
}

// Never closed: types are remembered for as long as the process lives.
void * open_library(const std::string & package, const std::string & type)
{
  std::string why;
  for (const auto & path : candidates(package)) {
    if (void * library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
      return library;
    }
    why += std::string("\n  ") + ::dlerror();
  }
  throw std::runtime_error(
          "type '" + type + "': no library of package '" + package + "' could be loaded. Source "
          "the setup file of the prefix that has it (AMENT_PREFIX_PATH)." + why);
}

}  // namespace

const rosidl_message_type_support_t & message_type_support(const std::string & type)
{
  const TypeName name = split(type);
  void * library = open_library(name.package, type);
  const std::string symbol = "rosidl_typesupport_cpp__get_message_type_support_handle__" +
    name.package + "__" + name.kind + "__" + name.name;
  using Get = const rosidl_message_type_support_t * (*)();
  const auto get = reinterpret_cast<Get>(::dlsym(library, symbol.c_str()));
  if (get == nullptr) {
    throw std::runtime_error(
            "type '" + type + "': package '" + name.package + "' has no such message. Is it "
            "spelled as in its .msg file?");
  }
  return *get();
}

}  // namespace rclcpp::detail
