// Hands out the memory of our own segment.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/os/mutex.h"
#include "ranvier/ring/folder.h"

namespace ranvier::ring {

/// A piece of the segment. `size` is what was asked for, rounded up.
struct Block {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Blocks of a file that grows on demand, up to a limit.
///
/// What is free is known by this process alone: nothing of it lies in shared
/// memory. Sizes are rounded up by less than a quarter; blocks of a size are used
/// again last in, first out. When the limit is met, free neighbours are merged.
/// A block's pages exist before it is handed out, so that a full /dev/shm is an
/// error here and not a bus error later.
///
/// Threads: all functions from any thread. Lock: innermost.
class Arena final {
 public:
  /// @param file  outlives this; owned by the segment.
  Arena(const Descriptor& file, std::uint64_t first, std::uint64_t limit)
      : file_(file), limit_(limit), top_(first), highest_(first) {}

  /// Contract: no system call and no allocation for a size that was given back
  /// before. @return kFull at the limit, or if the system has no memory left.
  Result<Block> allocate(std::uint64_t bytes);
  /// Contract: any thread, no allocation.
  void free(Block block) noexcept;
  /// Gives the pages of large free blocks back to the system.
  void trim();
  /// Bytes in blocks that are out.
  std::uint64_t used() const;

  /// A block's size for so many bytes, and the number of that size.
  struct Size {
    std::uint64_t bytes;
    std::size_t number;
  };
  static Size round_up(std::uint64_t bytes) noexcept;

 private:
  static constexpr std::size_t kSizes = 4 + 4 * 32;
  struct Sized {
    std::vector<std::uint64_t> free;  // offsets; has room for all blocks of the size
    std::size_t out = 0;
  };

  bool carve(std::uint64_t bytes, std::uint64_t& offset) RANVIER_REQUIRES(mutex_);
  bool commit(std::uint64_t offset, std::uint64_t bytes) const noexcept;
  void give_back(std::uint64_t begin, std::uint64_t end) const noexcept;
  void merge() RANVIER_REQUIRES(mutex_);
  void merge_ranges() RANVIER_REQUIRES(mutex_);
  Error full(std::uint64_t bytes, const char* why) const;

  const Descriptor& file_;
  const std::uint64_t limit_;
  mutable Mutex mutex_{"arena"};
  std::uint64_t top_ RANVIER_GUARDED_BY(mutex_);      // all is free from here on
  std::uint64_t highest_ RANVIER_GUARDED_BY(mutex_);  // that top_ ever was: the file ends there
  std::uint64_t used_ RANVIER_GUARDED_BY(mutex_) = 0;
  std::array<Sized, kSizes> sizes_ RANVIER_GUARDED_BY(mutex_);
  std::vector<Block> ranges_
      RANVIER_GUARDED_BY(mutex_);  // free, of any size, perhaps without pages
};

}  // namespace ranvier::ring
