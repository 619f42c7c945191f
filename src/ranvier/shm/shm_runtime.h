// A process's shared memory, and who serves it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "ranvier/msg/message.h"
#include "ranvier/os/fork.h"
#include "ranvier/os/mutex.h"
#include "ranvier/ring/segment.h"
#include "ranvier/run/shm_event.h"
#include "ranvier/shm/address.h"

namespace ranvier::shm {

/// What the host looks after: one end of a topic.
class Pollable {
 public:
  enum class Next {
    kWhenRung,  ///< nothing to do until somebody rings
    kLater,     ///< what could not be is to be tried again: ShmRuntime::retry()
    kSoon,      ///< something is expected that may come without a ring
    kNow        ///< there is more to do
  };
  virtual ~Pollable() = default;
  /// Named with a ring that is for it: its own, or one that others share; all
  /// until it is added.
  std::uint64_t groups() const noexcept { return groups_.load(std::memory_order_relaxed); }
  /// Does what there is to do. Contract: called by one thread at a time; no longer
  /// than a few messages take.
  virtual Next serve() = 0;

 private:
  friend class ShmRuntime;
  std::atomic<std::uint64_t> groups_{kEveryGroup};
};

/// What was taken in this round, for a process with several subscriptions of a
/// topic: they share one message, so it is decoded once.
/// Threads: whoever serves, but for leave().
class RoundCache final {
 public:
  /// How many subscriptions of this process read one publisher.
  using Readers = std::atomic<int>;

  /// One more reads this publisher. What is returned is there until it leaves.
  const Readers& join(const Gid& publisher);
  void leave(const Gid& publisher);  ///< from any thread
  /// Null unless another reader had it in this round.
  MessagePtr find(const Gid& publisher, std::uint64_t sequence, const TypeInfo& type) const {
    return messages_.empty() ? MessagePtr() : find_among(publisher, sequence, type);
  }
  /// Kept if others read its publisher too.
  void add(const Readers& readers, std::uint64_t sequence, const MessagePtr& message) {
    if (readers.load(std::memory_order_relaxed) > 1) keep(sequence, message);
  }
  void clear() noexcept {
    if (!messages_.empty()) messages_.clear();
  }

 private:
  void keep(std::uint64_t sequence, const MessagePtr& message);
  MessagePtr find_among(const Gid& publisher, std::uint64_t sequence, const TypeInfo& type) const;
  struct Taken {
    std::uint64_t sequence;
    MessagePtr message;
  };
  Mutex mutex_{"round cache"};  // innermost
  std::map<Gid, Readers, std::less<>, NearAllocator<std::pair<const Gid, Readers>>> readers_
      RANVIER_GUARDED_BY(mutex_);
  std::vector<Taken> messages_;  // of publishers with several readers
};

/// One segment and one event, made when there is a peer to reach: until then there is a
/// name for it, and no memory and no thread. Whoever has the watch of the event answers
/// (shm_event.h): an executor with nothing to do. While none has, a thread of the
/// host's own does, and of two hosts of one process that of the second always.
///
/// Threads:  all functions from any thread, unless they say otherwise.
/// Lifetime: shared by the routes of the process; the last one ends the thread.
///           After a fork the child has no use of it and must not end it.
class ShmRuntime final : public Near, private ShmEvent {
 public:
  struct Options {
    std::string parent = "/dev/shm";
    std::uint64_t limit = Segment::kDefaultLimit;
    /// Whether endpoints of this segment reach each other through it. In one process the
    /// network's route is cheaper: nobody else has to be woken.
    bool reaches_itself = true;
    /// ns that a peer may take to appear in shared memory, before the network serves it alone.
    std::int64_t patience = 5'000'000'000;
    /// ns until a peer that was not there, or had no memory, is tried again.
    std::int64_t retry = 1'000'000'000;
    /// Told in words what went wrong without a caller to tell. Any thread.
    std::function<void(const std::string&)> warn;
  };
  /// Removes what dead processes of this user left, first.
  static Result<std::shared_ptr<ShmRuntime>> open(const Options& options);
  ShmRuntime(const ShmRuntime&) = delete;
  ShmRuntime& operator=(const ShmRuntime&) = delete;

  const std::string& place() const noexcept { return place_; }
  /// Of the segment, whether or not it is made yet.
  const std::string& name() const noexcept { return name_; }
  /// Makes the segment, and the thread, with the first call. False if there is none and
  /// will be none: peers see that, and the first call says it. Contract: any thread, also
  /// under locks of the network; a few system calls the first time, then cheap.
  bool start() noexcept;
  /// From now on executors sleep on the event: there is something to be received. Others
  /// sleep on a word of their own, which costs less. Contract: after start() was true;
  /// cheap after the first call.
  void let_executors_watch() noexcept;
  /// Contract: after start() was true.
  const Ref<Segment>& segment() const noexcept { return segment_; }

  /// A number for an endpoint, by which peers find it. None if there are too many.
  std::optional<std::uint64_t> take_number();
  /// It is free for another endpoint, and says nothing any more.
  void give_number(std::uint64_t number) noexcept;

  /// From now on it is served; the host keeps it until remove().
  void add(std::shared_ptr<Pollable> served);
  /// It is served no more, but for a call that is under way.
  void remove(const Pollable& served);
  /// Serves this one here, until it has nothing to do, at most `rounds` times. Contract: not by
  /// one that serves, and without locks: waits for whoever serves.
  void catch_up(Pollable& served, std::size_t rounds);
  /// Makes whoever serves look at those, once there is a segment: before that there is
  /// nothing to serve. Contract: cheap; no lock.
  void serve_soon(std::uint64_t groups = kEveryGroup) const noexcept {
    if (started()) segment_->event(Segment::kRuntimeEvent).notify(groups);
  }

