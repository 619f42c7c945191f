#include "extension/clock.h"

#include <string>

namespace ranvier::python {
namespace {

// The numbers of rclpy's ClockType.
enum ClockNumber { kRosTime = 1, kSystemTime = 2, kSteadyTime = 3 };
// The numbers of rclpy's ClockChange.
enum ChangeNumber { kNoChange = 1, kActivated = 2, kDeactivated = 3, kSystemNoChange = 4 };

ClockKind kind_of(int number) {
  switch (number) {
    case kRosTime: return ClockKind::kRos;
    case kSystemTime: return ClockKind::kSystem;
    case kSteadyTime: return ClockKind::kSteady;
    default: break;
  }
  raise(exceptions().rcl, "failed to initialize clock: type " + std::to_string(number) +
                              " is no type of clock that keeps time");
}

int number_of(const Clock& clock, ClockJump::Change change) {
  switch (change) {
    case ClockJump::Change::kActivated: return kActivated;
    case ClockJump::Change::kDeactivated: return kDeactivated;
    case ClockJump::Change::kNone: break;
  }
  return clock.overridden() ? kNoChange : kSystemNoChange;
}

// A jump comes on the thread that sets the time: what is raised has nobody else to go to.
void tell(const Link& link, const Clock& clock, const ClockJump& jump, bool before) {
  const TakeGil gil;
  const nb::object function = link.function();
  if (!function) return;
  try {
    function(before, number_of(clock, jump.change), jump.delta_ns);
  } catch (nb::python_error& error) {
    error.restore();
    PyErr_WriteUnraisable(function.ptr());
  }
}

bool sleep_until(ClockHandle& clock, std::int64_t until, ContextHandle& context) {
  const std::shared_ptr<Clock> core = clock.core();
  const std::shared_ptr<Context> of = context.core();
  return without_gil([&] {
    const ContextEnd end(of, [core] { core->wake(); });
    return core->sleep_until(until, [&] { return !of->valid(); });
  });
}

}  // namespace

ClockHandle::ClockHandle(int kind) : core_(std::make_shared<Clock>(kind_of(kind))) {}

JumpHandle::JumpHandle(std::shared_ptr<Clock> clock, JumpThreshold threshold, nb::object told)
    : function(std::move(told)), clock_(std::move(clock)) {
  id_ = without_gil([&] {
    return clock_->add_jump_callback(
        threshold, [link = function.link(), clock = clock_.get()](
                       const ClockJump& jump, bool before) { tell(*link, *clock, jump, before); });
  });
}

void JumpHandle::destroy() {
  function.clear();
  without_gil([this] { clock_->remove_jump_callback(id_); });
}

void bind_clock(nb::module_& module) {
  nb::class_<ClockHandle, Destroyable>(module, "Clock", nb::is_weak_referenceable())
      .def(nb::init<int>(), nb::arg("clock_type"))
      .def("now", [](const ClockHandle& self) { return self.core()->now(); })
      .def("get_ros_time_override_is_enabled",
           [](const ClockHandle& self) { return self.core()->overridden(); })
      .def("set_ros_time_override_is_enabled",
           [](const ClockHandle& self, bool on) {
             without_gil([core = self.core(), on] { core->enable_override(on); });
           })
      .def("set_ros_time_override",
           [](const ClockHandle& self, std::int64_t now) {
             without_gil([core = self.core(), now] { core->set_override(now); });
           })
      .def("sleep_until", &sleep_until, nb::arg("until_ns"), nb::arg("context"))
      .def(
          "add_jump_callback",
          [](const ClockHandle& self, bool on_change, std::int64_t min_forward,
             std::int64_t min_backward, nb::object told) {
            return new JumpHandle(self.core(), {on_change, min_forward, min_backward},
                                  std::move(told));
          },
          nb::rv_policy::take_ownership);
  nb::class_<JumpHandle, Destroyable>(module, "JumpCallback",
                                      nb::type_slots(Collected<JumpHandle>::slots));
}

}  // namespace ranvier::python
