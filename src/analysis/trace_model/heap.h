// Memory that was taken from the heap, as the events of the library tell that was loaded before.
#pragma once

#include "analysis/trace_model/model.h"
#include "analysis/trace_model/objects.h"

namespace ranvier::trace_model {

/// Reads the events of the heap.
///
/// Threads: one. Order: events as they happened.
class Heap final {
 public:
  explicit Heap(Model& model) : model_(model) {}

  /// @param run  the callback that runs on the event's thread, or kNone.
  /// @return whether the event was one of those.
  bool see(const trace_read::EventView& event, Index run);

 private:
  using View = trace_read::EventView;
  void allocate(const View& event, Index run);
  void line(const View& event);
  AllocationPlace& place(Handle number, Index& index);

  Model& model_;
  Directory places_;
};

}  // namespace ranvier::trace_model
