// Folders: their names one by one, and their size.
#include <dirent.h>

#include <cerrno>
#include <cstring>

#include "allocated.h"
#include "rcutils/filesystem.h"
#include "rcutils/strerror.h"

namespace {

DIR* folder_of(const rcutils_dir_iter_t* iter) { return static_cast<DIR*>(iter->state); }

void set_error_of_system(const char* what, const char* path) {
  char why[256];
  rcutils_strerror(why, sizeof why);
  RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("%s '%s': %s", what, path, why);
}

rcutils_ret_t add_size(const char* folder, size_t levels, uint64_t* size,
                       const rcutils_allocator_t& allocator);

rcutils_ret_t add_entry(const char* folder, const char* name, size_t levels, uint64_t* size,
                        const rcutils_allocator_t& allocator) {
  if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) return RCUTILS_RET_OK;
  char* const path = rcutils_join_path(folder, name, allocator);
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(path, "no memory of the allocator is left for a path",
                                  return RCUTILS_RET_BAD_ALLOC);
  rcutils_ret_t added = RCUTILS_RET_OK;
  if (!rcutils_is_directory(path)) {
    *size += rcutils_get_file_size(path);
  } else if (levels > 1) {
    added = add_size(path, levels - 1, size, allocator);
  }
  rcutils::deallocate(allocator, path);
  return added;
}

// Adds what is in a folder and `levels` - 1 levels of folders below it.
rcutils_ret_t add_size(const char* folder, size_t levels, uint64_t* size,
                       const rcutils_allocator_t& allocator) {
  rcutils_dir_iter_t* const iter = rcutils_dir_iter_start(folder, allocator);
  if (iter == nullptr) return RCUTILS_RET_ERROR;
  rcutils_ret_t added = RCUTILS_RET_OK;
  while (added == RCUTILS_RET_OK && iter->entry_name != nullptr) {
    added = add_entry(folder, iter->entry_name, levels, size, allocator);
    (void)rcutils_dir_iter_next(iter);
  }
  rcutils_dir_iter_end(iter);
  return added;
}

}  // namespace

rcutils_dir_iter_t* rcutils_dir_iter_start(const char* directory_path,
                                           const rcutils_allocator_t allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(directory_path, nullptr);
  if (!rcutils::is_usable(&allocator)) return nullptr;
  auto* const iter = rcutils::allocated<rcutils_dir_iter_t>(allocator);
  if (iter == nullptr) return nullptr;
  DIR* const folder = ::opendir(directory_path);
  if (folder == nullptr) {
    set_error_of_system("cannot open the folder", directory_path);
    rcutils::deallocate(allocator, iter);
    return nullptr;
  }
  *iter = {nullptr, allocator, folder};
  errno = 0;
  if (!rcutils_dir_iter_next(iter) && errno != 0) {
    set_error_of_system("cannot read the folder", directory_path);
    rcutils_dir_iter_end(iter);
    return nullptr;
  }
  return iter;
}

bool rcutils_dir_iter_next(rcutils_dir_iter_t* iter) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(iter, false);
  RCUTILS_CHECK_FOR_NULL_WITH_MSG(iter->state, "the iterator reads no folder", return false);
  const dirent* const entry = ::readdir(folder_of(iter));
  iter->entry_name = entry != nullptr ? entry->d_name : nullptr;
  return entry != nullptr;
}

void rcutils_dir_iter_end(rcutils_dir_iter_t* iter) {
  if (iter == nullptr) return;
  const rcutils_allocator_t allocator = iter->allocator;
  if (!rcutils::is_usable(&allocator)) return;
  if (iter->state != nullptr) ::closedir(folder_of(iter));
  rcutils::deallocate(allocator, iter);
}

rcutils_ret_t rcutils_calculate_directory_size(const char* directory_path, uint64_t* size,
                                               rcutils_allocator_t allocator) {
  return rcutils_calculate_directory_size_with_recursion(directory_path, 1, size, allocator);
}

rcutils_ret_t rcutils_calculate_directory_size_with_recursion(const char* directory_path,
                                                              const size_t max_depth,
                                                              uint64_t* size,
                                                              rcutils_allocator_t allocator) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(directory_path, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(size, RCUTILS_RET_INVALID_ARGUMENT);
  if (!rcutils_is_directory(directory_path)) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("'%s' is no folder", directory_path);
    return RCUTILS_RET_ERROR;
  }
  if (!rcutils::is_usable(&allocator)) return RCUTILS_RET_INVALID_ARGUMENT;
  *size = 0;
  return add_size(directory_path, max_depth == 0 ? SIZE_MAX : max_depth, size, allocator);
}
