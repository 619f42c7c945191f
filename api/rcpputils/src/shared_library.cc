#include "rcpputils/shared_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <iostream>
#include <stdexcept>
#include <utility>

namespace rcpputils
{
namespace
{

std::string loader_error()
{
  const char * said = ::dlerror();
  return said ? said : "no error";
}

}  // namespace

SharedLibrary::SharedLibrary(const std::string & library_path)
: handle_(::dlopen(library_path.c_str(), RTLD_LAZY))
{
  if (handle_ == nullptr) {throw std::runtime_error("dlopen error: " + loader_error());}
}

SharedLibrary::~SharedLibrary()
{
  if (handle_ && ::dlclose(handle_) != 0) {
    std::cerr << "rcpputils: a library could not be closed: " << loader_error() << "\n";
  }
}

void SharedLibrary::unload_library()
{
  void * handle = std::exchange(handle_, nullptr);
  if (handle == nullptr) {throw std::runtime_error("the library is closed already");}
  if (::dlclose(handle) != 0) {throw std::runtime_error("dlclose error: " + loader_error());}
}

bool SharedLibrary::has_symbol(const char * symbol_name)
{
  return handle_ && symbol_name && ::dlsym(handle_, symbol_name) != nullptr;
}

void * SharedLibrary::get_symbol(const char * symbol_name)
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

std::string SharedLibrary::get_library_path()
{
  const ::link_map * map = nullptr;
  if (handle_ == nullptr || ::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0) {
    throw std::runtime_error("Library path is not defined");
  }
  return map->l_name;
}

std::string get_platform_library_name(std::string library_name, bool debug)
{
  return "lib" + library_name + (debug ? "d.so" : ".so");
}

}  // namespace rcpputils
