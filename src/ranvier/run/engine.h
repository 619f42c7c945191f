// The executor: threads that sleep on one event count and run what became ready.
//
// There is no wait set and no scan. Works queue themselves when they become
// ready; the engine runs them in that order. Timers that are due go before
// queued works, but a round of due timers is followed by one queued work, so a
// timer that is always due starves nobody. A work with a backlog runs one piece
// and queues again at the end.
//
// With another order (use_order) each thread, whenever it is free, takes the most
// urgent of all that are ready, due timers among them: of one priority or deadline,
// the one that became ready first. Nothing runs past the queue then.
//
// A sequence (use_rounds) is run in rounds by one thread (rounds.h).
//
// A thread that finds nothing sleeps (sleepers.h). New work wakes a sleeper only if
// it lets one more thread work: a work of an exclusive strand that is busy, or
// already has a work waiting, wakes nobody, nor does a timer of a busy strand.
// A thread that frees a strand runs its next work. A thread that takes one work from
// the queue and leaves others there wakes a sleeper for them (call_for_work).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "ranvier/run/division.h"
#include "ranvier/run/event_count.h"
#include "ranvier/run/order.h"
#include "ranvier/run/round_runner.h"
#include "ranvier/run/sleepers.h"
#include "ranvier/run/timer.h"
#include "ranvier/run/watched.h"
#include "ranvier/run/work.h"

namespace ranvier {

struct EngineLook;
struct RoundRules;

/// One executor, whatever its name at the api.
///
/// Threads:  spin*() from as many threads as shall run callbacks; the rest from
///           any thread. Lock: "engine", the innermost of the lock order.
/// Lifetime: every strand must be detached before it is destroyed.
class Engine final {
 public:
  Engine() = default;
  /// One that runs the strand of a part of another.
  explicit Engine(EnginePart& part) noexcept : part_(&part) {}
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// What is ready already takes its place in the new order. Contract: any thread.
  void use_order(Order order) RANVIER_EXCLUDES(mutex_);
  Order order() RANVIER_EXCLUDES(mutex_) {
    Lock lock(mutex_);
    return order_;
  }

  /// From the next spin*() on works run in rounds. Contract: while nobody spins; one thread
  /// spins from then on.
  void use_rounds(RoundRules rules);
  bool in_rounds() const noexcept { return rounds_ != nullptr; }
  /// True if it has a strand of a divided engine (division.h).
  bool is_part() const noexcept { return part_ != nullptr; }
  /// What rounds hold of strands that were detached waits in them. Contract: any thread.
  void give_back_moved() noexcept;

  /// How often stop() was called: spin() returns once it is not `stops` any
  /// more, so a stop between the caller's checks and its spin() is not missed.
  std::uint32_t stops() const noexcept { return stops_.load(std::memory_order_acquire); }
  /// Runs works on this thread. Contract: allocates nothing.
  void spin(std::uint32_t stops);
  /// Runs one work; waits for it until `deadline` (steady ns, kForever).
  /// @return false if there was none in time or the engine was stopped.
  bool spin_once(std::int64_t deadline);
  /// Runs what is ready at entry, nothing that becomes ready meanwhile, and
  /// starts none after `deadline`. Of the parts of a whole it runs one (Work::set_part).
  /// @return whether anything ran.
  bool spin_ready(std::int64_t deadline = kForever);

  /// For executors of users, who decide when what is next runs: takes the next
  /// work out of the order, waiting for it until `deadline`. Its strand is not
  /// occupied yet. Null if there was none in time, or if stops() was not or is
  /// not `stops` any more. The caller gives it to begin().
  Work* pull(std::int64_t deadline, std::uint32_t stops);
  /// Occupies the strand of a pulled work: the caller may run() it, once, on any
  /// thread, and then must end() it, or give_up() if it did not run. False if the
  /// strand is busy or gone: then the work is where it belongs, and comes again.
  bool begin(Work& work);
  /// The same, but one that is gone is the caller's still, for put_back().
  Begun begin_here(Work& work);
  static void put_back(Work& work) noexcept;
  void run(Work& work);
  void run_read(Work& work);  ///< after Work::read(), if it was called
  static void end(Work& work) noexcept;
  static void give_up(Work& work) noexcept;  ///< it is ready again

