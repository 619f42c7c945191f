// What the processes of a trace do in no callback: on threads of the user's own.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::topology {

/// A thread of the user's own that works again and again, or several of which each works once.
struct OwnThread {
  trace_model::Index node = trace_model::kNone;  ///< of a publisher there, or the process's first
  trace_model::Nanoseconds period = 0;           ///< from one time to the next
  trace_model::Nanoseconds work = 0;             ///< CPU time of each; 0 if that is next to nothing
  /// Those that publish there, and after how many times of the thread each does.
  std::map<trace_model::Index, std::uint64_t> publishers = {};
};

/// The threads that publish outside of callbacks, or compute and run no callback. The runtime's are
/// left out. Empty for a trace without `ranvier_cpu_time`.
[[nodiscard]] std::vector<OwnThread> own_threads(const trace_model::Model& model);

}  // namespace ranvier::topology
