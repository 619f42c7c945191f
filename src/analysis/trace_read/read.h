// Reads the traces of a directory.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "analysis/trace_read/trace.h"
#include "ranvier/base/result.h"

namespace ranvier::trace_read {

struct ReadOptions {
  /// What to add to the times of a host's traces, in ns, by the host's name.
  std::map<std::string, std::int64_t> offsets = {};
};

/// Reads every trace in the directory and its folders: those of several
/// processes become one, in the order of time. Traces of one clock have one offset to the
/// epoch, that of the first of them; Trace::clocks has what was used. What is broken is left
/// out, and named in Trace::findings; the rest is read.
/// Fails (kNotFound, kWorld) if there is no trace, or none that can be read, and
/// (kInvalidArgument) if an offset is given for a host that no trace is of.
/// Contract: blocks; time and memory grow with the files.
Result<Trace> read_traces(const std::string& directory, const ReadOptions& options = {});

}  // namespace ranvier::trace_read
