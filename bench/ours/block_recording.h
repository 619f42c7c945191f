// Recording in turn: in every other block of time, or none.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bench/common/conductor.h"

namespace ranvier::bench {

/// Records all events of this process in the blocks that block_records(), from a start to
/// a stop, and has no recorder in the others. The trace of block N lies in `directory`/N;
/// those of the last few stay.
///
/// Threads: one of its own, asleep between the ends of blocks.
class BlockRecording final {
 public:
  explicit BlockRecording(std::string directory);
  ~BlockRecording();
  BlockRecording(const BlockRecording&) = delete;
  BlockRecording& operator=(const BlockRecording&) = delete;

  /// Ends it. Adds a line "cpu BLOCK NS" for each block: what the process used of the CPU in
  /// the part of it that counts; and the numbers "recorded" and "discarded" of events.
  /// Throws what went wrong meanwhile.
  void end(Findings& findings);

 private:
  struct Used {
    std::int64_t block;
    std::int64_t cpu_ns;
  };

  void run() noexcept;
  void go_through_blocks();
  /// One block; false if it is the last. `block` moves on.
  bool go_through(std::int64_t& block);
  /// @return false if it is to end first.
  bool sleep_until(std::int64_t ns);
  void start(std::int64_t block);
  void stop();

  const std::string directory_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ends_ = false;  // under the lock
  std::deque<std::string> kept_;
  bool records_ = false;
  std::vector<Used> used_;
  double recorded_ = 0;
  double discarded_ = 0;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace ranvier::bench
