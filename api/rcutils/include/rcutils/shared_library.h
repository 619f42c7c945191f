/* A library opened at run time. */
#ifndef RCUTILS__SHARED_LIBRARY_H_
#define RCUTILS__SHARED_LIBRARY_H_

#include <stdbool.h>

#include "rcutils/allocator.h"
#include "rcutils/macros.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rcutils_shared_library_s
{
  void * lib_pointer;
  char * library_path;  ///< of the file that was opened
  rcutils_allocator_t allocator;
} rcutils_shared_library_t;

/* Those that fail set the error state. */

rcutils_shared_library_t rcutils_get_zero_initialized_shared_library(void);
/// RCUTILS_RET_INVALID_ARGUMENT for a null or open library, a null path or a bad allocator;
/// RCUTILS_RET_ERROR with what the system's loader says; RCUTILS_RET_BAD_ALLOC.
rcutils_ret_t rcutils_load_shared_library(
  rcutils_shared_library_t * lib, const char * library_path, rcutils_allocator_t allocator);
/// Null if there is none of this name, or the library is not open.
void * rcutils_get_symbol(const rcutils_shared_library_t * lib, const char * symbol_name);
/// Sets no error.
bool rcutils_has_symbol(const rcutils_shared_library_t * lib, const char * symbol_name);
/// RCUTILS_RET_INVALID_ARGUMENT if it is not open.
rcutils_ret_t rcutils_unload_shared_library(rcutils_shared_library_t * lib);
bool rcutils_is_shared_library_loaded(rcutils_shared_library_t * lib);
/// Writes "lib<name>.so"; with `debug`, "lib<name>d.so". RCUTILS_RET_ERROR if that does not fit.
rcutils_ret_t rcutils_get_platform_library_name(
  const char * library_name, char * library_name_platform, unsigned int buffer_size, bool debug);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__SHARED_LIBRARY_H_ */
