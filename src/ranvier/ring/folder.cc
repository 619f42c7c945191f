#include "ranvier/ring/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>

namespace ranvier::ring {
namespace {

constexpr std::size_t kNameBytes = 16;
constexpr mode_t kOthers = 0077;

Error refused(const std::string& what, const std::string& why) {
  return {Code::kWorld,
          "Shared memory, '" + what + "': " + why + ". Processes of this host then talk over DDS."};
}

Error refused_by_system(const std::string& what, const char* call) {
  return refused(what, std::string(call) + ": " + std::strerror(errno));
}

struct flock first_byte(short type) {
  struct flock lock{};  // l_pid stays 0, as open-file-description locks want it
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = 0;
  lock.l_len = 1;
  return lock;
}

bool take_lock(const Descriptor& file) {
  struct flock lock = first_byte(F_WRLCK);
  return ::fcntl(*file, F_OFD_SETLK, &lock) == 0;
}

// Null if it is a plain file of ours that nobody else may open; else why not.
const char* fault_of_file(const Descriptor& file) {
  struct stat status;
  if (::fstat(*file, &status) != 0) return "its status cannot be read";
  if (!S_ISREG(status.st_mode)) return "it is not a plain file";
  if (status.st_uid != ::geteuid()) return "it belongs to another user";
  if ((status.st_mode & kOthers) != 0) return "other users may open it";
  return nullptr;
}

}  // namespace

Result<Folder> Folder::open(const std::string& parent) {
  const std::string path = parent + "/ranvier-" + std::to_string(::geteuid());
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return refused_by_system(path, "mkdir");
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) return refused_by_system(path, "open");
  struct stat status;
  if (::fstat(*folder, &status) != 0) return refused_by_system(path, "fstat");
  // Anybody may make a folder of this name in /dev/shm before us.
  if (status.st_uid != ::geteuid()) return refused(path, "the folder belongs to another user");
  if ((status.st_mode & kOthers) != 0) {
    return refused(path, "the folder is open to other users; chmod 0700 mends that");
  }
  return Folder(path, std::move(folder));
}

Result<Descriptor> Folder::create(std::uint64_t room) const {
  struct statvfs space;
  if (::fstatvfs(*folder_, &space) != 0) return refused_by_system(path_, "fstatvfs");
  if (space.f_bavail < room / space.f_frsize) {
    return refused(path_, "less than " + std::to_string(room) + " bytes are free there");
  }
  if (space.f_files != 0 && space.f_ffree == 0) return refused(path_, "it takes no more files");
  // Without a name until it is whole: who dies on the way leaves nothing.
  Descriptor file(::openat(*folder_, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file) return refused_by_system(path_, "open, O_TMPFILE");
  if (!take_lock(file)) return refused_by_system(path_, "fcntl, F_OFD_SETLK");
  return file;
}

Result<void> Folder::publish(const Descriptor& file, const std::string& name) const {
  const std::string unnamed = "/proc/self/fd/" + std::to_string(*file);
  if (::linkat(AT_FDCWD, unnamed.c_str(), *folder_, name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    return refused_by_system(path_ + "/" + name, "linkat (is /proc mounted?)");
  }
  return {};
}

Result<Descriptor> Folder::open_segment(const std::string& name) const {
  if (!valid_name(name)) return refused(name, "this is no name of a segment");
  // O_NONBLOCK: a pipe of that name would block.
  Descriptor file(::openat(*folder_, name.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!file) return refused_by_system(path_ + "/" + name, "open");
  if (const char* why = fault_of_file(file)) return refused(path_ + "/" + name, why);
  return file;
}

void Folder::disclaim(const Descriptor& file, const std::string& name) const noexcept {
  if (::ftruncate(*file, 0) == 0) static_cast<void>(publish(file, name));
}

Folder::State Folder::state(const std::string& name) const noexcept {
  struct stat status;
  if (::fstatat(*folder_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return State::kAbsent;
  return S_ISREG(status.st_mode) && status.st_size == 0 ? State::kEmpty : State::kThere;
}

void Folder::remove(const std::string& name) const noexcept {
  ::unlinkat(*folder_, name.c_str(), 0);
}

std::size_t Folder::clean() const {
  const std::vector<std::string> all = names();
  return static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [&](const auto& name) { return remove_if_dead(name); }));
}

bool Folder::remove_if_dead(const std::string& name) const {
  const Result<Descriptor> file = open_segment(name);
  if (!file || !take_lock(*file)) return false;  // the lock goes with the descriptor
  // Names are never used twice: this one still is the dead process's.
  return ::unlinkat(*folder_, name.c_str(), 0) == 0;
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> found;
  const auto close = [](DIR* folder) { ::closedir(folder); };
  const std::unique_ptr<DIR, decltype(close)> folder(::opendir(path_.c_str()), close);
  if (!folder) return found;
  while (const dirent* entry = ::readdir(folder.get())) {
    if (valid_name(entry->d_name)) found.emplace_back(entry->d_name);
  }
  return found;
}

Result<std::string> Folder::new_name() {
  unsigned char random[kNameBytes];
  if (::getrandom(random, sizeof random, 0) != sizeof random) {
    return refused_by_system("a new segment", "getrandom");
  }
  constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (const unsigned char byte : random) {
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  return name;
}

bool Folder::valid_name(const std::string& name) noexcept {
  return name.size() == 2 * kNameBytes &&
         name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool Folder::alive(const Descriptor& segment) noexcept {
  struct flock lock = first_byte(F_WRLCK);
  return ::fcntl(*segment, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

}  // namespace ranvier::ring