  /// Makes every spin*() under way return soon; the next one runs again.
  /// Contract: async-signal-safe.
  void stop() noexcept;
  /// The same for good: no later spin*() runs anything either.
  void stop_for_good() noexcept;
  /// True if these are the stops() after stop_for_good().
  static bool for_good(std::uint32_t stops) noexcept { return (stops & kForGood) != 0; }
  /// True while some thread is inside a spin*().
  bool spinning() const noexcept { return spinners_.load(std::memory_order_acquire) > 0; }
  /// True if this thread is inside a spin*() of this engine.
  bool spins_here() const noexcept;
  /// Threads that wait here for other processes have a short slice from now on (os/slice.h).
  void use_short_slices() noexcept { short_slices_.store(true, std::memory_order_relaxed); }
  bool short_slices() const noexcept { return short_slices_.load(std::memory_order_relaxed); }
  /// Who spins waits by himself, in spin_once(0) when `file`, an eventfd, can be read: it is
  /// written whenever work becomes ready, a timer is armed or stop() is called. -1: nobody does.
  /// Contract: before strands are attached; the file stays open for as long as the engine is.
  void wake_through(int file) noexcept { wake_file_.store(file, std::memory_order_release); }
  /// Its strands are given to parts from now on. Contract: before strands are attached; the
  /// division stays for as long as the engine is.
  void divide(Division& division) noexcept {
    division_.store(&division, std::memory_order_release);
  }
  /// Whether its part is told when work becomes ready or a timer is armed.
  void report_work(bool report) noexcept {
    wake_file_.store(report ? kTellPart : kNobody, std::memory_order_release);
  }
  /// True if something is ready, or some timer runs.
  bool has_work() RANVIER_EXCLUDES(mutex_);
  /// Whether its threads answer what other processes send (shm_event.h): not, for the whole
  /// process, or first of all what is for its strand. The last for a part alone.
  enum class Watches : std::uint8_t { kNothing, kAll, kOwn };
  /// Contract: any thread. A thread that has the watch by then keeps it until it has work.
  void set_watches(Watches what) noexcept;
  /// When the next timer is due (steady ns, kForever): for who waits by himself.
  std::int64_t due() RANVIER_EXCLUDES(mutex_);
  /// A copy of the book of sleepers, for tests and diagnosis.
  Sleepers sleepers() RANVIER_EXCLUDES(mutex_);
  /// Its works that run and wait, for the watch: see watch/look.h. Contract: under a Watched.
  EngineLook look(const Watched& watched) RANVIER_EXCLUDES(mutex_);

 private:
  friend class RingBatch;
  friend class Strand;
  friend class Timer;
  friend class Work;
  class Spinning;
  class Current;

  // What one spin*() call may take.
  struct Quota {
    std::uint64_t last_ticket = UINT64_MAX;  // queued works up to this one
    std::int64_t timers_until = kForever;    // timers due at or before this
    bool starts = true;                      // else the work is pulled only
    bool ends() const noexcept { return last_ticket != UINT64_MAX; }
  };

  static constexpr int kNobody = -1, kTellPart = -2;   // in wake_file_
  static constexpr std::uint32_t kForGood = 1u << 31;  // in stops_

  // Called by a strand that this engine has, under the strand's mutex.
  void enqueue(Work& work) RANVIER_EXCLUDES(mutex_);
  Sleepers::Call queue(Work& work) RANVIER_EXCLUDES(mutex_);
  void wake_outside() const noexcept {
    const int file = wake_file_.load(std::memory_order_acquire);
    if (file != kNobody) tell_outside(file);
  }
  void tell_outside(int file) const noexcept;
  bool is_part_of(const Engine& engine) const noexcept {
    return part_ != nullptr && &part_->whole == &engine;
  }
  bool enter_inline(Strand& strand, Work& work) RANVIER_EXCLUDES(mutex_);
  bool enter_next(Work& work) RANVIER_EXCLUDES(mutex_);
  bool enter(Strand& strand, Work& work) RANVIER_REQUIRES(mutex_);
  void leave(Strand& strand) RANVIER_EXCLUDES(mutex_);
  void forget(Strand& strand, WorkList& waiting) RANVIER_EXCLUDES(mutex_);
  void withdraw(Work& work, WorkList& taken) RANVIER_EXCLUDES(mutex_);
  void arm(Timer& timer) RANVIER_EXCLUDES(mutex_);
  void disarm(Timer& timer) RANVIER_EXCLUDES(mutex_);

