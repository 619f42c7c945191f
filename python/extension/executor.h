// An executor as Python has it: an engine of the core, and the callback groups that it runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "extension/context.h"
#include "ranvier/os/mutex.h"
#include "ranvier/run/engine.h"

namespace ranvier::python {

/// A callback group's strand.
struct StrandHandle {
  explicit StrandHandle(bool reentrant)
      : strand(make_ref<Strand>(reentrant ? Strand::Kind::kReentrant : Strand::Kind::kExclusive)) {}
  const Ref<Strand> strand;
};

/// Calls a function of Python once, or drops it. Threads: under the GIL.
class PostedCall final : public Work {
 public:
  PostedCall(Ref<Strand> strand, nb::object function)
      : Work(std::move(strand)), function_(std::move(function)) {}
  ~PostedCall() override;
  void drop() { function_.reset(); }
  bool ran() const noexcept { return !function_; }

 private:
  void run() override;
  nb::object function_;
};

/// Lets who waits look again.
class WakeUp final : public Work {
 public:
  using Work::Work;
  /// Whether it ran on this thread since this was asked last.
  static bool take_ran() noexcept { return std::exchange(ran_, false); }

 private:
  void run() override { ran_ = true; }
  static inline thread_local bool ran_ = false;
};

/// Threads: spin*() and pull() from any, without the GIL while they sleep and choose;
///          the rest under the GIL.
class ExecutorHandle final : public Destroyable {
 public:
  explicit ExecutorHandle(ContextHandle& context);
  ~ExecutorHandle() override { end(); }

  /// How often stop() was called, for spin().
  std::uint32_t stops() const noexcept { return engine_.stops(); }
  // What another thread has ended runs nothing, takes nothing and says nothing: it may do so
  // between any two lines of who spins.

  /// Runs callbacks until stops() is not `stops` any more, or the context ends.
  /// @return whether that happened while it waited, not while a callback ran.
  bool spin(std::uint32_t stops);
  enum Spun { kNothing = 0, kRan = 1, kWoken = 2 };
  /// Runs one callback; waits `timeout` ns for it, for ever if negative. kWoken: none ran, and
  /// wake() was called.
  Spun spin_once(std::int64_t timeout);
  /// The same without running it; null if there was none.
  Work* pull(std::int64_t timeout);
  /// Ends every spin*() and pull() under way.
  void stop() noexcept { engine_.stop(); }
  void stop_for_good() noexcept { engine_.stop_for_good(); }
  /// Ends them for good, and lets go of the groups.
  void shutdown() { destroy_when_not_in_use(); }
  /// It runs callbacks of this node from now on: threads that spin are named after it.
  void serve(std::string node);
  /// How many threads the user's policy gives an executor; 0: as the program says.
  std::size_t planned_threads() const noexcept;

  /// Makes one spin_once() or pull() return, now or later.
  void wake() {
    if (!ending()) wake_up_->make_ready();
  }
  bool is_wake(const Work& work) const noexcept { return &work == wake_up_.get(); }
  bool spins_here() const noexcept { return engine_.spins_here(); }
  /// Waits until no thread is inside, `timeout` ns at most, for ever if negative.
  bool wait_until_idle(std::int64_t timeout);

  /// Runs a function once, in no group; drops it once this has ended.
  void post(nb::object function);
  /// Runs the works of a group, as often as it is used.
  void use(const Ref<Strand>& strand);
  void disuse(const Ref<Strand>& strand);
  /// No callback of the group begins until it is unblocked as often: a coroutine of it has
  /// not ended. Nothing happens for a reentrant one.
  void block(const StrandHandle& group);
  void unblock(const StrandHandle& group);

  /// Gives an eventfd that can be read when spin_once(0) may find something, for who waits in an
  /// event loop. Contract: before groups are used.
  int wake_file();
  /// Makes it unreadable until something becomes ready. Contract: after wake_file().
  void heed_wake_file() noexcept;
  /// Gives a timerfd that can be read when the next timer was due at the last set_alarm().
  int alarm_file();
  /// Contract: after alarm_file().
  void set_alarm() noexcept;

  Engine& engine() noexcept { return engine_; }

 private:
  void destroy() override;
  struct Use {
    Ref<Strand> strand;
    int users = 0;
    int blocks = 0;
  };
  void settle(Use& use);
  void settle_this_thread();

  struct File {
    int number = -1;
    ~File();
    /// Keeps what was made; raises OSError if it was not.
    int open(int made);
  };

  const std::shared_ptr<Context> context_;
  File wake_file_;  // outlives the engine, which writes it
  File alarm_file_;
  Engine engine_;
  const Ref<Strand> calls_ = make_ref<Strand>(Strand::Kind::kReentrant);
  const Ref<WakeUp> wake_up_ = make_ref<WakeUp>(calls_);
  std::unordered_map<const Strand*, Use> uses_;
  std::vector<std::string> nodes_;       // full names
  std::vector<Ref<PostedCall>> posted_;  // may have run
  std::size_t sweep_at_ = 64;
};

/// A work that was taken out of an executor's order, and is for somebody to run.
class PulledWork final {
 public:
  PulledWork(Engine& engine, Work& work, bool is_wake)
      : engine_(engine), work_(&work), is_wake_(is_wake) {}
  PulledWork(const PulledWork&) = delete;
  PulledWork& operator=(const PulledWork&) = delete;
  ~PulledWork();
  /// Once; later calls do nothing.
  void run();
  std::uintptr_t id() const noexcept { return id_; }
  bool is_wake() const noexcept { return is_wake_; }

 private:
  Engine& engine_;
  Work* work_;
  const bool is_wake_;
  const std::uintptr_t id_ = reinterpret_cast<std::uintptr_t>(work_);
};

void bind_executor(nb::module_& module);

}  // namespace ranvier::python
