// `ranvier-trace export`: a trace for viewers of timelines.
#pragma once

#include <string>
#include <vector>

#include "analysis/trace_read/read.h"

namespace ranvier::apps {

inline constexpr const char* kExportUsage =
    "       ranvier-trace export DIR [-o FILE]\n"
    "           writes the callbacks and messages of the traces in DIR for a viewer of timelines\n"
    "           (trace.json, in the trace event format that Perfetto and Chrome open)\n";

/// @param words  behind `export`. @return the exit code of the program.
int run_export(const std::vector<std::string>& words, const trace_read::ReadOptions& how);

}  // namespace ranvier::apps
