// The classes that libraries register, and the libraries that loaders opened.
//
// A library never leaves the process once a loader opened it: its objects, the
// types of its messages and its callbacks may be known elsewhere for longer
// than its last object lives. Unloading it withdraws its classes.
#ifndef CLASS_LOADER__CLASS_LOADER_CORE_HPP_
#define CLASS_LOADER__CLASS_LOADER_CORE_HPP_

#include <string.h>

#include <cassert>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <typeinfo>
#include <vector>

#include "class_loader/exceptions.hpp"
#include "class_loader/visibility_control.hpp"
#include "rcutils/allocator.h"

namespace class_loader::impl
{

/// Offers a class while it lives. The object must lie in the library whose class
/// it is: that tells the class's library. What CLASS_LOADER_REGISTER_CLASS makes.
///
/// Threads: any.
class CLASS_LOADER_PUBLIC Registration
{
public:
  /// Makes an object and gives it as a pointer to its base.
  using Create = void * (*)();

  /// @param message  logged, if not empty.
  Registration(
    const char * class_name, const std::type_info & base, Create create, const char * message);
  ~Registration();
  Registration(const Registration &) = delete;
  Registration & operator=(const Registration &) = delete;
};

/// One library as one loader has it: opened or not, and how many of its
/// objects live. Objects keep it, so it may outlive its loader.
///
/// Threads: any.
class CLASS_LOADER_PUBLIC Library
{
public:
  Library(std::string path, bool on_demand);
  ~Library();
  Library(const Library &) = delete;
  Library & operator=(const Library &) = delete;

  const std::string & path() const {return path_;}
  bool on_demand() const {return on_demand_;}
  bool loaded() const;
  bool loaded_by_anybody() const;
  /// @throws LibraryLoadException.
  void load();
  /// @return how many load() are left.
  int unload();

  std::vector<std::string> classes(const std::type_info & base) const;
  /// Loads the library if it is not. `counted`: until object_gone().
  /// @throws LibraryLoadException, CreateClassException.
  void * create(const std::type_info & base, const std::string & class_name, bool counted);
  void object_gone();

private:
  struct State;

  const std::string path_;
  const bool on_demand_;
  const std::unique_ptr<State> state_;
};

}  // namespace class_loader::impl

#endif  // CLASS_LOADER__CLASS_LOADER_CORE_HPP_
