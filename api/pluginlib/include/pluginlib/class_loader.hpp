// Makes objects of classes that other packages export, by the names that their
// descriptions give them.
#ifndef PLUGINLIB__CLASS_LOADER_HPP_
#define PLUGINLIB__CLASS_LOADER_HPP_

// Some of these only packages need, which have them by this header alone.
#include <cassert>
#include <cstdlib>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ament_index_cpp/get_package_prefix.hpp"
#include "ament_index_cpp/get_package_share_directory.hpp"
#include "ament_index_cpp/get_resource.hpp"
#include "ament_index_cpp/get_resources.hpp"
#include "class_loader/multi_library_class_loader.hpp"
#include "pluginlib/class_desc.hpp"
#include "pluginlib/class_loader_base.hpp"
#include "pluginlib/exceptions.hpp"
#include "pluginlib/visibility_control.hpp"

namespace pluginlib
{
namespace impl
{

/// The classes that descriptions declare for one base class, and their libraries.
class PLUGINLIB_PUBLIC Plugins
{
public:
  Plugins(
    std::string package, std::string base_class, std::string attrib_name,
    std::vector<std::string> description_paths);

  /// Null if no description declares it.
  const ClassDesc * find(const std::string & lookup_name) const;
  std::vector<std::string> names() const;
  const std::string & base_class() const {return base_class_;}
  const std::vector<std::string> & description_paths() const {return paths_;}
  void refresh();
  /// The file of its library; empty if there is none, or no such class.
  std::string library_path(const std::string & lookup_name) const;
  /// Opens its library, unless it is open here. @throws LibraryLoadException.
  const ClassDesc & load(const std::string & lookup_name);
  /// @throws LibraryUnloadException. @return how many loads are left.
  int unload(const std::string & lookup_name);
  class_loader::MultiLibraryClassLoader & libraries() {return libraries_;}

private:
  std::string unknown(const std::string & lookup_name) const;

  const std::string package_;
  const std::string base_class_;
  const std::string attrib_name_;
  const bool paths_are_given_;
  std::vector<std::string> paths_;
  std::map<std::string, ClassDesc> classes_;
  class_loader::MultiLibraryClassLoader libraries_{false};
};

}  // namespace impl

template<typename T>
using UniquePtr = class_loader::ClassLoader::UniquePtr<T>;

/// Makes plugins of one base class. Threads: one at a time. Objects that it made may outlive it.
template<class T>
class ClassLoader : public ClassLoaderBase
{
public:
  typedef typename std::map<std::string, ClassDesc>::iterator ClassMapIterator;

  /// Reads the descriptions that packages export for `package`, by the ament
  /// index. One that cannot be read is left out, with an error in the log.
  /// @param package  that has the base class.
  /// @param base_class  as descriptions write it: "package::Base".
  /// @param attrib_name  the kind of export.
  /// @param plugin_xml_paths  if not empty, these are read and no others.
  /// @throws ClassLoaderException if there is no such package.
  ClassLoader(
    std::string package, std::string base_class, std::string attrib_name = std::string("plugin"),
    std::vector<std::string> plugin_xml_paths = std::vector<std::string>())
  : plugins_(
      std::move(package), std::move(base_class), std::move(attrib_name),
      std::move(plugin_xml_paths)) {}

  /// Opens the library of the class, if it is not open.
  /// @throws LibraryLoadException, CreateClassException.
  std::shared_ptr<T> createSharedInstance(const std::string & lookup_name)
  {
    return create(
      lookup_name, [this](const std::string & type, const std::string & library) {
        return plugins_.libraries().template createInstance<T>(type, library);
      });
  }
  UniquePtr<T> createUniqueInstance(const std::string & lookup_name)
  {
    return create(
      lookup_name, [this](const std::string & type, const std::string & library) {
        return plugins_.libraries().template createUniqueInstance<T>(type, library);
      });
  }
  /// The caller deletes it.
  T * createUnmanagedInstance(const std::string & lookup_name)
  {
    return create(
      lookup_name, [this](const std::string & type, const std::string & library) {
        return plugins_.libraries().template createUnmanagedInstance<T>(type, library);
      });
  }

