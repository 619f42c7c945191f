// What an executor runs: a piece of work, and the strand that orders it.
//
// A subscription, a timer, a service, a client, a user's waitable: each is one
// Work. It is ready or not; when it becomes ready it is queued once on the
// engine of its strand, and a thread that spins runs it there.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "ranvier/base/near_heap.h"
#include "ranvier/base/ref.h"
#include "ranvier/os/mutex.h"

namespace ranvier {

class Engine;
class Strand;
class Timer;

/// An entity may have several works: an action's client has three services and two topics. They are
/// parts of one whole, and one spin_ready() runs one of them. kLast runs if no other part is ready.
enum class Part : std::uint8_t { kAny, kLast };

/// A callback with a queue place.
///
/// Threads:  make_ready() and retire() from any thread; run() on the threads
///           that spin the engine, one at a time if the strand is exclusive.
/// Lifetime: counted; a queued or running work is kept alive by the engine. Its
///           owner calls retire() before dropping it.
class Work : public Counted {
 public:
  explicit Work(Ref<Strand> strand) noexcept;
  ~Work() override;

  /// Queues this once, on the engine of its strand, and rings. Without an
  /// engine it waits in the strand for one.
  /// Contract: any thread, no allocation, no system call if nobody sleeps.
  void make_ready() noexcept;
  /// The same past all queues: true if the calling thread runs this next, by run_next(). So
  /// it is if the thread is one of the engine, woke for what other processes sent, and has
  /// found nothing before this; if no timer is due; and if the strand is exclusive and free,
  /// with nothing queued. The strand is occupied from then on: run_next() follows, or
  /// not_run().
  /// Contract: any thread, no allocation, no system call; false costs a look at one word
  /// on all threads but those that just woke.
  bool make_next() noexcept;

  /// From here on run() is not started any more; one that is under way ends by
  /// itself. No queue keeps this: who stops what makes it ready, and calls this again, may
  /// drop it with the code that it runs. (A thread that spins has what it took.)
  /// Contract: any thread, more than once too.
  void retire() noexcept;
  bool retired() const noexcept { return retired_.load(std::memory_order_acquire); }

  /// What the order of its engine goes by (Engine::use_order): a priority, or nanoseconds from
  /// becoming ready. Takes effect when it becomes ready again. Contract: any thread.
  void set_order_value(std::int64_t value) noexcept {
    order_value_.store(value, std::memory_order_relaxed);
  }
  std::int64_t order_value() const noexcept { return order_value_.load(std::memory_order_relaxed); }

  /// @param whole  the address of the entity that it is a part of; null: it is the only work of one.
  /// Contract: any thread; all parts of a whole are of one strand.
  void set_part(const void* whole, Part part) noexcept {
    part_.store(part, std::memory_order_relaxed);
    whole_.store(whole, std::memory_order_relaxed);
  }

  Strand& strand() const noexcept { return *strand_; }
  /// run() on this thread, past engine and strand, for who waits by himself.
  void run_here() { run(); }

 protected:
  /// Does one piece and returns. Found nothing to do: returns too, as a work
  /// may be run once too often. Exceptions pass through spin() to its caller.
  virtual void run() = 0;
  /// After make_next(): does what it was asked for.
  virtual void run_next() { run(); }
  /// After make_next(), if its turn does not come at once: the engine stops, or a callback
  /// runs first on the thread. Contract: makes it ready, if there is something to do.
  virtual void not_run() noexcept {}

  /// For rounds, which read before they run (rounds.h): keeps the next piece for run_read().
  /// Contract: while it is queued and pulled, on the thread that runs it.
  virtual void read() {}
  /// What read() kept is where it was again.
  virtual void unread() noexcept {}
  /// Does the piece that read() kept; without one, as run().
  virtual void run_read() { run(); }

  // Whether somebody beside the executor hears of arrivals (ready_listeners.h); a ReadyListeners of
  // the subclass keeps it. Here, in a line that every arrival touches.
  bool listened() const noexcept { return listened_.load(std::memory_order_relaxed); }
  std::atomic<bool> listened_{false};

