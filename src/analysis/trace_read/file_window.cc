#include "analysis/trace_read/file_window.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace ranvier::trace_read {
namespace {

constexpr std::size_t kWindow = 256 * 1024;

Error refused_file(const std::string& path, const std::string& why) {
  return {Code::kWorld, "Trace file '" + path + "': " + why + "."};
}

// A pipe in a trace's folder must not make us wait for its other end.
int open_to_read(const std::string& path) noexcept {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

}  // namespace

Result<FileWindow> FileWindow::open(std::string path) {
  const int file = open_to_read(path);
  if (file < 0) return refused_file(path, std::string("cannot open it: ") + std::strerror(errno));
  struct stat about{};
  const bool known = ::fstat(file, &about) == 0;
  ::close(file);
  if (!known || !S_ISREG(about.st_mode)) return refused_file(path, "it is no regular file");
  return FileWindow(std::move(path), static_cast<std::uint64_t>(about.st_size));
}

std::span<const std::uint8_t> FileWindow::view(std::uint64_t offset, std::size_t least) {
  if (offset >= size_) return {};
  least = static_cast<std::size_t>(std::min<std::uint64_t>(least, size_ - offset));
  const bool here = offset >= begin_ && offset - begin_ + least <= filled_;
  if (!here) fill(offset, least);
  const std::size_t at = static_cast<std::size_t>(offset - begin_);
  return {window_.data() + at, filled_ - at};
}

void FileWindow::fill(std::uint64_t offset, std::size_t least) {
  const std::uint64_t left = size_ - offset;
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(std::max(least, kWindow), left));
  if (window_.size() < wanted) window_.resize(wanted);
  begin_ = offset;
  filled_ = 0;
  const int file = open_to_read(path_);
  if (file < 0) return;
  while (filled_ < wanted) {
    const ssize_t done = ::pread(file, window_.data() + filled_, wanted - filled_,
                                 static_cast<off_t>(offset + filled_));
    if (done > 0) {
      filled_ += static_cast<std::size_t>(done);
    } else if (done == 0 || errno != EINTR) {
      break;
    }
  }
  ::close(file);
}

std::uint64_t FileWindow::find(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  while (offset + bytes.size() <= size_) {
    const auto seen = view(offset, bytes.size());
    if (seen.size() < bytes.size()) break;
    const void* found = ::memmem(seen.data(), seen.size(), bytes.data(), bytes.size());
    if (found != nullptr) {
      return offset +
             static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(found) - seen.data());
    }
    offset += seen.size() - bytes.size() + 1;
  }
  return size_;
}

Result<std::string> read_text(const std::string& path, std::size_t most) {
  auto file = FileWindow::open(path);
  if (!file) return file.error();
  if (file->size() > most) {
    return refused_file(path, "it has " + std::to_string(file->size()) + " bytes, more than " +
                                  std::to_string(most));
  }
  const auto bytes = file->view(0, most);
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace ranvier::trace_read
