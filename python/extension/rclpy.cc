// Binds what rclpy stands on, classes before those that derive from them.
#include "extension/clock.h"
#include "extension/events.h"
#include "extension/executor.h"
#include "extension/graph.h"
#include "extension/lifecycle.h"
#include "extension/log.h"
#include "extension/module_of.h"
#include "extension/names.h"
#include "extension/parameters.h"
#include "extension/parts.h"
#include "extension/publisher.h"
#include "extension/qos.h"
#include "extension/serialization.h"
#include "extension/service.h"
#include "extension/signals.h"
#include "extension/subscription.h"
#include "extension/timer.h"
#include "extension/topic_meter.h"
#include "extension/wait_set.h"

namespace ranvier::python {

void bind_rclpy(nb::module_& module) {
  nb::set_leak_warnings(false);  // objects of users may live as long as the process
  bind_errors(module);
  bind_handle(module);
  bind_names(module);
  bind_parameters(module);
  bind_log(module);
  bind_qos(module);
  bind_context(module);
  bind_executor(module);
  bind_signals(module);
  bind_clock(module);
  bind_node(module);
  bind_timer(module);
  bind_publisher(module);
  bind_subscription(module);
  bind_service(module);
  bind_client(module);
  bind_events(module);
  bind_graph(module);
  bind_topic_meter(module);
  bind_lifecycle(module);
  bind_serialization(module);
  bind_wait_set(module);
  tell_modules_of_threads();
}

}  // namespace ranvier::python
