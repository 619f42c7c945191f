#include "bench/runner/segments.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

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

std::string folder_in(const std::string& parent) {
  return parent + "/ranvier-" + std::to_string(::geteuid());
}

/// Files by their inode: a file that was made without a name has none in `maps`.
struct Mapped {
  std::set<ino_t> for_writing;
  std::set<ino_t> for_reading;
};

Mapped mapped_files(pid_t pid, const std::string& folder) {
  Mapped mapped;
  std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::string range, access, offset, device, path;
    ino_t inode = 0;
    words >> range >> access >> offset >> device >> inode >> path;
    if (path.rfind(folder + "/", 0) != 0) continue;
    (access == "rw-s" ? mapped.for_writing : mapped.for_reading).insert(inode);
  }
  return mapped;
}

}  // namespace

std::set<std::string> dead_segments(const std::string& parent) {
  std::set<std::string> dead;
  std::error_code no_folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder_in(parent), no_folder)) {
    if (!locked(entry.path())) dead.insert(entry.path().filename());
  }
  return dead;
}

double segment_kb(pid_t pid, const std::string& parent) {
  const std::string folder = folder_in(parent);
  const Mapped mapped = mapped_files(pid, folder);
  double total = 0;
  std::error_code no_folder;
  for (const auto& entry : std::filesystem::directory_iterator(folder, no_folder)) {
    struct stat status = {};
    if (::stat(entry.path().c_str(), &status) != 0) continue;
    const bool own = mapped.for_writing.count(status.st_ino) != 0 &&
                     mapped.for_reading.count(status.st_ino) == 0;
    if (own) total += static_cast<double>(status.st_blocks) * 512 / 1024;
  }
  return total;
}

}  // namespace ranvier::bench
