// A recording: samples in on many threads, a bag out on one.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "bag/record/record_target.h"
#include "bag/record/sample_queue.h"
#include "bag/storage/types.h"
#include "ranvier/base/result.h"
#include "ranvier/os/futex.h"

namespace ranvier::bag {

/// What was recorded of a topic, and what could not be.
struct TopicReport {
  std::string name;
  std::uint64_t kept = 0;  ///< messages in the bag
  std::uint64_t lost = 0;  ///< messages that are not
};

/// Writes what it is given on a thread of its own, and counts what it cannot.
///
/// Every message that is given to keep() is kept or lost, and every one that count_lost() tells of
/// is lost: report() has both numbers for each topic. Messages that come while it is paused are
/// neither.
///
/// Threads:  keep() and count_lost() on any thread, also under locks of a transport; all else on
///           any thread that holds none.
/// Lifetime: ends with close(); the destructor closes too. Nothing is kept after that.
class Recording final {
 public:
  /// The bag could not be written: nothing more is.
  using Failed = std::function<void(const Error&)>;

  /// Fails where the system has no thread left.
  /// @param failed  called once at most, on the writing thread; may be empty.
  static Result<std::unique_ptr<Recording>> start(std::unique_ptr<RecordTarget> target,
                                                  const SampleQueue::Options& options,
                                                  Failed failed);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// A topic more. It is in the bag, also without messages. @return its number in samples.
  std::uint32_t add_topic(Topic topic, Definition definition);
  /// Takes a sample over. @return whether it waits for the disk now; false: paused, or lost.
  /// Contract: any thread; never waits for the disk unless the queue's bound is 0.
  bool keep(Sample sample);
  /// So many messages of a topic were lost before they came here.
  void count_lost(std::uint32_t topic, std::uint64_t messages) {
    queue_.count_lost(topic, messages);
  }

  /// From now on messages are dropped, and not counted.
  void pause() noexcept { paused_.store(true, std::memory_order_relaxed); }
  void resume() noexcept { paused_.store(false, std::memory_order_relaxed); }
  bool paused() const noexcept { return paused_.load(std::memory_order_relaxed); }
  /// Messages that come from now on go into a new file, unless this one is empty: those that wait
  /// for the disk go into the present one.
  /// @return how many splits have been asked for, for wait_for_splits().
  std::uint64_t split();
  /// Waits until so many splits have been made, or nothing is written any more. Not where
  /// snapshots are taken: there the split comes behind the next one.
  void wait_for_splits(std::uint64_t splits);
  /// Writes what a snapshot holds. @return false if it holds nothing.
  bool snapshot() { return queue_.release() != 0; }

  /// In the order of add_topic().
  std::vector<TopicReport> report() const;
  /// Why nothing is written any more.
  std::optional<Error> failure() const;
  /// Writes what waits, completes the bag and ends the thread. The second time it does nothing.
  /// Fails with what ended the recording, or what the bag could not be completed for.
  Result<void> close();

 private:
  struct NamedTopic {
    Topic topic;
    Definition definition;
  };
  Recording(std::unique_ptr<RecordTarget> target, const SampleQueue::Options& options,
            Failed failed);
  void run();
  std::vector<std::size_t> take_splits(std::size_t batch);
  Result<void> one_round(std::span<const Sample> batch, std::size_t& kept);
  Result<void> announce();
  Result<void> write(std::span<const Sample> batch, std::size_t& kept);
  Result<void> flush_in_time();
  void flush_later();
  void count_splits(std::uint64_t made);
  void complete();
  void fail(const Error& error);

  const Failed failed_;
  SampleQueue queue_;
  std::atomic<bool> paused_{false};
  mutable Mutex mutex_{"bag recording"};
  std::vector<std::uint64_t> splits_ RANVIER_GUARDED_BY(mutex_);  // before samples of these numbers
  std::uint64_t asked_splits_ RANVIER_GUARDED_BY(mutex_) = 0;
  std::uint64_t made_splits_ RANVIER_GUARDED_BY(mutex_) = 0;  // all, where nothing is written now
  std::vector<NamedTopic> topics_ RANVIER_GUARDED_BY(mutex_);
  std::optional<Error> failure_ RANVIER_GUARDED_BY(mutex_);

  std::atomic<std::uint32_t> rings_{0};  // wait_for_splits() sleeps on it

  // Of the writing thread.
  const std::unique_ptr<RecordTarget> target_;
  std::vector<TopicId> ids_;          // by number, of those that the target knows
  std::vector<Bytes> parts_;          // of a batch: of each message one
  std::vector<BagMessage> messages_;  // of a batch
  std::int64_t flush_at_ = kForever;  // steady ns; there is nothing to flush: for ever

  Mutex ending_{"bag recording end"};  // who closes; the writing thread never does
  std::thread thread_ RANVIER_GUARDED_BY(ending_);
};

}  // namespace ranvier::bag
