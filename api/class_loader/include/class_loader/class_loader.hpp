// Makes objects of classes that a library registered.
#ifndef CLASS_LOADER__CLASS_LOADER_HPP_
#define CLASS_LOADER__CLASS_LOADER_HPP_

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "class_loader/class_loader_core.hpp"
#include "class_loader/register_macro.hpp"
#include "class_loader/visibility_control.hpp"

namespace class_loader
{

/// "lib<name>.so".
CLASS_LOADER_PUBLIC std::string systemLibraryFormat(const std::string & library_name);

/// One library. Objects that it made may outlive it.
///
/// Threads: all functions from any thread.
class CLASS_LOADER_PUBLIC ClassLoader
{
public:
  template<typename Base>
  using DeleterType = std::function<void (Base *)>;
  template<typename Base>
  using UniquePtr = std::unique_ptr<Base, DeleterType<Base>>;

  /// Opens the library, unless it is `ondemand_load_unload`: then the first
  /// object opens it, and it is unloaded with the last.
  /// @param library_path  a path, or a name that the system's loader finds.
  /// @throws LibraryLoadException.
  explicit ClassLoader(const std::string & library_path, bool ondemand_load_unload = false);
  /// Withdraws its classes; objects that live go on.
  virtual ~ClassLoader();
  ClassLoader(const ClassLoader &) = delete;
  ClassLoader & operator=(const ClassLoader &) = delete;

  /// Names of the classes for Base: of this library while it is loaded, and of
  /// the program and of libraries that no loader opened.
  template<class Base>
  std::vector<std::string> getAvailableClasses() const
  {
    return library_->classes(typeid(Base));
  }
  template<class Base>
  bool isClassAvailable(const std::string & class_name) const
  {
    const auto names = getAvailableClasses<Base>();
    return std::find(names.begin(), names.end(), class_name) != names.end();
  }

  /// @throws CreateClassException if it is not available, LibraryLoadException.
  template<class Base>
  std::shared_ptr<Base> createInstance(const std::string & derived_class_name)
  {
    return createUniqueInstance<Base>(derived_class_name);
  }
  template<class Base>
  UniquePtr<Base> createUniqueInstance(const std::string & derived_class_name)
  {
    auto * object = static_cast<Base *>(library_->create(typeid(Base), derived_class_name, true));
    return UniquePtr<Base>(
      object, [library = library_](Base * last) {
        delete last;
        library->object_gone();
      });
  }
  /// The caller deletes it. From now on no library of the process is unloaded
  /// on demand: nobody knows when this object is gone.
  template<class Base>
  Base * createUnmanagedInstance(const std::string & derived_class_name)
  {
    return static_cast<Base *>(library_->create(typeid(Base), derived_class_name, false));
  }

  const std::string & getLibraryPath() const;  ///< As it was given.
  bool isLibraryLoaded() const;  ///< By this loader.
  bool isLibraryLoadedByAnyClassloader() const;  ///< By any of the process.
  bool isOnDemandLoadUnloadEnabled() const;  ///< As it was made.
  /// @throws LibraryLoadException.
  void loadLibrary();
  /// Takes one loadLibrary() back; refused with a warning while objects of this
  /// loader live. @return how many are left: at 0 its classes are withdrawn.
  int unloadLibrary();

private:
  const std::shared_ptr<impl::Library> library_;
};

}  // namespace class_loader

#endif  // CLASS_LOADER__CLASS_LOADER_HPP_
