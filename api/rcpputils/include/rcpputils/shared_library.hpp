// A library opened at run time. In this header alone: rclcpp uses it, and no node
// loads one library more for it.
#ifndef RCPPUTILS__SHARED_LIBRARY_HPP_
#define RCPPUTILS__SHARED_LIBRARY_HPP_

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include "rcpputils/visibility_control.hpp"
#include "rcutils/allocator.h"

namespace rcpputils
{

/// Opened while it lives. Threads: one at a time.
class RCPPUTILS_PUBLIC SharedLibrary
{
public:
  /// @param library_path  a path, or a name that the loader's search finds.
  /// @throws std::runtime_error with what the loader says.
  explicit SharedLibrary(const std::string & library_path)
  : handle_(::dlopen(library_path.c_str(), RTLD_LAZY))
  {
    if (handle_ == nullptr) {throw std::runtime_error("dlopen error: " + loader_error());}
  }
  virtual ~SharedLibrary()
  {
    if (handle_ && ::dlclose(handle_) != 0) {
      std::fprintf(
        stderr, "rcpputils: a library could not be closed: %s\n", loader_error().c_str());
    }
  }
  SharedLibrary(const SharedLibrary &) = delete;
  SharedLibrary & operator=(const SharedLibrary &) = delete;

  /// Closes it. @throws std::runtime_error if it is closed already.
  void unload_library()
  {
    void * handle = std::exchange(handle_, nullptr);
    if (handle == nullptr) {throw std::runtime_error("the library is closed already");}
    if (::dlclose(handle) != 0) {throw std::runtime_error("dlclose error: " + loader_error());}
  }
  bool has_symbol(const char * symbol_name)
  {
    return handle_ && symbol_name && ::dlsym(handle_, symbol_name) != nullptr;
  }
  bool has_symbol(const std::string & symbol_name) {return has_symbol(symbol_name.c_str());}
  /// @throws std::runtime_error if there is none of this name, or it is closed.
  void * get_symbol(const char * symbol_name)
  {
    if (handle_ == nullptr || symbol_name == nullptr) {
      throw std::runtime_error("a symbol was asked for of a closed library, or without a name");
    }
    void * symbol = ::dlsym(handle_, symbol_name);
    if (symbol == nullptr) {
      throw std::runtime_error(
              "symbol '" + std::string(symbol_name) + "' does not exist in the library '" +
              get_library_path() + "'");
    }
    return symbol;
  }
  void * get_symbol(const std::string & symbol_name) {return get_symbol(symbol_name.c_str());}
  /// The file that was opened. @throws std::runtime_error if it is closed.
  std::string get_library_path()
  {
    const ::link_map * map = nullptr;
    if (handle_ == nullptr || ::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0) {
      throw std::runtime_error("Library path is not defined");
    }
    return map->l_name;
  }

private:
  static std::string loader_error()
  {
    const char * said = ::dlerror();
    return said ? said : "no error";
  }

  void * handle_;
};

/// "lib<name>.so"; with `debug`, "lib<name>d.so".
RCPPUTILS_PUBLIC std::string get_platform_library_name(std::string library_name, bool debug = false);

}  // namespace rcpputils

#endif  // RCPPUTILS__SHARED_LIBRARY_HPP_
