#include "rcutils/shared_library.h"

#include <dlfcn.h>
#include <link.h>

#include "allocated.h"
#include "rcutils/snprintf.h"
#include "rcutils/strdup.h"

namespace {

const char* loader_error() {
  const char* const said = ::dlerror();
  return said != nullptr ? said : "no reason is given";
}

// The file of a handle, copied; null, with the error state set, on failure.
char* path_of(void* handle, const rcutils_allocator_t& allocator, rcutils_ret_t* failed) {
  ::link_map* map = nullptr;
  *failed = RCUTILS_RET_ERROR;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("dlinfo error: %s", loader_error());
    return nullptr;
  }
  *failed = RCUTILS_RET_BAD_ALLOC;
  char* const path = rcutils_strdup(map->l_name, allocator);
  if (path == nullptr) RCUTILS_SET_ERROR_MSG("no memory of the allocator is left for a path");
  return path;
}

}  // namespace

rcutils_shared_library_t rcutils_get_zero_initialized_shared_library() { return {}; }

rcutils_ret_t rcutils_load_shared_library(rcutils_shared_library_t* lib, const char* library_path,
                                          rcutils_allocator_t allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(lib, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(library_path, RCUTILS_RET_INVALID_ARGUMENT);
  if (!rcutils::is_usable(&allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  if (lib->lib_pointer != nullptr) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
        "the library cannot be opened as '%s': another is open in it. Unload that one first",
        library_path);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  void* const handle = ::dlopen(library_path, RTLD_LAZY);
  if (handle == nullptr) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("dlopen error: %s", loader_error());
    return RCUTILS_RET_ERROR;
  }
  rcutils_ret_t failed = RCUTILS_RET_OK;
  char* const path = path_of(handle, allocator, &failed);
  if (path == nullptr) {
    ::dlclose(handle);
    return failed;
  }
  *lib = {handle, path, allocator};
  return RCUTILS_RET_OK;
}

void* rcutils_get_symbol(const rcutils_shared_library_t* lib, const char* symbol_name) {
  if (lib == nullptr || lib->lib_pointer == nullptr || symbol_name == nullptr) {
    RCUTILS_SET_ERROR_MSG("a symbol was asked for without a name, or of no open library");
    return nullptr;
  }
  void* const symbol = ::dlsym(lib->lib_pointer, symbol_name);
  if (symbol == nullptr) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("symbol '%s' does not exist in the library '%s'",
                                             symbol_name, lib->library_path);
  }
  return symbol;
}

bool rcutils_has_symbol(const rcutils_shared_library_t* lib, const char* symbol_name) {
  return lib != nullptr && lib->lib_pointer != nullptr && symbol_name != nullptr &&
         ::dlsym(lib->lib_pointer, symbol_name) != nullptr;
}

rcutils_ret_t rcutils_unload_shared_library(rcutils_shared_library_t* lib) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(lib, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(lib->lib_pointer, "the library is not open",
                                  return RCUTILS_RET_INVALID_ARGUMENT);
  if (!rcutils::is_usable(&lib->allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  rcutils_ret_t closed = RCUTILS_RET_OK;
  if (::dlclose(lib->lib_pointer) != 0) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("dlclose error: %s", loader_error());
    closed = RCUTILS_RET_ERROR;
  }
  rcutils::deallocate(lib->allocator, lib->library_path);
  *lib = rcutils_get_zero_initialized_shared_library();
  return closed;
}

bool rcutils_is_shared_library_loaded(rcutils_shared_library_t* lib) {
  return lib != nullptr && lib->lib_pointer != nullptr;
}

rcutils_ret_t rcutils_get_platform_library_name(const char* library_name,
                                                char* library_name_platform,
                                                unsigned int buffer_size, bool debug) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(library_name, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(library_name_platform, RCUTILS_RET_INVALID_ARGUMENT);
  const int length = rcutils_snprintf(library_name_platform, buffer_size, "lib%s%s.so",
                                      library_name, debug ? "d" : "");
  if (length >= 0 && static_cast<unsigned int>(length) < buffer_size) return RCUTILS_RET_OK;
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "the file name of library '%s' does not fit into %u bytes", library_name, buffer_size);
  return RCUTILS_RET_ERROR;
}
