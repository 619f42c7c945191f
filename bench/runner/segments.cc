#include "bench/runner/segments.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

namespace ranvier::bench {
namespace {

bool locked(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return true;  // gone meanwhile
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_len = 1;
  const bool is_free = ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
  ::close(file);
  return !is_free;
}

}  // namespace

std::set<std::string> dead_segments(const std::string& parent) {
  std::set<std::string> dead;
  std::error_code no_folder;
  const std::string folder = parent + "/ranvier-" + std::to_string(::geteuid());
  for (const auto& entry : std::filesystem::directory_iterator(folder, no_folder)) {
    if (!locked(entry.path())) dead.insert(entry.path().filename());
  }
  return dead;
}

}  // namespace ranvier::bench
