// Compression of what a bag writes, beside what its storage does itself: whole files, or messages.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bag/storage/background.h"
#include "bag/storage/bytes.h"
#include "bag/storage/compression.h"
#include "bag/storage/types.h"

namespace ranvier::bag {

/// What is compressed, with zstd.
struct WriteCompression {
  enum class Mode : std::uint8_t { kNone, kFile, kMessage };
  Mode mode = Mode::kNone;
  std::size_t threads = 0;  ///< 0: as many as there are CPUs
  int nice = 0;             ///< of these threads: 19 the least urgent, -20 the most
};

/// Reads the words of rosbag2's options, in any case.
/// @param mode  "", "none", "file", "message". @param format  "" or "zstd".
/// Fails (kInvalidArgument) naming the word, and those that there are.
Result<WriteCompression> compression_of_words(const std::string& mode, const std::string& format,
                                              std::uint64_t threads, int nice);

/// Threads that compress.
/// Threads: all functions from one thread at a time.
class CompressionPool final {
 public:
  explicit CompressionPool(const WriteCompression& options);

  /// The messages with their bytes compressed, each by itself.
  /// Contract: blocks; valid until the next call.
  Result<std::span<const BagMessage>> compress(std::span<const BagMessage> messages);
  /// Runs a task on one of the threads. Contract: tasks must not throw.
  void run(std::function<void()> task);
  /// Waits until all tasks have run.
  void wait();

 private:
  struct Worker {
    Compressor compressor{Compression::kZstd, CompressionLevel::kFastest};
    Buffer joined;
    Result<void> done = {};
    Background thread;
  };
  void compress_some(std::size_t worker, std::span<const BagMessage> messages);
  Result<void> compress_one(Worker& worker, const BagMessage& message, Buffer& to);

  const int nice_;
  std::vector<Buffer> frames_;  // by message
  std::vector<Bytes> parts_;
  std::vector<BagMessage> made_;
  std::size_t next_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;  // last: their threads end first
};

}  // namespace ranvier::bag
