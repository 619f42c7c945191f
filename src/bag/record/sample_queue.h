// Between the threads that receive messages and the one that writes them.
//
// A sample is not copied: it keeps the block that it came in, of shared memory or of the network,
// until it is written. The transport bounds how many blocks one reader may keep (ring_reader.h)
// and copies beyond that, so what waits here holds up no publisher.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ranvier/base/annotations.h"
#include "ranvier/os/mutex.h"

namespace ranvier::bag {

/// One message on its way to the disk.
struct Sample {
  std::uint32_t topic = 0;       ///< number of its topic in the recording
  std::int64_t received_ns = 0;  ///< since the epoch, or of the clock that the recording follows
  std::int64_t sent_ns = 0;      ///< since the epoch; 0: the network does not tell
  std::shared_ptr<const void> keeper;  ///< its bytes stay as long as this
  const std::byte* data = nullptr;
  std::size_t size = 0;  ///< bytes
};

/// What became of the messages of a topic.
struct TopicCounts {
  std::uint64_t kept = 0;  ///< are in the bag
  std::uint64_t lost = 0;  ///< came, or would have come, and are not
};

/// Samples that wait for the disk, oldest first, bounded in bytes; and the counts of each topic.
///
/// Threads:  push() on any, also under locks of a transport; take() and done() on one; all else on
///           any. Lock: "bag samples".
/// Memory:   grows up to the bound; a batch that was taken counts until done().
class SampleQueue final {
 public:
  struct Options {
    /// Bytes of samples that may wait or be under way to the disk. One sample is let in at any
    /// bound. 0: push() waits until its sample is written.
    std::size_t most_bytes = std::size_t{100} << 20;
    /// A full queue drops its oldest sample, and nothing is taken before release(): a snapshot.
    /// What is dropped so is not counted, and while one is written, another such lot may wait.
    bool keeps_newest = false;
    /// Bytes that take() gives at once, about: what is written makes room before the rest is. A
    /// snapshot is given whole.
    std::size_t at_once = std::size_t{8} << 20;
  };
  explicit SampleQueue(const Options& options) : options_(options) {}

  /// A topic more. @return its number; the first is 0.
  std::uint32_t add_topic();
  /// Lets a sample in, or counts it as lost: the queue is full, or closed by a failure.
  /// @return whether it was let in. Contract: blocks only at the bound 0.
  bool push(Sample sample);
  /// Messages of a topic were lost before they came here.
  void count_lost(std::uint32_t topic, std::uint64_t messages);
  /// Messages of a topic that were done() as kept are lost.
  void count_died(std::uint32_t topic, std::uint64_t messages);
  std::vector<TopicCounts> counts() const;

  /// Lets out what a snapshot holds, oldest first. @return how many samples.
  std::size_t release();
  /// Ends take(): what waits is still taken. Nothing more is let in.
  void close();
  /// Ends take() at once: what waits, and what comes, is lost.
  void fail();
  bool keeps_newest() const noexcept { return options_.keeps_newest; }
  /// Makes take() return though nothing came.
  void wake();

  /// The oldest of what waits, moved into `batch`, which is emptied first. It lets small samples gather for a
  /// moment, so that they cost one write together.
  /// @param until  steady ns: then it returns without any; kForever waits.
  /// @return false at the end: it was closed and everything has been taken, or it failed.
  /// Contract: blocks. Samples that were taken before are done().
  bool take(std::vector<Sample>& batch, std::int64_t until);
  /// Samples that were let in before those of the batch that was taken last, or before what would
  /// have been in it. Contract: the taking thread.
  std::uint64_t before_batch() const;
  /// Samples that were let in, ever.
  std::uint64_t let_in() const;
  /// The batch that was taken is in the bag up to `kept`, and lost from there on.
  void done(std::vector<Sample>& batch, std::size_t kept);

 private:
  enum class Sleeps : std::uint8_t { kNo, kUntilAny, kUntilMany };
  static std::size_t cost(const Sample& sample) noexcept { return sample.size + sizeof(Sample); }
  bool full(std::size_t more) const RANVIER_REQUIRES(mutex_);
  void drop_oldest(std::vector<Sample>& dropped, std::size_t until) RANVIER_REQUIRES(mutex_);
  bool let_in(Sample&& sample, std::vector<Sample>& dropped, bool& wakes) RANVIER_REQUIRES(mutex_);
  bool may_take() const RANVIER_REQUIRES(mutex_);
  Sleeps why_to_sleep(std::int64_t now) const RANVIER_REQUIRES(mutex_);
  bool end_sleep() RANVIER_REQUIRES(mutex_);
  void ring() noexcept;
  void wait_until_written(std::uint64_t number);
  void move_out(std::vector<Sample>& batch, std::int64_t now) RANVIER_REQUIRES(mutex_);
  void close_up() RANVIER_REQUIRES(mutex_);

  const Options options_;
  mutable Mutex mutex_{"bag samples"};
  std::vector<Sample> waiting_ RANVIER_GUARDED_BY(mutex_);
  std::size_t first_ RANVIER_GUARDED_BY(mutex_) = 0;  // of those that wait: older ones were dropped
  std::size_t bytes_ RANVIER_GUARDED_BY(mutex_) = 0;  // of those that wait
  std::size_t under_way_ RANVIER_GUARDED_BY(mutex_) = 0;  // bytes of the batch that was taken
  std::vector<TopicCounts> counts_ RANVIER_GUARDED_BY(mutex_);
  std::uint64_t let_in_ RANVIER_GUARDED_BY(mutex_) = 0;  // samples, ever
  std::uint64_t before_batch_ RANVIER_GUARDED_BY(mutex_) = 0;
  std::uint64_t written_ RANVIER_GUARDED_BY(mutex_) = 0;      // of them: done
  std::int64_t active_until_ RANVIER_GUARDED_BY(mutex_) = 0;  // steady ns: it gathers until then
  bool closed_ RANVIER_GUARDED_BY(mutex_) = false;
  bool failed_ RANVIER_GUARDED_BY(mutex_) = false;
  bool released_ RANVIER_GUARDED_BY(mutex_) = false;
  bool woken_ RANVIER_GUARDED_BY(mutex_) = false;
  Sleeps sleeps_ RANVIER_GUARDED_BY(mutex_) = Sleeps::kNo;
  std::atomic<std::uint32_t> rings_{0};    // take() sleeps on it
  std::atomic<std::uint32_t> batches_{0};  // push() sleeps on it, at the bound 0
};

}  // namespace ranvier::bag
