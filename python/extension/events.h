// Events of publishers and subscriptions as Python has them.
#pragma once

#include "extension/publisher.h"
#include "extension/subscription.h"
#include "ranvier/node/endpoint_status.h"

namespace ranvier::python {

/// Calls Python with what happened since it was called last.
class PythonEvent final : public Work {
 public:
  /// @param status  of an endpoint that it keeps.
  PythonEvent(Ref<Strand> strand, std::shared_ptr<Link> link,
              std::shared_ptr<EndpointStatus> status, EndpointStatus::Kind kind)
      : Work(std::move(strand)), link_(std::move(link)), status_(std::move(status)), kind_(kind) {}
  /// Begins to listen. Contract: without the GIL.
  void listen();
  void stop();
  /// What happened since the last call of this.
  EventStatus take() { return status_->take(kind_, this); }

 private:
  void run() override;
  const std::shared_ptr<Link> link_;
  const std::shared_ptr<EndpointStatus> status_;
  const EndpointStatus::Kind kind_;
};

/// Listens to one kind of event of an endpoint while it lives.
class EventHandle final : public Destroyable {
 public:
  EventHandle(std::shared_ptr<EndpointStatus> status, EndpointStatus::Kind kind,
              const StrandHandle& group, nb::object callback);
  ~EventHandle() override { end(); }
  const Ref<PythonEvent>& core() const {
    require();
    return core_;
  }

  Function function;

 private:
  void destroy() override;
  Ref<PythonEvent> core_;
};

void bind_events(nb::module_& module);

}  // namespace ranvier::python
