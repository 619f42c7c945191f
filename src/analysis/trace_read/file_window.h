// A file, seen through a window of memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::trace_read {

/// Reads, and never maps: a file that shrinks meanwhile is short, not a fault.
/// Holds no open file between two reads, so there is no bound on how many.
///
/// Threads: one at a time.
class FileWindow final {
 public:
  /// Fails (kNotFound, kWorld) if it cannot be read, or is no regular file.
  static Result<FileWindow> open(std::string path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Bytes of the file when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// The bytes from `offset` on: `least` of them, or as many more as are at hand;
  /// fewer at the end of the file or where reading fails. Valid until the next call.
  std::span<const std::uint8_t> view(std::uint64_t offset, std::size_t least);

  /// Where `bytes` next stand, from `offset` on; size() if nowhere.
  std::uint64_t find(std::uint64_t offset, std::span<const std::uint8_t> bytes);

 private:
  FileWindow(std::string path, std::uint64_t size) : path_(std::move(path)), size_(size) {}
  void fill(std::uint64_t offset, std::size_t least);

  std::string path_;
  std::uint64_t size_;
  std::uint64_t begin_ = 0;  // of the window in the file
  std::vector<std::uint8_t> window_;
  std::size_t filled_ = 0;
};

/// A file's whole text. Fails if it cannot be read, or has more than `most` bytes.
Result<std::string> read_text(const std::string& path, std::size_t most);

}  // namespace ranvier::trace_read
