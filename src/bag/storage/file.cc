#include "bag/storage/file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

namespace ranvier::bag {
namespace {

const char* remedy_of(int number) {
  switch (number) {
    case ENOSPC:
    case EDQUOT: return ". Free space, or record to another disk.";
    case EROFS:
    case EACCES:
    case EPERM: return ". Choose a folder that this user may write to.";
    case ENOENT:
    case ENOTDIR: return ". Check that its folder exists.";
    default: return ".";
  }
}

Error cannot_open(const std::string& path, int number) {
  return {number == ENOENT ? Code::kNotFound : Code::kWorld,
          "Bag file '" + path + "' cannot be opened: " + std::strerror(number) +
              ". Check the path and who may read it."};
}

Error no_plain_file(const std::string& path) {
  return {Code::kInvalidArgument,
          "Bag file '" + path + "' is no plain file. Name a file of a bag, or its folder."};
}

// Leaves out the first `count` bytes of the pieces.
std::span<iovec> skip(std::span<iovec> pieces, std::size_t count) {
  while (!pieces.empty() && count >= pieces.front().iov_len) {
    count -= pieces.front().iov_len;
    pieces = pieces.subspan(1);
  }
  if (!pieces.empty()) {
    pieces.front().iov_base = static_cast<char*>(pieces.front().iov_base) + count;
    pieces.front().iov_len -= count;
  }
  return pieces;
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (file) return OutputFile(path, std::move(file));
  const int number = errno;
  if (number == EEXIST) {
    return Error{Code::kAlreadyExists, "Bag file '" + path +
                                           "' exists already, and a recording "
                                           "never overwrites one. Choose another name."};
  }
  return Error{Code::kWorld, "Bag file '" + path + "' cannot be made: " + std::strerror(number) +
                                 remedy_of(number)};
}

Result<OutputFile> OutputFile::resume(const std::string& path, std::uint64_t size) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file) {
    const int number = errno;
    return Error{Code::kWorld, "Bag file '" + path + "' cannot be opened to be changed: " +
                                   std::strerror(number) + remedy_of(number)};
  }
  OutputFile resumed(path, std::move(file));
  resumed.size_ = size;
  return resumed;
}

Result<void> OutputFile::cut_rest() {
  if (::ftruncate(*file_, static_cast<off_t>(size_)) != 0) return failed("cut");
  return {};
}

Result<void> OutputFile::shrink(std::uint64_t size) {
  size_ = size;
  return cut_rest();
}

Error OutputFile::failed(const std::string& what) const {
  const int number = errno;
  return {Code::kWorld, "Bag file '" + path_ + "' cannot be " + what + " at byte " +
                            std::to_string(size_) + ": " + std::strerror(number) +
                            remedy_of(number)};
}

Result<void> OutputFile::append(std::span<iovec> pieces) {
  std::uint64_t written = 0;
  pieces = skip(pieces, 0);
  while (!pieces.empty()) {
    const auto count = static_cast<int>(std::min<std::size_t>(pieces.size(), IOV_MAX));
    const ssize_t done =
        ::pwritev(*file_, pieces.data(), count, static_cast<off_t>(size_ + written));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      const Error error = failed("written");
      if (::ftruncate(*file_, static_cast<off_t>(size_)) != 0) {
        return Error{error.code, error.what + " It ends with a message that is not whole."};
      }
      return error;
    }
    written += static_cast<std::uint64_t>(done);
    pieces = skip(pieces, static_cast<std::size_t>(done));
  }
  size_ += written;
  return {};
}

Result<void> OutputFile::append(Bytes bytes) {
  iovec piece{const_cast<std::byte*>(bytes.data()), bytes.size()};
  return append({&piece, 1});
}

Result<void> OutputFile::patch(std::uint64_t place, Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(*file_, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return failed("changed");
    place += static_cast<std::uint64_t>(done);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
  return {};
}

Result<void> OutputFile::sync() {
  if (::fdatasync(*file_) != 0) return failed("brought to the disk");
  return {};
}

Result<void> check_readable(const std::string& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) return cannot_open(path, errno);
  if (!S_ISREG(found.st_mode)) return no_plain_file(path);
  if (::access(path.c_str(), R_OK) != 0) return cannot_open(path, errno);
  return {};
}

Result<InputFile> InputFile::open(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat found{};
  if (!file || ::fstat(*file, &found) != 0) return cannot_open(path, errno);
  if (!S_ISREG(found.st_mode)) return no_plain_file(path);
  return InputFile(path, std::move(file), static_cast<std::uint64_t>(found.st_size));
}

Result<void> InputFile::read(std::uint64_t place, std::span<std::byte> to) const {
  while (!to.empty()) {
    const ssize_t done = ::pread(*file_, to.data(), to.size(), static_cast<off_t>(place));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      const std::string why = done == 0 ? "it ends there" : std::strerror(errno);
      return Error{Code::kWorld, "Bag file '" + path_ + "' cannot be read at byte " +
                                     std::to_string(place) + ": " + why + "."};
    }
    place += static_cast<std::uint64_t>(done);
    to = to.subspan(static_cast<std::size_t>(done));
  }
  return {};
}

void InputFile::expect(std::uint64_t place, std::uint64_t count) const noexcept {
  ::posix_fadvise(*file_, static_cast<off_t>(place), static_cast<off_t>(count),
                  POSIX_FADV_WILLNEED);
}

void InputFile::expect_jumps(bool jumps) const noexcept {
  ::posix_fadvise(*file_, 0, 0, jumps ? POSIX_FADV_RANDOM : POSIX_FADV_NORMAL);
}

void Gather::borrow(Bytes bytes) {
  if (bytes.empty()) return;
  end_own();
  pieces_.push_back({bytes.data(), bytes.size()});
  borrowed_ += bytes.size();
}

void Gather::end_own() {
  if (own_.size() == ended_) return;
  pieces_.push_back({nullptr, own_.size() - ended_});
  ended_ = own_.size();
}

Result<void> Gather::write(OutputFile& to) {
  end_own();
  const std::byte* own = own_.data();
  vector_.clear();
  for (const Piece& piece : pieces_) {
    const std::byte* from = piece.borrowed ? piece.borrowed : std::exchange(own, own + piece.size);
    vector_.push_back({const_cast<std::byte*>(from), piece.size});
  }
  const Result<void> done = to.append(vector_);
  pieces_.clear();
  own_.clear();
  ended_ = 0;
  borrowed_ = 0;
  return done;
}

}  // namespace ranvier::bag
