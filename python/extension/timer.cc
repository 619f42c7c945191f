#include "extension/timer.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "extension/callback_name.h"
#include "extension/signals.h"
#include "ranvier/run/group_link.h"
#include "ranvier/trace/trace.h"

namespace ranvier::python {

PythonTimer::~PythonTimer() {
  RANVIER_TRACE(ranvier_fini, static_cast<const void*>(this), "timer");
}

void PythonTimer::run() {
  if (stopped.load(std::memory_order_acquire)) return;
  last_call.store(clock->now(), std::memory_order_relaxed);
  const TakeGil gil;
  // Canceled while this thread waited for Python: then the user does not expect it any more.
  if (stopped.load(std::memory_order_acquire)) return;
  const nb::object function = link_->function();
  if (!function) return;
  RANVIER_TRACE(callback_start, static_cast<const void*>(this), 0);
  function();
  RANVIER_TRACE(callback_end, static_cast<const void*>(this));
}

TimerHandle::TimerHandle(const ClockHandle& clock, const StrandHandle& group, std::int64_t period,
                         nb::object callback, bool autostart)
    : function(std::move(callback)) {
  if (period < 0) {
    raise(exceptions().rcl, "failed to create timer: timer period must be non-negative, it is " +
                                std::to_string(period) + " ns");
  }
  core_ = make_ref<PythonTimer>(group.strand, period, function.link());
  core_->clock = clock.core();
  core_->last_call = clock.core()->now();
  trace_beginning();
  if (clock.core()->kind() == ClockKind::kRos) {
    drive_ = without_gil([&] { return std::make_shared<SimulatedDrive>(clock.core(), core_); });
  }
  if (autostart) start();
}

void TimerHandle::trace_beginning() const {
  const void* timer = core_.get();
  RANVIER_TRACE(rcl_timer_init, timer, core_->period());
  RANVIER_TRACE(rclcpp_timer_callback_added, timer, timer);
  trace_callback_name(timer, function.object());
  tell_group(*core_);
}

void TimerHandle::link_node(const NodeHandle& node) const {
  node.core()->place_in_order(*core_, {GroupEntity::Kind::kTimer, std::to_string(core_->period())});
  RANVIER_TRACE(rclcpp_timer_link_node, static_cast<const void*>(&core()),
                static_cast<const void*>(node.core().get()));
}

void TimerHandle::set_callback(nb::object callback) {
  trace_callback_name(&core(), callback);
  function.set(std::move(callback));
}

void TimerHandle::start() {
  const Ref<PythonTimer> timer(&core());  // both, as another thread may destroy this meanwhile
  const std::shared_ptr<SimulatedDrive> drive = drive_;
  timer->last_call = timer->clock->now();
  without_gil([&] { ranvier::start(*timer, drive.get()); });
}

void TimerHandle::cancel() {
  core().stopped = true;
  core().cancel();
}

void TimerHandle::call() {
  PythonTimer& timer = core();
  if (timer.stopped) {
    raise(exceptions().timer_cancelled, "failed to call timer: timer is canceled");
  }
  timer.last_call = timer.clock->now();
  if (drive_ && drive_->active()) {
    drive_->call();
  } else {
    (void)timer.call();
  }
}

void TimerHandle::destroy() {
  function.clear();
  if (!core_) return;
  core_->stopped = true;
  without_gil([core = std::move(core_), drive = std::move(drive_)]() mutable {
    drive.reset();
    core->cancel();
    core->retire();
    core = {};
  });
}

void PythonGuard::run() {
  triggered = false;
  const TakeGil gil;
  if (const nb::object function = link_->function(); function && !function.is_none()) function();
}

GuardHandle::GuardHandle(const StrandHandle& group, nb::object callback, bool by_signals)
    : function(std::move(callback)),
      by_signals_(by_signals),
      core_(make_ref<PythonGuard>(group.strand, function.link())) {
  if (by_signals_) wake_by_signals(core_);
}

void PythonGuard::trigger() {
  triggered = true;
  make_ready();
  if (listened()) ready_listeners_.tell(1);
}

void GuardHandle::destroy() {
  function.clear();
  if (by_signals_) no_more_by_signals(*core_);
  without_gil([core = std::move(core_)]() mutable {
    core->retire();
    core = {};
  });
}

void bind_timer(nb::module_& module) {
  nb::class_<TimerHandle, Destroyable>(module, "Timer", nb::is_weak_referenceable(),
                                       nb::type_slots(Collected<TimerHandle>::slots))
      .def(nb::init<const ClockHandle&, const StrandHandle&, std::int64_t, nb::object, bool>(),
           nb::arg("clock"), nb::arg("group"), nb::arg("period_ns"), nb::arg("callback"),
           nb::arg("autostart"))
      .def("reset_timer", &TimerHandle::start)
      .def("cancel_timer", &TimerHandle::cancel)
      .def("call_timer", &TimerHandle::call)
      .def("is_timer_canceled", &TimerHandle::canceled)
      .def("is_timer_ready",
           [](const TimerHandle& self) { return !self.canceled() && self.time_until_due() <= 0; })
      .def("time_until_next_call",
           [](const TimerHandle& self) -> std::optional<std::int64_t> {
             if (self.canceled()) return std::nullopt;
             return self.time_until_due();
           })
      .def("time_since_last_call", &TimerHandle::since_last_call)
      .def("get_timer_period", [](const TimerHandle& self) { return self.core().period(); })
      .def("change_timer_period",
           [](const TimerHandle& self, std::int64_t ns) { self.core().set_period(ns); })
      .def("set_callback", &TimerHandle::set_callback)
      .def("link_node", &TimerHandle::link_node, nb::arg("node"))
      .def_prop_ro("work_id", &work_id<TimerHandle>);
  nb::class_<GuardHandle, Destroyable>(module, "GuardCondition", nb::is_weak_referenceable(),
                                       nb::type_slots(Collected<GuardHandle>::slots))
      .def(nb::init<const StrandHandle&, nb::object, bool>(), nb::arg("group"),
           nb::arg("callback").none(), nb::arg("by_signals") = false)
      .def(
          "__init__",  // as programs make one for a waitable of their own
          [](GuardHandle* self, ContextHandle&) {
            new (self) GuardHandle(StrandHandle(true), nb::none(), false);
          },
          nb::arg("context"))
      .def("trigger_guard_condition", [](const GuardHandle& self) { self.core().trigger(); })
      .def("take_trigger",
           [](const GuardHandle& self) { return self.core().triggered.exchange(false); })
      .def("set_callback", &set_callback<GuardHandle>)
      .def_prop_ro("work_id", &work_id<GuardHandle>);
}

}  // namespace ranvier::python