  /// The same; without `auto_load` the library must be open.
  /// @throws LibraryLoadException, CreateClassException if the library is not open.
  [[deprecated("use createUnmanagedInstance()")]]
  T * createClassInstance(const std::string & lookup_name, bool auto_load = true)
  {
    if (!auto_load && !isClassLoaded(lookup_name)) {
      throw CreateClassException(
              "the library of class '" + lookup_name + "' is not loaded: load it, or create the "
              "instance with auto_load");
    }
    return createUnmanagedInstance(lookup_name);
  }

  /// The descriptions that were read.
  std::vector<std::string> getPluginXmlPaths() override {return plugins_.description_paths();}
  /// The lookup names of all classes for this base.
  std::vector<std::string> getDeclaredClasses() override {return plugins_.names();}
  /// Reads the descriptions again; classes of open libraries stay.
  void refreshDeclaredClasses() override {plugins_.refresh();}

  /// What follows the last '/' or ':' of a lookup name.
  std::string getName(const std::string & lookup_name) override
  {
    const auto end = lookup_name.find_last_of("/:");
    return end == std::string::npos ? lookup_name : lookup_name.substr(end + 1);
  }
  std::string getBaseClassType() const override {return plugins_.base_class();}
  bool isClassAvailable(const std::string & lookup_name) override
  {
    return plugins_.find(lookup_name) != nullptr;
  }
  /// Empty, as the next ones, if it is not available.
  std::string getClassType(const std::string & lookup_name) override
  {
    return said(lookup_name, &ClassDesc::derived_class_);
  }
  std::string getClassDescription(const std::string & lookup_name) override
  {
    return said(lookup_name, &ClassDesc::description_);
  }
  std::string getClassPackage(const std::string & lookup_name) override
  {
    return said(lookup_name, &ClassDesc::package_);
  }
  std::string getPluginManifestPath(const std::string & lookup_name) override
  {
    return said(lookup_name, &ClassDesc::plugin_manifest_path_);
  }
  /// Empty too if the library is nowhere.
  std::string getClassLibraryPath(const std::string & lookup_name) override
  {
    return plugins_.library_path(lookup_name);
  }

  /// The libraries that are open here.
  std::vector<std::string> getRegisteredLibraries() override
  {
    return plugins_.libraries().getRegisteredLibraries();
  }
  bool isClassLoaded(const std::string & lookup_name) override
  {
    return plugins_.libraries().template isClassAvailable<T>(getClassType(lookup_name));
  }
  /// @throws LibraryLoadException.
  void loadLibraryForClass(const std::string & lookup_name) override {plugins_.load(lookup_name);}
  /// @throws LibraryUnloadException. @return how many loads are left.
  int unloadLibraryForClass(const std::string & lookup_name) override
  {
    return plugins_.unload(lookup_name);
  }

private:
  std::string said(const std::string & lookup_name, std::string ClassDesc::* what) const
  {
    const ClassDesc * found = plugins_.find(lookup_name);
    return found ? found->*what : std::string();
  }
  template<typename Make>
  auto create(const std::string & lookup_name, Make make)
  {
    const ClassDesc & plugin = plugins_.load(lookup_name);
    try {
      return make(plugin.derived_class_, plugin.resolved_library_path_);
    } catch (const class_loader::CreateClassException & error) {
      throw CreateClassException(error.what());
    }
  }

  impl::Plugins plugins_;

protected:
  /// The libraries, under the name that derived classes use.
  class_loader::MultiLibraryClassLoader & lowlevel_class_loader_{plugins_.libraries()};
};

}  // namespace pluginlib

#endif  // PLUGINLIB__CLASS_LOADER_HPP_