  /// Another process's segment, if it is there.
  struct Lookup {
    enum class Kind {
      kThere,
      kNotYet,   ///< or not any more
      kNever,    ///< its process says so
      kUnusable  ///< said once
    };
    Kind kind;
    Ref<Window> window;  ///< of kThere
  };
  /// Contract: system calls; more of them when it is found for the first time.
  Lookup look_for(const std::string& name);
  /// Whether a peer of that place can be reached. Says once if it is of this host and
  /// cannot. Contract: any thread, also under locks of the network.
  bool can_reach(const Address& peer) noexcept;
  std::int64_t patience() const noexcept { return patience_; }
  std::int64_t retry() const noexcept { return retry_; }
  /// True if the calling thread serves just now, in whatever depth of calls.
  bool serves_here() const noexcept { return serving_.held_here(); }
  void warn(const std::string& what) const {
    if (warn_) warn_(what);
  }
  /// The same on a thread of its own: whoever has locks calls this. A few times, no more.
  void warn_later(std::string what) noexcept;
  /// Of whoever serves.
  RoundCache& round_cache() noexcept { return round_cache_; }
  /// An executor sleeps on the event. For tests.
  bool watched() const noexcept { return started() && segment_->watched(Segment::kRuntimeEvent); }
  /// Messages that came in through shared memory. For tests and reports.
  std::uint64_t taken() const noexcept { return taken_.load(std::memory_order_relaxed); }
  /// A subscription that is not patient (Endpoint) reads from one publisher more here, or less.
  void count_impatient(int change) noexcept {
    impatient_.fetch_add(change, std::memory_order_relaxed);
  }
  /// Contract: by whoever serves.
  void count_taken() noexcept {
    taken_.store(taken_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

 private:
  // Side by side, so that those who are not named are not looked at.
  struct One {
    std::uint64_t groups;
    std::shared_ptr<Pollable> served;
  };
  using Everyone = NearVector<One>;
  ~ShmRuntime();
  static void end(ShmRuntime* runtime) noexcept;
  enum class State { kIdle, kStarted, kFailed };
  ShmRuntime(const Options& options, std::shared_ptr<const Folder> folder, Descriptor file,
             std::string name, std::string place);
  bool started() const noexcept {
    return state_.load(std::memory_order_acquire) == State::kStarted;
  }
  Result<void> make() RANVIER_REQUIRES(starting_);
  std::uint32_t count(WakeWord on) const noexcept override;
  void wait(WakeWord on, std::uint32_t seen, std::int64_t deadline) noexcept override;
  void answer() noexcept override;
  void notify(WakeWord on) noexcept override;
  void notify_all() noexcept override;
  std::uint32_t rung_for_us() const noexcept;
  void loop();
  bool naps(std::uint64_t taken_before, bool napped) noexcept;
  Pollable::Next serve();
  Pollable::Next serve_all(std::uint64_t groups);
  void look_who_is_there();
  std::optional<Ref<Window>> known_window(const std::string& name) const;
  void forget_dead_windows();
  // Without the lock: nobody else is left, and in a child of fork() a thread that is not
  // in it may have it.
  void end_threads() noexcept RANVIER_ATTRIBUTE(no_thread_safety_analysis);

  const std::function<void(const std::string&)> warn_;
  const std::shared_ptr<const Folder> folder_;
  const std::string name_;
  const std::string place_;
  const std::uint64_t limit_;
  const bool reaches_itself_;
  const std::int64_t patience_;
  const std::int64_t retry_;
  const MakingProcess made_by_;
  Mutex starting_{"shm starting"};  // guards the file and the segment, until they are made
  Descriptor file_ RANVIER_GUARDED_BY(starting_);  // of the segment to be, without a page or a name
  // What every message touches, side by side.
  Ref<Segment> segment_;
  std::atomic<State> state_{State::kIdle};
  std::atomic<bool> watch_wanted_{false};
  std::atomic<bool> installed_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint32_t> woken_{0};     // rings that only wake the watch
  std::atomic<std::uint32_t> answered_{0};  // of the others
  std::atomic<bool> asked_{false};          // somebody came while another served
  std::atomic<bool> ticking_{false};        // the thread serves again before long
  Mutex serving_{"shm serving"};
  // Guarded by it, which is tried and not waited for, but for what is atomic:
  std::uint64_t unfinished_ = 0;           // groups to be served whether or not they are named
  std::shared_ptr<const Everyone> known_;  // everyone_ as it was at this change
  std::uint32_t known_changes_ = 0;
  std::atomic<std::uint32_t> changes_{0};  // of everyone_
  std::atomic<std::uint64_t> taken_{0};
  std::atomic<int> impatient_{0};  // pairs that do not let the thread nap
  std::int64_t last_took_ = 0;     // ns, steady: the thread's last round that brought something
  RoundCache round_cache_;
  mutable Mutex mutex_{"shm runtime"};  // innermost
  std::uint32_t added_ RANVIER_GUARDED_BY(mutex_) = 0;
  std::shared_ptr<const Everyone> everyone_ RANVIER_GUARDED_BY(mutex_);
  std::map<std::string, Ref<Window>> windows_ RANVIER_GUARDED_BY(mutex_);  // null: cannot be opened
  std::vector<std::uint64_t> free_numbers_ RANVIER_GUARDED_BY(mutex_);
  std::uint64_t next_number_ RANVIER_GUARDED_BY(mutex_) = 0;
  std::atomic<bool> someone_apart_{false};
  std::vector<std::thread> saying_ RANVIER_GUARDED_BY(mutex_);  // each one thing, once
  std::thread thread_;                                          // last: it uses what stands above
};

}  // namespace ranvier::shm
