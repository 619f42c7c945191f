#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/get_search_paths.hpp"
#include "class_loader/exceptions.hpp"
#include "descriptions.hpp"
#include "pluginlib/class_loader.hpp"
#include "rcutils/logging_macros.h"

namespace pluginlib
{

ClassLoaderBase::~ClassLoaderBase() = default;

namespace impl
{
namespace
{

namespace fs = std::filesystem;

constexpr char kLoggerOfPlugins[] = "pluginlib.ClassLoader";
constexpr char kUnresolved[] = "UNRESOLVED";

std::vector<std::string> prefixes_for(const std::string & package)
{
  std::vector<std::string> prefixes;
  try {
    if (!package.empty()) {prefixes.push_back(ament_index_cpp::get_package_prefix(package));}
    for (auto & prefix : ament_index_cpp::get_search_paths()) {prefixes.push_back(prefix);}
  } catch (const std::exception &) {
    // Descriptions that were given by path need no index.
  }
  return prefixes;
}

// Descriptions write "libarms", "arms", "lib/libarms" or "arms.so".
std::string find_library(const ClassDesc & plugin)
{
  const fs::path named(plugin.library_name_);
  fs::path stem = named.filename();
  if (stem.extension() == ".so") {stem.replace_extension();}
  const std::string file = stem.string() + ".so";
  std::error_code ignored;
  const auto first_of = [&](const fs::path & folder) {
      for (const fs::path & relative : {named.parent_path() / file, fs::path(file), fs::path("lib" + file)}) {
        const fs::path path = folder / relative;
        if (fs::is_regular_file(path, ignored)) {return path.string();}
      }
      return std::string();
    };
  if (named.is_absolute()) {return first_of(named.parent_path());}
  for (const std::string & prefix : prefixes_for(plugin.package_)) {
    for (const char * folder : {"lib", ""}) {
      const std::string path = first_of(fs::path(prefix) / folder);
      if (!path.empty()) {return path;}
    }
  }
  return "";
}

std::map<std::string, ClassDesc> read_all(
  const std::vector<std::string> & paths, const std::string & base_class)
{
  std::map<std::string, ClassDesc> classes;
  for (const std::string & path : paths) {
    try {
      for (ClassDesc & plugin : read_description(path, base_class)) {
        const auto [there, is_new] = classes.emplace(plugin.lookup_name_, plugin);
        if (!is_new) {
          RCUTILS_LOG_WARN_NAMED(
            kLoggerOfPlugins, "class '%s' is declared by '%s' and by '%s': the first is taken",
            plugin.lookup_name_.c_str(), there->second.plugin_manifest_path_.c_str(),
            path.c_str());
        }
      }
    } catch (const InvalidXMLException & error) {
      RCUTILS_LOG_ERROR_NAMED(kLoggerOfPlugins, "Skipped loading plugin with error: %s.", error.what());
    }
  }
  return classes;
}

void check_package(const std::string & package)
{
  try {
    ament_index_cpp::get_package_prefix(package);
  } catch (const std::exception & error) {
    throw ClassLoaderException("Unable to find package: " + package + ": " + error.what());
  }
}

}  // namespace

Plugins::Plugins(
  std::string package, std::string base_class, std::string attrib_name,
  std::vector<std::string> description_paths)
: package_(std::move(package)), base_class_(std::move(base_class)),
  attrib_name_(std::move(attrib_name)), paths_are_given_(!description_paths.empty()),
  paths_(std::move(description_paths))
{
  check_package(package_);
  if (!paths_are_given_) {paths_ = exported_descriptions(package_, attrib_name_);}
  classes_ = read_all(paths_, base_class_);
}

void Plugins::refresh()
{
  if (!paths_are_given_) {paths_ = exported_descriptions(package_, attrib_name_);}
  std::map<std::string, ClassDesc> now = read_all(paths_, base_class_);
  for (const auto & [name, plugin] : classes_) {
    if (libraries_.isLibraryAvailable(plugin.resolved_library_path_)) {
      now.insert_or_assign(name, plugin);
    }
  }
  classes_ = std::move(now);
}

const ClassDesc * Plugins::find(const std::string & lookup_name) const
{
  const auto found = classes_.find(lookup_name);
  return found == classes_.end() ? nullptr : &found->second;
}

std::vector<std::string> Plugins::names() const
{
  std::vector<std::string> names;
  for (const auto & [name, plugin] : classes_) {names.push_back(name);}
  return names;
}

std::string Plugins::library_path(const std::string & lookup_name) const
{
  const ClassDesc * plugin = find(lookup_name);
  return plugin ? find_library(*plugin) : "";
}

const ClassDesc & Plugins::load(const std::string & lookup_name)
{
  const auto found = classes_.find(lookup_name);
  if (found == classes_.end()) {throw LibraryLoadException(unknown(lookup_name));}
  ClassDesc & plugin = found->second;
  const std::string path = find_library(plugin);
  if (path.empty()) {
    throw LibraryLoadException(
            "plugin '" + lookup_name + "': no library '" + plugin.library_name_ + "' is in lib/ "
            "of the prefix of package '" + plugin.package_ + "' or of AMENT_PREFIX_PATH. Correct "
            "the 'path' in '" + plugin.plugin_manifest_path_ + "', or install the library");
  }
  try {
    libraries_.loadLibrary(path);
  } catch (const class_loader::LibraryLoadException & error) {
    throw LibraryLoadException("plugin '" + lookup_name + "': " + error.what());
  }
  plugin.resolved_library_path_ = path;
  return plugin;
}

int Plugins::unload(const std::string & lookup_name)
{
  const auto found = classes_.find(lookup_name);
  if (found == classes_.end()) {throw LibraryUnloadException(unknown(lookup_name));}
  const std::string path = found->second.resolved_library_path_;
  if (path == kUnresolved) {
    throw LibraryUnloadException("plugin '" + lookup_name + "': its library is not loaded");
  }
  return libraries_.unloadLibrary(path);  // 0 also if it went with another of its classes
}

std::string Plugins::unknown(const std::string & lookup_name) const
{
  std::string declared;
  for (const auto & [name, plugin] : classes_) {declared += " " + name;}
  return "According to the loaded plugin descriptions the class " + lookup_name +
         " with base class type " + base_class_ + " does not exist. Declared types are" +
         (declared.empty() ? " none" : declared);
}

}  // namespace impl
}  // namespace pluginlib
