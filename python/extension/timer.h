// Timers and guard conditions as Python has them.
#pragma once

#include <memory>
#include <optional>

#include "extension/clock.h"
#include "extension/executor.h"
#include "extension/node.h"
#include "ranvier/base/saturating.h"
#include "ranvier/proto/time/clock_timer.h"
#include "ranvier/run/ready_listeners.h"

namespace ranvier::python {

/// Calls Python when it is due.
class PythonTimer final : public ClockTimer {
 public:
  PythonTimer(Ref<Strand> strand, std::int64_t period, std::shared_ptr<Link> link)
      : ClockTimer(std::move(strand), period), link_(std::move(link)) {}
  ~PythonTimer() override;
  /// When it was called last, or started, by its clock.
  std::atomic<std::int64_t> last_call{0};
  std::shared_ptr<Clock> clock{};

 private:
  void run() override;
  const std::shared_ptr<Link> link_;
};

class TimerHandle final : public Destroyable {
 public:
  TimerHandle(const ClockHandle& clock, const StrandHandle& group, std::int64_t period,
              nb::object callback, bool autostart);
  ~TimerHandle() override { end(); }

  void start();
  void cancel();
  /// Calls this one from now on.
  void set_callback(nb::object callback);
  /// Says to traces whose timer it is.
  void link_node(const NodeHandle& node) const;
  bool canceled() const { return core().stopped; }
  std::int64_t time_until_due() const { return ranvier::time_until_due(core(), drive_.get()); }
  std::int64_t since_last_call() const {
    return subtract_saturating(core().clock->now(), core().last_call);
  }
  /// Moves on to the next period as if it had been called now.
  void call();
  PythonTimer& core() const {
    require();
    return *core_;
  }

  /// Null unless it is on ROS time.
  const std::shared_ptr<SimulatedDrive>& drive() const noexcept { return drive_; }

  Function function;

 private:
  void destroy() override;
  void trace_beginning() const;
  Ref<PythonTimer> core_;
  std::shared_ptr<SimulatedDrive> drive_;
};

/// Calls Python once for all triggers since it was called last.
class PythonGuard final : public Work {
 public:
  PythonGuard(Ref<Strand> strand, std::shared_ptr<Link> link)
      : Work(std::move(strand)), link_(std::move(link)) {}
  std::atomic<bool> triggered{false};  ///< for who waits by himself
  void trigger();
  ReadyListeners& ready_listeners() noexcept { return ready_listeners_; }

 private:
  void run() override;
  const std::shared_ptr<Link> link_;
  ReadyListeners ready_listeners_{listened_};
};

class GuardHandle final : public Destroyable {
 public:
  /// @param by_signals  signals trigger it too.
  GuardHandle(const StrandHandle& group, nb::object callback, bool by_signals);
  ~GuardHandle() override { end(); }
  PythonGuard& core() const {
    require();
    return *core_;
  }

  Function function;

 private:
  void destroy() override;
  const bool by_signals_;
  Ref<PythonGuard> core_;
};

void bind_timer(nb::module_& module);

}  // namespace ranvier::python
