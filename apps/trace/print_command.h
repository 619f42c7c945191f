// `ranvier-trace print`: every event, for programs that read lines of JSON.
#pragma once

#include <string>

#include "analysis/trace_read/read.h"

namespace ranvier::apps {

inline constexpr const char* kPrintUsage =
    "       ranvier-trace print DIR\n"
    "           prints every event of the traces in DIR, in the order of time, each as a line of\n"
    "           JSON: its name, nanoseconds since the epoch, process, thread, fields\n";

/// What is wrong with the traces is reported on stderr; the rest is printed.
/// @return the exit code of the program: 1 if nothing could be read, or written.
int print_events(const std::string& directory, const trace_read::ReadOptions& how);

}  // namespace ranvier::apps
