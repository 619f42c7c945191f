// Memory that outlives the process that wrote it: a file, mapped and shared.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "ranvier/base/result.h"

namespace ranvier {

/// A file of fixed size in memory, held by one process at a time.
///
/// What is written is in the kernel's page cache at once, so a process that is
/// killed loses none of it. The space is reserved when the file is made: no
/// write to the memory can fail. The hold ends with the process, however it
/// ends; a child of fork() shares it until it calls drop().
///
/// Threads: one at a time for the object; the memory is the caller's affair.
class MappedFile final {
 public:
  /// Makes `path`, which must not exist, with `size` bytes of zero, and holds
  /// it. Every page is in memory afterwards.
  /// Fails (kWorld) where the file cannot be made or the space is not there.
  static Result<MappedFile> create(const std::string& path, std::size_t size);

  /// Maps a file that another process left and holds it.
  /// Fails with kAlreadyExists while another process holds it, and with kWorld
  /// if it cannot be opened.
  static Result<MappedFile> adopt(const std::string& path);

  /// Maps a file that another process holds, without holding it: what is in it
  /// may change at any time. Fails (kWorld) if it cannot be opened.
  static Result<MappedFile> visit(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {memory_, size_}; }

  /// Lets go of a file that nobody needs any more, for memory that a thread may
  /// still touch: it stays where it is, for ever, reads as zero, and takes no
  /// room until it is written to.
  void leave() noexcept;
  /// Ends hold and mapping now, and leaves the file as it is.
  void drop() noexcept;

 private:
  MappedFile(int file, std::byte* memory, std::size_t size) noexcept
      : file_(file), memory_(memory), size_(size) {}
  static Result<MappedFile> map(const std::string& path, int file, std::size_t size);
  static Result<MappedFile> map_whole(const std::string& path, int file);

  int file_;
  std::byte* memory_;
  std::size_t size_;
};

}  // namespace ranvier
