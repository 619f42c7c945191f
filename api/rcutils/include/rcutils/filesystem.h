/* Paths, files and folders. */
#ifndef RCUTILS__FILESYSTEM_H_
#define RCUTILS__FILESYSTEM_H_

#include <stdbool.h>
#include <stddef.h>

#include "rcutils/allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The working folder; false if it does not fit.
bool rcutils_get_cwd(char * buffer, size_t max_length);
/// False for a null path, as all of these.
bool rcutils_is_directory(const char * abs_path);
bool rcutils_is_file(const char * abs_path);
bool rcutils_exists(const char * abs_path);
bool rcutils_is_readable(const char * abs_path);
bool rcutils_is_writable(const char * abs_path);
bool rcutils_is_readable_and_writable(const char * abs_path);
/// One folder, in one that exists. True if it is there already.
bool rcutils_mkdir(const char * abs_path);
/// Bytes; 0 if it is no file.
size_t rcutils_get_file_size(const char * file_path);

/* The next three return strings that the allocator frees; null for a null path. */

/// "left/right".
char * rcutils_join_path(
  const char * left_hand_path, const char * right_hand_path, rcutils_allocator_t allocator);
/// The path as it is: its separators are this system's.
char * rcutils_to_native_path(const char * path, rcutils_allocator_t allocator);
/// A '~' in front becomes $HOME.
char * rcutils_expand_user(const char * path, rcutils_allocator_t allocator);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__FILESYSTEM_H_ */
