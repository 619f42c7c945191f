#include "analysis/trace_model/core_waits.h"
#include "analysis/trace_model/flow.h"
#include "analysis/trace_model/model.h"
#include "analysis/trace_model/objects.h"

namespace ranvier::trace_model {

Model build_model(const trace_read::Trace& trace) {
  Model model;
  model.processes = trace.processes;
  model.threads = trace.threads;
  Objects objects(model);
  Flow flow(trace, objects, model);
  trace_read::for_each(trace, [&](const trace_read::EventView& event) {
    if (!objects.see(event)) flow.see(event);
  });
  flow.join();
  add_core_waits(trace, model);
  return model;
}

}  // namespace ranvier::trace_model
