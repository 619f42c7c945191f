#include "extension/lifecycle.h"

#include <nanobind/stl/string.h>

#include "lifecycle_msgs/msg/detail/state__struct.hpp"
#include "lifecycle_msgs/msg/transition_event.hpp"
#include "ranvier/proto/lifecycle/services.h"

namespace ranvier::python {
namespace {

using lifecycle::Machine;
using lifecycle::Outcome;
using State = lifecycle_msgs::msg::State;

constexpr std::uint8_t kTransitionStates[] = {
    State::TRANSITION_STATE_CONFIGURING,  State::TRANSITION_STATE_CLEANINGUP,
    State::TRANSITION_STATE_SHUTTINGDOWN, State::TRANSITION_STATE_ACTIVATING,
    State::TRANSITION_STATE_DEACTIVATING, State::TRANSITION_STATE_ERRORPROCESSING};

Machine::Parts parts_of(const NodeHandle& node, const ClockHandle& clock) {
  Machine::Parts parts;
  parts.node = node.core();
  parts.clock = clock.core();
  parts.logger = node.core()->logger_name();
  parts.events.topic = node.resolve("~/transition_event", false, false);
  parts.events.type = &type_of<lifecycle_msgs::msg::TransitionEvent>();
  parts.events.node = node.core()->name();
  return parts;
}

// What it raises counts as an error: Python has reported it.
Outcome call_transition(const Link& link, std::uint8_t transition_state, std::uint8_t before) {
  const TakeGil gil;
  const nb::object function = link.function();
  if (!function) return Outcome::kError;
  return static_cast<Outcome>(nb::cast<int>(function(transition_state, before)));
}

// Tuples: id, label.
nb::list states() {
  nb::list out;
  for (const auto& state : lifecycle::all_states()) {
    out.append(nb::make_tuple(state.id, state.label));
  }
  return out;
}

// Tuples: id, label, id and label of the start, id and label of the goal.
nb::tuple step_to_python(const lifecycle::Step& step) {
  return nb::make_tuple(step.id, step.label, step.start, lifecycle::label_of_state(step.start),
                        step.goal, lifecycle::label_of_state(step.goal));
}

nb::list transition_graph() {
  nb::list out;
  for (const auto& step : lifecycle::all_steps()) out.append(step_to_python(step));
  return out;
}

nb::list transitions_from(std::uint8_t state) {
  nb::list out;
  for (const auto* step : lifecycle::steps_from(state)) out.append(step_to_python(*step));
  return out;
}

}  // namespace

MachineHandle::MachineHandle(NodeHandle& node, const ClockHandle& clock, nb::object callback,
                             bool serve)
    : function(std::move(callback)) {
  Machine::Parts parts = parts_of(node, clock);
  core_ = value_or_raise(without_gil([&] { return Machine::open(std::move(parts)); }),
                         "Failed to create lifecycle state machine: ");
  for (const std::uint8_t state : kTransitionStates) {
    core_->set_callback(state, [link = function.link(), state](std::uint8_t before) {
      return call_transition(*link, state, before);
    });
  }
  if (serve) node.serve(lifecycle::services(core_));
}

template <class Which>
int MachineHandle::run(const Which& which) {
  const std::shared_ptr<Machine> machine = core();
  Outcome outcome{};
  if (!without_gil([&] { return machine->trigger(which, outcome); })) {
    raise(exceptions().rcl,
          "Failed to trigger lifecycle state machine transition: there is no "
          "such transition from state '" +
              std::string(lifecycle::label_of_state(machine->state())) + "'");
  }
  return static_cast<int>(outcome);
}

int MachineHandle::trigger(std::uint8_t id) { return run(id); }
int MachineHandle::trigger(const std::string& label) { return run(label); }

void MachineHandle::destroy() {
  function.clear();
  without_gil([this] { core_.reset(); });
}

void bind_lifecycle(nb::module_& module) {
  using Handle = MachineHandle;
  nb::class_<Handle, Destroyable>(module, "LifecycleStateMachine", nb::is_weak_referenceable(),
                                  nb::type_slots(Collected<Handle>::slots))
      .def(nb::init<NodeHandle&, const ClockHandle&, nb::object, bool>(), nb::arg("node"),
           nb::arg("clock"), nb::arg("callback"), nb::arg("serve"))
      .def_prop_ro("initialized", [](const Handle& self) { return !self.ending(); })
      .def_prop_ro("current_state",
                   [](const Handle& self) {
                     const std::uint8_t id = self.core()->state();
                     return nb::make_tuple(id, lifecycle::label_of_state(id));
                   })
      .def_prop_ro("available_states", [](const Handle&) { return states(); })
      .def_prop_ro("available_transitions",
                   [](const Handle& self) { return transitions_from(self.core()->state()); })
      .def_prop_ro("transition_graph", [](const Handle&) { return transition_graph(); })
      .def("get_transition_by_label",
           [](const Handle& self, const std::string& label) -> int {
             const auto* step = lifecycle::step_from(self.core()->state(), label);
             if (step == nullptr) {
               raise(exceptions().rcl, "Failed to get transition from label '" + label + "'");
             }
             return step->id;
           })
      .def("trigger_transition_by_id",
           [](Handle& self, std::uint8_t id) { return self.trigger(id); })
      .def("trigger_transition_by_label",
           [](Handle& self, const std::string& label) { return self.trigger(label); });
}

}  // namespace ranvier::python
