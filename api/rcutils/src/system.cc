#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "rcutils/env.h"
#include "rcutils/error_handling.h"
#include "rcutils/filesystem.h"
#include "rcutils/process.h"
#include "rcutils/strdup.h"

namespace {

bool has_mode(const char* path, mode_t kind) {
  struct stat found;
  return path != nullptr && ::stat(path, &found) == 0 && (found.st_mode & S_IFMT) == kind;
}

bool allows(const char* path, int what) { return path != nullptr && ::access(path, what) == 0; }

}  // namespace

bool rcutils_set_env_overwrite(const char* env_name, const char* env_value, bool overwrite) {
  if (env_name == nullptr) {
    RCUTILS_SET_ERROR_MSG("env_name is null");
    return false;
  }
  const int failed =
      env_value == nullptr ? ::unsetenv(env_name) : ::setenv(env_name, env_value, overwrite ? 1 : 0);
  if (failed == 0) return true;
  const std::string why = std::string("cannot set environment variable '") + env_name +
                          "': " + std::strerror(errno) + ". Its name must not be empty or hold '='";
  RCUTILS_SET_ERROR_MSG(why.c_str());
  return false;
}

bool rcutils_set_env(const char* env_name, const char* env_value) {
  return rcutils_set_env_overwrite(env_name, env_value, true);
}

const char* rcutils_get_env(const char* env_name, const char** env_value) {
  if (env_name == nullptr) return "argument env_name is null";
  if (env_value == nullptr) return "argument env_value is null";
  const char* const found = std::getenv(env_name);
  *env_value = found != nullptr ? found : "";
  return nullptr;
}

const char* rcutils_get_home_dir() {
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? home : nullptr;
}

bool rcutils_get_cwd(char* buffer, size_t max_length) {
  return buffer != nullptr && max_length != 0 && ::getcwd(buffer, max_length) != nullptr;
}

bool rcutils_is_directory(const char* abs_path) { return has_mode(abs_path, S_IFDIR); }
bool rcutils_is_file(const char* abs_path) { return has_mode(abs_path, S_IFREG); }
bool rcutils_exists(const char* abs_path) { return allows(abs_path, F_OK); }
bool rcutils_is_readable(const char* abs_path) { return allows(abs_path, R_OK); }
bool rcutils_is_writable(const char* abs_path) { return allows(abs_path, W_OK); }
bool rcutils_is_readable_and_writable(const char* abs_path) { return allows(abs_path, R_OK | W_OK); }

bool rcutils_mkdir(const char* abs_path) {
  if (abs_path == nullptr || *abs_path != '/') return false;
  return ::mkdir(abs_path, 0775) == 0 || (errno == EEXIST && rcutils_is_directory(abs_path));
}

size_t rcutils_get_file_size(const char* file_path) {
  struct stat found;
  if (!rcutils_is_file(file_path) || ::stat(file_path, &found) != 0) return 0;
  return static_cast<size_t>(found.st_size);
}

char* rcutils_join_path(const char* left_hand_path, const char* right_hand_path,
                        rcutils_allocator_t allocator) {
  if (left_hand_path == nullptr || right_hand_path == nullptr) return nullptr;
  return rcutils_strdup((std::string(left_hand_path) + "/" + right_hand_path).c_str(), allocator);
}

char* rcutils_to_native_path(const char* path, rcutils_allocator_t allocator) {
  return rcutils_strdup(path, allocator);
}

char* rcutils_expand_user(const char* path, rcutils_allocator_t allocator) {
  if (path == nullptr || *path != '~') return rcutils_strdup(path, allocator);
  const char* const home = rcutils_get_home_dir();
  return home == nullptr ? nullptr : rcutils_strdup((std::string(home) + (path + 1)).c_str(), allocator);
}

int rcutils_get_pid() { return static_cast<int>(::getpid()); }

char* rcutils_get_executable_name(rcutils_allocator_t allocator) {
  return rcutils_strdup(program_invocation_short_name, allocator);
}
