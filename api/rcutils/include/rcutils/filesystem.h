/* Paths, files and folders. */
#ifndef RCUTILS__FILESYSTEM_H_
#define RCUTILS__FILESYSTEM_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/// The bytes of the files in a folder, not of folders in it. Links count as what they lead to.
/// RCUTILS_RET_INVALID_ARGUMENT for a null argument or a bad allocator, RCUTILS_RET_ERROR if
/// it is no folder or one that cannot be read, RCUTILS_RET_BAD_ALLOC; the error state is set.
rcutils_ret_t rcutils_calculate_directory_size(
  const char * directory_path, uint64_t * size, rcutils_allocator_t allocator);
/// The same with the folders in it, `max_depth` levels of them: 1 is the folder alone, 0 is all.
rcutils_ret_t rcutils_calculate_directory_size_with_recursion(
  const char * directory_path, const size_t max_depth, uint64_t * size,
  rcutils_allocator_t allocator);

/// Where one goes through the names in a folder, "." and ".." among them.
typedef struct rcutils_dir_iter_s
{
  const char * entry_name;  ///< until the next step; null after the last
  rcutils_allocator_t allocator;
  void * state;
} rcutils_dir_iter_t;

/// At the first name. Null, with the error state set, if the folder cannot be read.
rcutils_dir_iter_t * rcutils_dir_iter_start(
  const char * directory_path, const rcutils_allocator_t allocator);
/// False, and a null name, after the last.
bool rcutils_dir_iter_next(rcutils_dir_iter_t * iter);
/// Frees it; null does nothing.
void rcutils_dir_iter_end(rcutils_dir_iter_t * iter);

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
