// Types by their names: the library of a package, found as ROS 2 finds it.
#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/typesupport_helpers.hpp"

namespace rclcpp
{
namespace
{

namespace fs = std::filesystem;

struct TypeName
{
  std::string package, kind, name;
};

// `kind`: "msg" or "srv", what a name of two parts means, or empty to leave that open.
TypeName split(const std::string & type, const char * kind)
{
  TypeName parts;
  const auto first = type.find('/');
  const auto last = type.rfind('/');
  if (first != std::string::npos) {
    parts = {type.substr(0, first), kind, type.substr(last + 1)};
    if (last > first) {parts.kind = type.substr(first + 1, last - first - 1);}
  }
  const bool whole = !parts.package.empty() && !parts.name.empty();
  const bool no_middle = last > first && parts.kind.empty();
  if (!whole || no_middle || parts.kind.find('/') != std::string::npos) {
    throw std::runtime_error(
            "Message type is not of the form package/type and cannot be processed: it is '" + type +
            "'. Write, for example, 'std_msgs/msg/String'");
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
std::vector<std::string> candidates(
  const std::string & package, const std::string & identifier)
{
  const std::string file = "lib" + package + "__" + identifier + ".so";
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

// Never unmapped: types are remembered for as long as the process lives.
std::string library_path(
  const TypeName & name, const std::string & type, const std::string & identifier)
{
  std::string why;
  for (const auto & path : candidates(name.package, identifier)) {
    if (::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {return path;}
    why += std::string("\n  ") + ::dlerror();
  }
  throw std::runtime_error(
          "type '" + type + "': no library of package '" + name.package + "' could be loaded. "
          "Source the setup file of the prefix that has it (AMENT_PREFIX_PATH)." + why);
}

// `what`: "message", "service" or "action".
template<typename Handle>
const Handle * handle_of(
  const std::string & type, const std::string & identifier, const std::string & what,
  rcpputils::SharedLibrary & library)
{
  const TypeName name =
    split(type, what == "service" ? "srv" : what == "action" ? "action" : "msg");
  const std::string symbol = identifier + "__get_" + what + "_type_support_handle__" +
    name.package + "__" + name.kind + "__" + name.name;
  if (!library.has_symbol(symbol)) {
    throw std::runtime_error(
            "Something went wrong loading the typesupport library for " + what + " type " +
            name.package + "/" + name.name + ". It has no such " + what +
            ". Is it spelled as in the name of its file?");
  }
  return reinterpret_cast<const Handle * (*)()>(library.get_symbol(symbol))();
}

constexpr const char * kIdentifier = "rosidl_typesupport_cpp";

}  // namespace

std::tuple<std::string, std::string, std::string> extract_type_identifier(
  const std::string & full_type)
{
  TypeName name = split(full_type, "");
  return {std::move(name.package), std::move(name.kind), std::move(name.name)};
}

std::string get_typesupport_library_path(
  const std::string & package_name, const std::string & typesupport_identifier)
{
  std::string looked;
  for (const auto & path : candidates(package_name, typesupport_identifier)) {
    std::error_code ignored;
    if (fs::path(path).is_absolute() && fs::exists(path, ignored)) {return path;}
    looked += "\n  " + path;
  }
  throw std::runtime_error(
          "no library '" + typesupport_identifier + "' of package '" + package_name + "' was found. "
          "Source the setup file of the prefix that has it (AMENT_PREFIX_PATH). Looked for:" +
          looked);
}

std::shared_ptr<rcpputils::SharedLibrary> get_typesupport_library(
  const std::string & type, const std::string & typesupport_identifier)
{
  return std::make_shared<rcpputils::SharedLibrary>(
    library_path(split(type, "msg"), type, typesupport_identifier));
}

const rosidl_message_type_support_t * get_message_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library)
{
  return handle_of<rosidl_message_type_support_t>(
    type, typesupport_identifier, "message", library);
}

const rosidl_service_type_support_t * get_service_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library)
{
  return handle_of<rosidl_service_type_support_t>(
    type, typesupport_identifier, "service", library);
}

const rosidl_action_type_support_t * get_action_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library)
{
  return handle_of<rosidl_action_type_support_t>(type, typesupport_identifier, "action", library);
}

const rosidl_message_type_support_t * get_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library)
{
  return get_message_typesupport_handle(type, typesupport_identifier, library);
}

namespace detail
{

const rosidl_message_type_support_t & message_type_support(const std::string & type)
{
  return *get_message_typesupport_handle(
    type, kIdentifier, *get_typesupport_library(type, kIdentifier));
}

const rosidl_service_type_support_t & service_type_support(const std::string & type)
{
  return *get_service_typesupport_handle(
    type, kIdentifier, *get_typesupport_library(type, kIdentifier));
}

}  // namespace detail
}  // namespace rclcpp