 private:
  friend class Engine;
  friend class Rounds;
  friend class Strand;
  friend class WorkList;

  virtual Timer* as_timer() noexcept { return nullptr; }

  std::atomic<bool> queued_{false};  // in a list, of the engine or the strand
  std::atomic<bool> retired_{false};
  std::atomic<Part> part_{Part::kAny};
  const Ref<Strand> strand_;
  Work* next_ = nullptr;      // guarded like the list that it is in
  std::uint64_t ticket_ = 0;  // place in the engine's order of becoming ready
  std::int64_t rank_ = 0;     // place in the order that the engine was given; the lowest runs first
  std::atomic<std::int64_t> order_value_{0};
  std::atomic<const void*> whole_{nullptr};
};

/// A list through Work::next_, first in, first out but for insert_*(). Holds no reference itself.
class WorkList final {
 public:
  bool empty() const noexcept { return first_ == nullptr; }
  Work* first() const noexcept { return first_; }
  void push(Work& work) noexcept;
  void push_front(Work& work) noexcept;
  void insert_last(Work& work) noexcept;   ///< by rank, behind its equals
  void insert_first(Work& work) noexcept;  ///< by rank, before its equals
  Work* pop() noexcept;                    ///< null if empty
  /// Takes out the first that is wanted; null if none is.
  template <class Wanted>
  Work* pop_first(Wanted wanted) noexcept;
  /// Takes out what is wanted, in order, and hands it to `to`.
  template <class Wanted>
  void move_if(Wanted wanted, WorkList& to) noexcept;
  template <class See>
  void for_each(See see) const {
    for (const Work* work = first_; work != nullptr; work = work->next_) see(*work);
  }

 private:
  template <class Before>
  void insert(Work& work, Before before) noexcept;
  void insert_behind(Work* previous, Work& work) noexcept;

  Work* first_ = nullptr;
  Work* last_ = nullptr;
};

/// What came of an attempt to begin a pulled work: it may run; its strand is busy, and it comes
/// again; or another engine has its strand now, or none.
enum class Begun : std::uint8_t { kYes, kLater, kMoved };

/// A callback group: says which works may run at the same time, and which
/// engine runs them.
///
/// Threads: all functions from any thread. Lock: "strand" of the lock order.
class Strand final : public Counted, public Near {
 public:
  enum class Kind : std::uint8_t { kExclusive, kReentrant };
  explicit Strand(Kind kind) noexcept : kind_(kind), number_(next_number()) {}

  Kind kind() const noexcept { return kind_; }
  /// From 1 on; another for each strand of the process, until 2^32 were made.
  std::uint32_t number() const noexcept { return number_; }
  /// Hands every work of this strand to `engine`; what waited is queued there.
  /// False if an engine has it already.
  bool attach(Engine& engine);
  /// Takes the works back; they wait for the next attach(). Nothing happens if
  /// `engine` is not the one that has it.
  void detach(Engine& engine) noexcept;
  /// If `engine` or a part of it has this, asks the engine again which part shall.
  void move(Engine& engine);
  bool attached() const noexcept;
  /// True if it is attached to a part of `engine`, too.
  bool attached_to(const Engine& engine) const noexcept;
  /// Its callback group has another entity: who names its thread by them hears of it.
  void group_changed() noexcept;
  /// Its callback group is gone: no thread is kept for it.
  void group_gone() noexcept;
  /// Whose it is, as a name: it may be gone. Null if no engine has it.
  const Engine* engine() const noexcept { return engine_.load(std::memory_order_acquire); }
  /// True if the calling thread is one that spins this strand's engine: it
  /// must not wait for works of this strand.
  bool drained_here() const noexcept;
  /// True while a work of this strand runs on some thread. Once no engine has
  /// the strand, false stays until the next attach().
  bool busy() const noexcept { return at_work_.load(std::memory_order_acquire) > 0; }
  /// Runs `work` now on this thread, if an engine spins, nothing of an
  /// exclusive strand runs, and `work` has nothing queued. `run` is what to do.
  /// @return false if it must be queued instead.
  template <class Run>
  bool run_inline(Work& work, Run&& run);
  /// Moves the deadline of an armed timer on as if it had run now, for who calls
  /// it past the engine. False if it is not armed.
  bool call(Timer& timer) noexcept;

