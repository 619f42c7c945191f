// What a thread is inside a spin*() of an engine; for engine.cc and engine_pull.cc alone.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/slice.h"
#include "ranvier/run/engine.h"
#include "ranvier/run/shm_event.h"
#include "ranvier/run/watched.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

// Marks this thread as one that spins the engine. Spins nest: a callback may
// spin another engine, so the marks form a chain through the stack.
class Engine::Spinning final {
 public:
  explicit Spinning(Engine& engine, bool pulls = false)
      : engine_(engine),
        outer_(innermost_),
        thread_(SpinningThread::here()),
        frame_(thread_.push(engine, pulls)) {
    innermost_ = this;
    engine_.spinners_.fetch_add(1, std::memory_order_acq_rel);
  }
  ~Spinning() {
    engine_.spinners_.fetch_sub(1, std::memory_order_acq_rel);
    innermost_ = outer_;
    thread_.pop();
  }
  static bool spins(const Engine& engine) noexcept {
    const Spinning* mark = innermost_;
    while (mark && &mark->engine_ != &engine) mark = mark->outer_;
    return mark != nullptr;
  }
  Engine& engine() const noexcept { return engine_; }
  SpinFrame& frame() const noexcept { return frame_; }

 private:
  static thread_local Spinning* innermost_;
  Engine& engine_;
  Spinning* const outer_;
  SpinningThread& thread_;
  SpinFrame& frame_;
};

// What this thread does: the work that it runs, or how it sleeps. At the end it
// leaves the work's strand, also when the callback throws, or the sleepers.
class Engine::Current final {
 public:
  /// @param until  steady ns: this thread does not sleep beyond it.
  /// @param runs  what it takes; else that is for somebody else to run.
  Current(const Spinning& here, std::int64_t until, bool runs = true) noexcept
      : engine_(here.engine()), frame_(here.frame()), until_(until), runs_(runs) {}
  ~Current() {
    give_back();
    if (parked_ != Sleepers::Parked::kAwake) engine_.unpark(*this);
    if (watch_) ShmEvent::end_watch(*watch_);
    if (work_ == nullptr) return;
    frame_.end();
    engine_.end_last(*this);
    work_->release();
  }

  /// Ends the current work and takes the next. False if there is none; then
  /// this thread is booked as asleep, unless its time is over.
  bool next(const Quota& quota) {
    RANVIER_TRACE(rclcpp_executor_get_next_ready);
    if (handed_) return true;
    frame_.end();
    Work* done = work_;
    work_ = engine_.take(quota, *this);
    if (done) done->release();
    return work_ != nullptr;
  }

  /// False if the time is over.
  RANVIER_HOT_INLINE bool sleep(std::uint32_t seen) {
    if (parked_ == Sleepers::Parked::kAwake) return false;
    RANVIER_TRACE(rclcpp_executor_wait_for_work, time_left());
    if (watch_) return watch(seen);
    const bool leads = parked_ == Sleepers::Parked::kLeader;
    (void)engine_.event_count_.wait(seen, leads ? std::min(due_, until_) : until_,
                                    leads ? EventCount::kLeader : EventCount::kFollower);
    return true;
  }

  void run() {
    if (!std::exchange(handed_, false)) return run(frame_, *work_);
    // Past the queue: it may be there as well by now, and stays.
    start(frame_, *work_, [this] { work_->run_next(); });
  }
  static void run(SpinFrame& frame, Work& work) {
    // acq_rel: pairs with make_ready(). What was queued before its exchange is
    // seen by this run; what is queued after ours queues the work again.
    work.queued_.exchange(false, std::memory_order_acq_rel);
    start(frame, work, [&work] { work.run(); });
  }
  static void run_read(SpinFrame& frame, Work& work) {
    work.queued_.exchange(false, std::memory_order_acq_rel);  // as in run()
    start(frame, work, [&work] { work.run_read(); });
  }
  /// The work is the caller's from now on.
  Work* give() noexcept { return std::exchange(work_, nullptr); }
  /// Of the calling thread, while it answers what it woke for; else null.
  static Current* answering() noexcept { return answering_; }
  /// From now on null. @return what it was.
  static Current* stop_answering() noexcept { return std::exchange(answering_, nullptr); }
  /// True if this thread runs it next.
  bool hand(Work& work) noexcept;
  /// It does not.
  void give_back() noexcept {
    if (!std::exchange(handed_, false)) return;
    Work* const work = std::exchange(work_, nullptr);
    work->not_run();
    work->strand().leave();
    work->release();
  }

 private:
  friend class Engine;
  template <class Run>
  RANVIER_HOT_INLINE static void start(SpinFrame& frame, Work& work, Run run) {
    if (work.retired()) return;
    frame.begin(work);
    RANVIER_TRACE(rclcpp_executor_execute, static_cast<const void*>(&work));
    run();
  }
  // Nanoseconds; negative: for ever.
  [[nodiscard]] std::int64_t time_left() const noexcept {
    return until_ == kForever ? -1 : std::max<std::int64_t>(until_ - steady_ns(), 0);
  }
  // Sleeps where other processes ring. Booked as awake before it answers: what it
  // queues for this engine calls nobody then.
  bool watch(std::uint32_t seen) {
    if (engine_.short_slices()) ShortSlice::want();
    if (engine_.event_count_.count() == seen) {
      foreign_->wait(*watch_, foreign_seen_, std::min(due_, until_));
    }
    engine_.unpark(*this);
    Current* const outer = std::exchange(answering_, this);  // a callback there may spin, too
    foreign_->answer();
    answering_ = outer;
    foreign_ = nullptr;
    ShmEvent::end_watch(*std::exchange(watch_, std::nullopt));
    return true;
  }
  static constinit thread_local Current* answering_;
  Engine& engine_;
  SpinFrame& frame_;
  const std::int64_t until_;
  Work* work_ = nullptr;
  const bool runs_;
  bool handed_ = false;  // the work, past the queue; its strand is occupied
  Sleepers::Parked parked_ = Sleepers::Parked::kAwake;
  std::int64_t due_ = kForever;              // of the next timer, for a leader
  std::optional<ShmEvent::WakeWord> watch_;  // where this thread watches, if it does
  ShmEvent* foreign_ = nullptr;              // what
  std::uint32_t foreign_seen_ = 0;
};

}  // namespace ranvier
