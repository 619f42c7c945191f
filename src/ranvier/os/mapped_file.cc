#include "ranvier/os/mapped_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace ranvier {
namespace {

Error refused(const std::string& path, const char* what, int error) {
  return {Code::kWorld, "File '" + path + "': " + what + ": " + std::strerror(error)};
}

// The lock is the open file's: other opens of this process do not have it either.
bool hold(int file) noexcept { return ::flock(file, LOCK_EX | LOCK_NB) == 0; }

}  // namespace

Result<MappedFile> MappedFile::create(const std::string& path, std::size_t size) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return refused(path, "cannot make it", errno);
  if (const int error = ::posix_fallocate(file, 0, static_cast<off_t>(size)); error != 0) {
    ::close(file);
    ::unlink(path.c_str());
    return refused(path, ("no space for its " + std::to_string(size) + " bytes").c_str(), error);
  }
  if (!hold(file)) {
    const int error = errno;
    ::close(file);
    ::unlink(path.c_str());
    return refused(path, "cannot lock it", error);
  }
  auto mapped = map(path, file, size);
  if (!mapped) ::unlink(path.c_str());
  return mapped;
}

Result<MappedFile> MappedFile::adopt(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return refused(path, "cannot open it", errno);
  if (!hold(file)) {
    ::close(file);
    return Error{Code::kAlreadyExists, "File '" + path + "' is held by a process that lives"};
  }
  return map_whole(path, file);
}

Result<MappedFile> MappedFile::visit(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return refused(path, "cannot open it", errno);
  return map_whole(path, file);
}

Result<MappedFile> MappedFile::map_whole(const std::string& path, int file) {
  struct stat about{};
  ::fstat(file, &about);
  if (about.st_size == 0) {
    ::close(file);
    return Error{Code::kWorld, "File '" + path + "' is empty"};
  }
  return map(path, file, static_cast<std::size_t>(about.st_size));
}

Result<MappedFile> MappedFile::map(const std::string& path, int file, std::size_t size) {
  void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
  if (memory == MAP_FAILED) {
    const int error = errno;
    ::close(file);
    return refused(path, "cannot map it", error);
  }
  return MappedFile(file, static_cast<std::byte*>(memory), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      memory_(std::exchange(other.memory_, nullptr)),
      size_(std::exchange(other.size_, 0)) {}

MappedFile::~MappedFile() { drop(); }

void MappedFile::drop() noexcept {
  if (file_ < 0) return;  // moved from, or left
  ::munmap(memory_, size_);
  ::close(file_);
  file_ = -1;
}

void MappedFile::leave() noexcept {
  if (file_ < 0) return;
  // Where a file system cannot, the memory stays as it is.
  ::fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size_));
  ::flock(file_, LOCK_UN);  // the mapping would keep it
  ::close(file_);
  file_ = -1;
}

}  // namespace ranvier