 private:
  friend class Engine;
  friend class Work;
  friend class Timer;

  void submit(Work& work) noexcept;
  bool is_with(const Engine& engine) const noexcept RANVIER_REQUIRES(mutex_);
  void join(Engine& engine) RANVIER_REQUIRES(mutex_);
  WorkList leave_engine() noexcept RANVIER_REQUIRES(mutex_);
  Begun begin(Engine& engine, Work& work) noexcept;
  void withdraw(Work& work) noexcept;
  // Without our mutex: they may destroy works.
  static void drop(WorkList& works) noexcept;
  RANVIER_COLD static void drop(Work& work) noexcept;
  void start(Timer& timer);
  void cancel(Timer& timer) noexcept;
  bool enter_inline(Work& work) noexcept;
  void leave() noexcept;
  void count_at_work(int change) noexcept {
    at_work_.store(at_work_.load(std::memory_order_relaxed) + change, std::memory_order_release);
  }

  static std::uint32_t next_number() noexcept;

  static constinit thread_local const Strand* inline_here_;
  const Kind kind_;
  const std::uint32_t number_;
  mutable Mutex mutex_{"strand"};
  std::atomic<Engine*> engine_{nullptr};                   // written under mutex_
  WorkList waiting_ RANVIER_GUARDED_BY(mutex_);            // ready, but no engine yet
  std::vector<Timer*> timers_ RANVIER_GUARDED_BY(mutex_);  // the armed ones

  // These are guarded by the mutex of the engine that has the strand; they pass
  // from one engine to the next through mutex_.
  bool running_ = false;         // only if exclusive
  std::atomic<int> at_work_{0};  // works that run; busy() reads it without a mutex
  std::uint32_t ready_ = 0;      // works in the engine's list of ready ones
  std::uint32_t armed_ = 0;      // timers that the engine has, parked ones too
  WorkList parked_;              // ready, but another work of this exclusive strand runs
};

RANVIER_HOT_INLINE void WorkList::push(Work& work) noexcept {
  work.next_ = nullptr;
  (last_ ? last_->next_ : first_) = &work;
  last_ = &work;
}

inline void WorkList::push_front(Work& work) noexcept {
  work.next_ = first_;
  first_ = &work;
  if (last_ == nullptr) last_ = &work;
}

RANVIER_HOT_INLINE Work* WorkList::pop() noexcept {
  Work* work = first_;
  if (work == nullptr) return nullptr;
  first_ = work->next_;
  if (first_ == nullptr) last_ = nullptr;
  return work;
}

template <class Wanted>
Work* WorkList::pop_first(Wanted wanted) noexcept {
  Work* previous = nullptr;
  for (Work* work = first_; work != nullptr; previous = std::exchange(work, work->next_)) {
    if (!wanted(*work)) continue;
    (previous ? previous->next_ : first_) = work->next_;
    if (last_ == work) last_ = previous;
    return work;
  }
  return nullptr;
}

template <class Wanted>
void WorkList::move_if(Wanted wanted, WorkList& to) noexcept {
  WorkList kept;
  while (Work* work = pop()) (wanted(*work) ? to : kept).push(*work);
  *this = kept;
}

template <class Run>
bool Strand::run_inline(Work& work, Run&& run) {
  if (!enter_inline(work)) return false;
  const Ref<Work> held(&work);  // and so this strand: what runs may let go of both
  struct Leave {
    Strand& strand;
    const Strand* outer;
    ~Leave() {
      inline_here_ = outer;
      strand.leave();
    }
  } leave_at_end{*this, std::exchange(inline_here_, this)};
  run();
  return true;
}

}  // namespace ranvier
