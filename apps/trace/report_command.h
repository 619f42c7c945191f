// `ranvier-trace report`: a trace as a page that explains it.
#pragma once

#include <string>
#include <vector>

#include "analysis/trace_read/read.h"

namespace ranvier::apps {

inline constexpr const char* kReportUsage =
    "       ranvier-trace report DIR [-o FILE] [--starved MS]\n"
    "           writes one HTML page (report.html) about the traces in DIR: graph, time chart,\n"
    "           chains, callbacks, timers, executors, topics. --starved: lists what waited\n"
    "           longer for its executor (100)\n";

/// @param words  behind `report`. @return the exit code of the program.
int run_report(const std::vector<std::string>& words, const trace_read::ReadOptions& how);

}  // namespace ranvier::apps