  // What the calling thread was to run next is queued, whatever engine's it is; it takes
  // nothing more past the queue until it sleeps again.
  static void queue_next() noexcept;

  // A batch will ring: until it has, this engine stays.
  void owe_ring() noexcept { rings_owed_.fetch_add(1, std::memory_order_relaxed); }
  void ring_owed() noexcept RANVIER_EXCLUDES(mutex_);

  Work* take(const Quota& quota, Current& current) RANVIER_EXCLUDES(mutex_);
  void end_last(Current& current) noexcept RANVIER_EXCLUDES(mutex_);
  Strand* free_if_here(Strand& strand) RANVIER_REQUIRES(mutex_);
  void unpark(Current& current) noexcept RANVIER_EXCLUDES(mutex_);
  void park(Current& current) RANVIER_REQUIRES(mutex_);
  void begin_watch(Current& current) RANVIER_REQUIRES(mutex_);
  Work* take_in_turn(const Quota& quota) RANVIER_REQUIRES(mutex_);
  Work* take_most_urgent(const Quota& quota) RANVIER_REQUIRES(mutex_);
  Timer* next_due_timer(std::int64_t until) RANVIER_REQUIRES(mutex_);
  Timer* take_timer(const Quota& quota) RANVIER_REQUIRES(mutex_);
  void insert(Work& work, std::int64_t ready_at) noexcept RANVIER_REQUIRES(mutex_);
  Work* pop_ready(const Quota& quota) noexcept RANVIER_REQUIRES(mutex_);
  Work* take_queued(const Quota& quota) RANVIER_REQUIRES(mutex_);
  Work* take_part(Work& popped) noexcept RANVIER_REQUIRES(mutex_);
  bool start(Work& work) RANVIER_REQUIRES(mutex_);
  bool start_pulled(Work& work) noexcept RANVIER_EXCLUDES(mutex_);
  void uncount_ready(Strand& strand) RANVIER_REQUIRES(mutex_);
  bool count_ready(Strand& strand) RANVIER_REQUIRES(mutex_);
  void occupy(Strand& strand) RANVIER_REQUIRES(mutex_);
  void free_strand(Strand& strand) RANVIER_REQUIRES(mutex_);
  bool park(Work& work) RANVIER_REQUIRES(mutex_);
  void unpark(Work& work) RANVIER_REQUIRES(mutex_);
  std::int64_t next_due() RANVIER_REQUIRES(mutex_);
  Sleepers::Call call_for_work() RANVIER_REQUIRES(mutex_);
  Quota quota_now() RANVIER_EXCLUDES(mutex_);
  template <class Run>
  void run_pulled(Run run);
  bool spin_rounds(std::int64_t until, std::uint32_t stops, bool once);

  EventCount event_count_;
  std::atomic<std::uint32_t> stops_{0};
  std::atomic<int> spinners_{0};
  std::atomic<int> rings_owed_{0};
  std::atomic<bool> short_slices_{false};
  std::atomic<int> wake_file_{kNobody};
  Mutex mutex_{"engine"};
  Order order_ RANVIER_GUARDED_BY(mutex_) = Order::kArrival;
  WorkList ready_ RANVIER_GUARDED_BY(mutex_);
  std::uint64_t tickets_ RANVIER_GUARDED_BY(mutex_) = 0;  // works ever queued in ready_
  // How many of them threads could run now, side by side: each one of a
  // reentrant strand, one of an exclusive strand that is free.
  std::uint32_t open_ RANVIER_GUARDED_BY(mutex_) = 0;
  TimerHeap timers_ RANVIER_GUARDED_BY(mutex_);
  std::uint32_t blocked_timers_ RANVIER_GUARDED_BY(mutex_) = 0;  // their strand is busy
  Sleepers sleepers_ RANVIER_GUARDED_BY(mutex_);
  std::int64_t round_until_ RANVIER_GUARDED_BY(mutex_) = 0;  // timers of this round; 0: no round
  std::atomic<Watches> watches_{Watches::kAll};
  std::atomic<Division*> division_{nullptr};
  EnginePart* const part_ = nullptr;
  const WatchedEngine watched_{*this};
  std::unique_ptr<RoundRunner> rounds_;  // null but in a sequence
};

}  // namespace ranvier
