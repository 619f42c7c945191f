// Several class loaders as one: a class is looked for in all libraries.
#ifndef CLASS_LOADER__MULTI_LIBRARY_CLASS_LOADER_HPP_
#define CLASS_LOADER__MULTI_LIBRARY_CLASS_LOADER_HPP_

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "class_loader/class_loader.hpp"

namespace class_loader
{

using LibraryPath = std::string;
using LibraryToClassLoaderMap = std::map<LibraryPath, ClassLoader *>;
using ClassLoaderVector = std::vector<ClassLoader *>;

/// Threads: all functions from any thread; none uses a library that another
/// thread unloads at the same time.
class CLASS_LOADER_PUBLIC MultiLibraryClassLoader
{
public:
  /// @param enable_ondemand_loadunload  as for ClassLoader, of every library.
  explicit MultiLibraryClassLoader(bool enable_ondemand_loadunload);
  virtual ~MultiLibraryClassLoader();
  MultiLibraryClassLoader(const MultiLibraryClassLoader &) = delete;
  MultiLibraryClassLoader & operator=(const MultiLibraryClassLoader &) = delete;

  /// Of the first library that has the class. On demand, that opens libraries.
  /// @throws CreateClassException if none has it, LibraryLoadException.
  template<class Base>
  std::shared_ptr<Base> createInstance(const std::string & class_name)
  {
    return loader_for<Base>(class_name).template createInstance<Base>(class_name);
  }
  /// Of this library. @throws NoClassLoaderExistsException if it was not loaded here.
  template<class Base>
  std::shared_ptr<Base> createInstance(
    const std::string & class_name, const std::string & library_path)
  {
    return loader_of(library_path).createInstance<Base>(class_name);
  }
  template<class Base>
  ClassLoader::UniquePtr<Base> createUniqueInstance(const std::string & class_name)
  {
    return loader_for<Base>(class_name).template createUniqueInstance<Base>(class_name);
  }
  template<class Base>
  ClassLoader::UniquePtr<Base> createUniqueInstance(
    const std::string & class_name, const std::string & library_path)
  {
    return loader_of(library_path).createUniqueInstance<Base>(class_name);
  }
  template<class Base>
  Base * createUnmanagedInstance(const std::string & class_name)
  {
    return loader_for<Base>(class_name).template createUnmanagedInstance<Base>(class_name);
  }
  template<class Base>
  Base * createUnmanagedInstance(const std::string & class_name, const std::string & library_path)
  {
    return loader_of(library_path).createUnmanagedInstance<Base>(class_name);
  }

  template<class Base>
  std::vector<std::string> getAvailableClasses() const
  {
    std::vector<std::string> all;
    for (const ClassLoader * loader : loaders()) {
      for (auto & name : loader->getAvailableClasses<Base>()) {all.push_back(std::move(name));}
    }
    return all;
  }
  /// @throws NoClassLoaderExistsException.
  template<class Base>
  std::vector<std::string> getAvailableClassesForLibrary(const std::string & library_path)
  {
    return loader_of(library_path).getAvailableClasses<Base>();
  }
  template<class Base>
  bool isClassAvailable(const std::string & class_name) const
  {
    const auto names = getAvailableClasses<Base>();
    return std::find(names.begin(), names.end(), class_name) != names.end();
  }

  /// Whether loadLibrary() was called for it.
  bool isLibraryAvailable(const std::string & library_path) const;
  std::vector<std::string> getRegisteredLibraries() const;
  /// Nothing happens if it was called for it. @throws LibraryLoadException.
  void loadLibrary(const std::string & library_path);
  /// @return how many loads are left. @throws NoClassLoaderExistsException.
  int unloadLibrary(const std::string & library_path);

private:
  struct Impl;

  ClassLoader & loader_of(const std::string & library_path) const;
  ClassLoaderVector loaders() const;
  /// @throws CreateClassException if no loader `has` the class.
  ClassLoader & find(
    const std::string & class_name, const std::function<bool(const ClassLoader &)> & has) const;

  template<class Base>
  ClassLoader & loader_for(const std::string & class_name) const
  {
    return find(
      class_name, [&](const ClassLoader & loader) {
        return loader.isClassAvailable<Base>(class_name);
      });
  }

  const std::unique_ptr<Impl> impl_;
};

}  // namespace class_loader

#endif  // CLASS_LOADER__MULTI_LIBRARY_CLASS_LOADER_HPP_
