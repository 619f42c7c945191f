#include "security/keystore/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace ranvier::security {
namespace {

namespace fs = std::filesystem;

Error system_error(const fs::path& path, const char* what, int number) {
  const bool missing = number == ENOENT || number == ENOTDIR;
  return {
      missing ? Code::kNotFound : Code::kWorld,
      "'" + path.string() + "': " + what + ": " + std::generic_category().message(number) + "."};
}

// An open file, closed at the end.
struct OpenFile {
  int number;
  ~OpenFile() {
    if (number >= 0) ::close(number);
  }
};

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Creates a file of nobody else's beside `path`.
int create_beside(const fs::path& path, Readers readers, std::string& name) {
  static std::atomic<unsigned> count = 0;
  name = path.string() + "." + std::to_string(::getpid()) + "." +
         std::to_string(count.fetch_add(1, std::memory_order_relaxed));
  ::unlink(name.c_str());  // of a process of that number that was killed
  return ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                readers == Readers::kOwner ? 0600 : 0666);
}

}  // namespace

Result<std::string> read_file(const fs::path& path) {
  const OpenFile file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0) return system_error(path, "cannot be read", errno);
  struct stat state{};
  if (::fstat(file.number, &state) != 0) return system_error(path, "cannot be read", errno);
  if (!S_ISREG(state.st_mode)) {
    return Error{Code::kInvalidArgument, "'" + path.string() + "' is no regular file."};
  }
  std::string bytes;
  char part[16384];
  for (;;) {
    const ssize_t read = ::read(file.number, part, sizeof part);
    if (read < 0 && errno == EINTR) continue;
    if (read < 0) return system_error(path, "cannot be read", errno);
    if (read == 0) return bytes;
    bytes.append(part, static_cast<std::size_t>(read));
    if (bytes.size() > kLargestFile) {
      return Error{Code::kInvalidArgument,
                   "'" + path.string() + "' has more than 4 MiB: it is no file of a keystore."};
    }
  }
}

Result<void> write_file(const fs::path& path, std::string_view bytes, Readers readers) {
  std::string name;
  const OpenFile file{create_beside(path, readers, name)};
  if (file.number < 0) return system_error(path, "cannot be written", errno);
  const bool whole = write_all(file.number, bytes) && ::fsync(file.number) == 0;
  if (whole && ::rename(name.c_str(), path.c_str()) == 0) return {};
  const int number = errno;
  ::unlink(name.c_str());
  return system_error(path, "cannot be written", number);
}

Result<void> make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && fs::is_directory(path, error)) return {};
  return system_error(path, "this folder cannot be made", error ? error.value() : ENOTDIR);
}

Result<void> make_link(const fs::path& path, const fs::path& target) {
  std::error_code error;
  if (fs::read_symlink(path, error) == target && !error) return {};
  const fs::path temporary = path.string() + ".link." + std::to_string(::getpid());
  fs::remove(temporary, error);
  fs::create_symlink(target, temporary, error);
  if (!error) fs::rename(temporary, path, error);
  if (!error) return {};
  std::error_code ignored;
  fs::remove(temporary, ignored);
  return system_error(path, "this link cannot be made", error.value());
}

Result<FolderLock> FolderLock::take(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return system_error(folder, "this folder cannot be opened", errno);
  while (::flock(file, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const int number = errno;
    ::close(file);
    return system_error(folder, "this folder cannot be locked", number);
  }
  return FolderLock(file);
}

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace ranvier::security
