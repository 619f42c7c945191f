#include "extension/events.h"

#include <string>

namespace ranvier::python {
namespace {

using Kind = EndpointStatus::Kind;

nb::tuple status_to_python(const EventStatus& status) {
  return nb::make_tuple(status.total, status.total_change, status.current, status.current_change,
                        status.not_alive, status.not_alive_change,
                        1 << static_cast<int>(status.last_policy));
}

// Of rclpy's QoSPublisherEventType and QoSSubscriptionEventType.
Kind publisher_event(int number) {
  constexpr Kind kinds[] = {Kind::kDeadlineMissed, Kind::kLivelinessLost, Kind::kIncompatibleQos,
                            Kind::kIncompatibleType, Kind::kMatched};
  if (number >= 0 && number < 5) return kinds[number];
  raise(exceptions().unsupported_event_type,
        "event type " + std::to_string(number) + " is none of QoSPublisherEventType");
}

Kind subscription_event(int number) {
  constexpr Kind kinds[] = {Kind::kDeadlineMissed, Kind::kLivelinessChanged, Kind::kIncompatibleQos,
                            Kind::kMessageLost,    Kind::kIncompatibleType,  Kind::kMatched};
  if (number >= 0 && number < 6) return kinds[number];
  raise(exceptions().unsupported_event_type,
        "event type " + std::to_string(number) + " is none of QoSSubscriptionEventType");
}

}  // namespace

void PythonEvent::run() {
  const TakeGil gil;
  const nb::object function = link_->function();
  if (!function) return;  // and so is the endpoint
  const EventStatus status = without_gil([this] { return take(); });
  function(status_to_python(status));
}

void PythonEvent::listen() {
  status_->listen(kind_, [work = Ref<PythonEvent>(this)] { work->make_ready(); }, this);
}

void PythonEvent::stop() {
  status_->listen(kind_, nullptr, this);
  retire();
}

EventHandle::EventHandle(std::shared_ptr<EndpointStatus> status, Kind kind,
                         const StrandHandle& group, nb::object callback)
    : function(std::move(callback)),
      core_(make_ref<PythonEvent>(group.strand, function.link(), std::move(status), kind)) {
  without_gil([this] { core_->listen(); });
}

void EventHandle::destroy() {
  function.clear();
  without_gil([core = std::move(core_)]() mutable {
    core->stop();
    core = {};
  });
}

void bind_events(nb::module_& module) {
  nb::class_<EventHandle, Destroyable>(module, "EventHandle", nb::is_weak_referenceable(),
                                       nb::type_slots(Collected<EventHandle>::slots))
      .def("take_event",
           [](const EventHandle& self) {
             return status_to_python(without_gil([core = self.core()] { return core->take(); }));
           })
      .def("set_callback", &set_callback<EventHandle>)
      .def_prop_ro("work_id", &work_id<EventHandle>);
  module.def(
      "make_publisher_event",
      [](const PublisherHandle& publisher, int number, const StrandHandle& group,
         nb::object callback) {
        const std::shared_ptr<Publisher>& of = publisher.core();
        return new EventHandle({of, &of->status()}, publisher_event(number), group,
                               std::move(callback));
      },
      nb::rv_policy::take_ownership);
  module.def(
      "make_subscription_event",
      [](const SubscriptionHandle& subscription, int number, const StrandHandle& group,
         nb::object callback) {
        const Ref<Subscription>& of = subscription.core();
        std::shared_ptr<EndpointStatus> status(&of->status(), [of](EndpointStatus*) {});
        return new EventHandle(std::move(status), subscription_event(number), group,
                               std::move(callback));
      },
      nb::rv_policy::take_ownership);
}

}  // namespace ranvier::python
