// Loads blocks of an MCAP file before they are needed.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "bag/storage/mcap_index.h"

namespace ranvier::bag::mcap {

/// A thread that reads, decompresses and checks blocks in the order in which they are asked for:
/// who plays messages on time does not wait for that.
///
/// Threads:  one at a time. It begins its own with the first block; where the system has none left,
///           ask() loads.
/// Lifetime: the file and the blocks that were asked for outlive it, or the next clear().
/// Memory:   about kMost bytes of blocks and one block more, whatever a file says of their sizes.
class Loader final {
 public:
  struct Loaded {
    Buffer buffer;
    Result<Bytes> records = Bytes();  ///< lie in it; or as load() fails
  };
  /// Of blocks that are ahead: their bytes in the file, and the bytes of records that are loaded.
  static constexpr std::uint64_t kMost = std::uint64_t{8} << 20;
  static constexpr std::size_t kMostBlocks = 16;

  explicit Loader(const InputFile& file) : file_(file) {}
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// Forgets all that was asked for, after the block that is being loaded.
  void clear();
  /// Whether few blocks are ahead: then ask() until it is full, so that one wake-up serves several.
  [[nodiscard]] bool is_low() const noexcept;
  /// Whether there is room for that one too. Contract: always, if none is ahead.
  [[nodiscard]] bool has_room(const Block& block) const noexcept;
  void ask(const Block& block);
  /// The block that was asked for first. Contract: one was; blocks until it is loaded.
  Loaded take();
  /// Memory that is used again.
  void give_back(Buffer buffer);
  /// Bytes of records that are loaded, and wait for take(). For tests.
  [[nodiscard]] std::uint64_t loaded_bytes();

 private:
  struct Slot {
    const Block* block;
    std::optional<Loaded> loaded;
  };
  void loop();
  bool may_load() const noexcept;
  Loaded load_one(const Block& block, Buffer buffer);

  const InputFile& file_;
  // Of the caller.
  std::size_t blocks_ = 0;   // ahead
  std::uint64_t bytes_ = 0;  // of the file, of those
  std::thread thread_;

  std::mutex mutex_;  // nothing is locked under it
  std::condition_variable changed_;
  std::deque<Slot> slots_;
  std::size_t next_ = 0;            // of slots_: is loaded next
  std::uint64_t loaded_bytes_ = 0;  // of the slots before it
  bool loading_ = false;
  bool stopping_ = false;
  std::vector<Buffer> spare_;
  Buffer scratch_;  // of the loading thread
};

}  // namespace ranvier::bag::mcap
