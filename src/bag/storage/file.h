// Files of a bag: appended to from where bytes lie, read from any place.
#pragma once

#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>

#include "bag/storage/bytes.h"
#include "ranvier/base/result.h"
#include "ranvier/os/descriptor.h"

namespace ranvier::bag {

/// A file that grows at its end.
///
/// What append() has written is in the kernel: a process that is killed loses none of it.
/// Threads: one at a time.
class OutputFile final {
 public:
  /// Makes `path`, which must not exist. Fails with kAlreadyExists, else kWorld.
  static Result<OutputFile> create(const std::string& path);

  /// Opens `path`, which is there: append() goes on at byte `size`, over what lies there.
  static Result<OutputFile> resume(const std::string& path, std::uint64_t size);

  /// Writes all pieces, or none: on an error the file is as long as before.
  /// Contract: blocks; `pieces` is changed.
  Result<void> append(std::span<iovec> pieces);
  Result<void> append(Bytes bytes);
  /// Overwrites bytes that are there.
  Result<void> patch(std::uint64_t place, Bytes bytes);
  /// Ends the file behind what was appended last.
  Result<void> cut_rest();
  /// Takes back what was appended beyond byte `size`.
  Result<void> shrink(std::uint64_t size);
  /// Waits until the disk has all of it.
  Result<void> sync();

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  OutputFile(std::string path, Descriptor file) noexcept
      : path_(std::move(path)), file_(std::move(file)) {}
  Error failed(const std::string& what) const;

  std::string path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
};

/// Fails as InputFile::open() does, and opens nothing: a process that closes a file drops all its
/// locks on it (POSIX), those of SQLite too.
/// Contract: any thread.
Result<void> check_readable(const std::string& path);

/// A file that is read. Its size is that when it was opened: what a recorder adds later is not seen.
/// Threads: read() from any number, the file is not changed.
class InputFile final {
 public:
  /// Fails with kNotFound, else kWorld; also for what is no plain file.
  static Result<InputFile> open(const std::string& path);

  /// Fills `to` from `place`. Fails if the file ends before.
  /// Contract: any thread; blocks.
  Result<void> read(std::uint64_t place, std::span<std::byte> to) const;
  /// Says that these bytes will be read soon. Contract: any thread, does not wait for the disk.
  void expect(std::uint64_t place, std::uint64_t count) const noexcept;

  /// Says that reads will jump about, or will not: where they do, nothing around them is read.
  /// Contract: any thread.
  void expect_jumps(bool jumps) const noexcept;

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  InputFile(std::string path, Descriptor file, std::uint64_t size) noexcept
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}

  std::string path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
};

/// Collects pieces and writes them at once: own ones, which it keeps, and borrowed ones.
/// Threads: one at a time.
class Gather final {
 public:
  /// Where own bytes are written: what is packed becomes the next piece.
  Packer own() {
    end_own();
    return Packer(own_);
  }
  void borrow(Bytes bytes);

  /// Bytes so far.
  [[nodiscard]] std::uint64_t size() const noexcept {
    return borrowed_ + static_cast<std::uint64_t>(own_.size());
  }
  /// The place that the next own byte will have; its bytes can be changed until write().
  [[nodiscard]] std::size_t own_place() const noexcept { return own_.size(); }
  [[nodiscard]] std::span<std::byte> own_bytes(std::size_t place, std::size_t count) {
    return std::span(own_).subspan(place, count);
  }
  /// Writes and forgets all pieces; on an error none is written.
  Result<void> write(OutputFile& to);

 private:
  struct Piece {
    const std::byte* borrowed;  // or null: the next own bytes
    std::size_t size;
  };
  void end_own();

  std::vector<Piece> pieces_;
  std::vector<iovec> vector_;
  Buffer own_;
  std::size_t ended_ = 0;  // own bytes that are pieces already
  std::uint64_t borrowed_ = 0;
};

}  // namespace ranvier::bag
