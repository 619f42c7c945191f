#include "bag/storage/spill.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
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

Result<void> Spill::each(const Take& take) const {
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
    if (auto taken = take(Bytes(piece).first(static_cast<std::size_t>(done))); !taken) return taken;
    place += static_cast<std::uint64_t>(done);
  }
  if (memory_.empty()) return {};
  return take(memory_);
}

}  // namespace ranvier::bag
