// Bytes that a file gets at its end: however many, in little memory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bag/storage/bytes.h"
#include "ranvier/base/result.h"
#include "ranvier/os/descriptor.h"

namespace ranvier::bag {

/// Collects bytes, and keeps at most about kInMemory of them in memory: the rest lies in a file
/// without a name, which goes with the process. Where there can be no such file, all stay in memory.
/// Threads: one at a time.
class Spill final {
 public:
  static constexpr std::size_t kInMemory = std::size_t{1} << 20;
  using Take = std::function<Result<void>(Bytes)>;

  /// @param folder  where the file is made when it is needed; empty: never.
  explicit Spill(std::string folder = {}) : folder_(std::move(folder)) {}

  /// Where the next bytes are packed.
  Packer to() noexcept { return Packer(memory_); }
  /// Moves what is in memory into the file, if it is much. To be called between to()s.
  /// Contract: blocks on the disk now and then.
  void settle();
  [[nodiscard]] bool empty() const noexcept { return in_file_ == 0 && memory_.empty(); }
  [[nodiscard]] std::uint64_t in_file() const noexcept { return in_file_; }
  /// Gives all bytes, in their order and in pieces, until `take` fails; then it is empty. What was
  /// given takes no room on the disk any more, so that its taker has that.
  /// Fails (kWorld) if the file cannot be read.
  Result<void> drain(const Take& take);

 private:
  bool write_out();
  Result<void> drain_file(const Take& take);

  std::string folder_;
  Buffer memory_;  // behind those in the file
  Descriptor file_;
  std::uint64_t in_file_ = 0;
};

}  // namespace ranvier::bag
