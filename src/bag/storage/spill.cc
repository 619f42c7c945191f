#include "bag/storage/spill.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace ranvier::bag {
namespace {

// Some file systems have files without a name only by taking the name away.
Descriptor nameless_file(const std::string& folder) {
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file) return file;
  std::string name = folder + "/.index-XXXXXX";
  Descriptor named(::mkostemp(name.data(), O_CLOEXEC));
  if (named) ::unlink(name.c_str());
  return named;
}

// Where the file system cannot, the room stays taken until the file is closed.
void give_back_room(int file, std::uint64_t place, ssize_t count) noexcept {
  static_cast<void>(::fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                                static_cast<off_t>(place), static_cast<off_t>(count)));
}

}  // namespace

void Spill::settle() {
  if (memory_.size() < kInMemory || folder_.empty()) return;
  if (!file_) file_ = nameless_file(folder_);
  if (!file_ || !write_out()) folder_.clear();
}

/// @return false: it stays in memory.
bool Spill::write_out() {
  Bytes rest(memory_);
  while (!rest.empty()) {
    const std::uint64_t place = in_file_ + memory_.size() - rest.size();
    const ssize_t done = ::pwrite(*file_, rest.data(), rest.size(), static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    rest = rest.subspan(static_cast<std::size_t>(done));
  }
  in_file_ += memory_.size();
  memory_.clear();
  return true;
}

Result<void> Spill::drain(const Take& take) {
  const auto given = drain_file(take);
  file_ = {};
  in_file_ = 0;
  const Buffer rest = std::exchange(memory_, {});
  if (!given || rest.empty()) return given;
  return take(rest);
}

Result<void> Spill::drain_file(const Take& take) {
  Buffer piece(static_cast<std::size_t>(std::min<std::uint64_t>(in_file_, kInMemory)));
  for (std::uint64_t place = 0; place < in_file_;) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(in_file_ - place, piece.size()));
    const ssize_t done = ::pread(*file_, piece.data(), count, static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      return Error{Code::kWorld,
                   "The index of a bag file, which waited in a file without a name, "
                   "cannot be read: " +
                       std::string(done == 0 ? "it ends" : std::strerror(errno)) +
                       ". 'ros2 bag reindex' makes a new one."};
    }
    give_back_room(*file_, place, done);
    if (auto taken = take(Bytes(piece).first(static_cast<std::size_t>(done))); !taken) return taken;
    place += static_cast<std::uint64_t>(done);
  }
  return {};
}

}  // namespace ranvier::bag
