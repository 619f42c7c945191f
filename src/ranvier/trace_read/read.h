// Reads the traces of a directory.
#pragma once

#include <string>

#include "ranvier/base/result.h"
#include "ranvier/trace_read/trace.h"

namespace ranvier::trace_read {

/// Reads every trace in the directory and its folders: those of several
/// processes become one, in the order of time. What is broken is left out, and
/// told of in Trace::findings; the rest is read.
/// Fails (kNotFound, kWorld) if there is no trace, or none that can be read.
/// Contract: blocks; time and memory grow with the files.
Result<Trace> read_traces(const std::string& directory);

}  // namespace ranvier::trace_read
