// A library opened at run time.
#ifndef RCPPUTILS__SHARED_LIBRARY_HPP_
#define RCPPUTILS__SHARED_LIBRARY_HPP_

#include <string>

#include "rcpputils/visibility_control.hpp"

namespace rcpputils
{

/// Opened while it lives. Threads: one at a time.
class RCPPUTILS_PUBLIC SharedLibrary
{
public:
  /// @param library_path  a path, or a name that the loader's search finds.
  /// @throws std::runtime_error with what the loader says.
  explicit SharedLibrary(const std::string & library_path);
  virtual ~SharedLibrary();
  SharedLibrary(const SharedLibrary &) = delete;
  SharedLibrary & operator=(const SharedLibrary &) = delete;

  /// Closes it. @throws std::runtime_error if it is closed already.
  void unload_library();
  bool has_symbol(const char * symbol_name);
  bool has_symbol(const std::string & symbol_name) {return has_symbol(symbol_name.c_str());}
  /// @throws std::runtime_error if there is none of this name, or it is closed.
  void * get_symbol(const char * symbol_name);
  void * get_symbol(const std::string & symbol_name) {return get_symbol(symbol_name.c_str());}
  /// The file that was opened. @throws std::runtime_error if it is closed.
  std::string get_library_path();

private:
  void * handle_;
};

/// "lib<name>.so"; with `debug`, "lib<name>d.so".
RCPPUTILS_PUBLIC std::string get_platform_library_name(std::string library_name, bool debug = false);

}  // namespace rcpputils

#endif  // RCPPUTILS__SHARED_LIBRARY_HPP_
