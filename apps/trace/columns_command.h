// `ranvier-trace columns`: all that is known of a trace, for programs that analyse it.
#pragma once

#include <string>
#include <vector>

#include "analysis/trace_read/read.h"

namespace ranvier::apps {

inline constexpr const char* kColumnsUsage =
    "       ranvier-trace columns DIR -o FILE [--starved MS]\n"
    "           writes events, objects, messages and statistics as tables, column after column,\n"
    "           for programs (the Python package ranvier_analysis reads it)\n"
    "       ranvier-trace columns DIR -o FILE --chains | --hops | --chain NAME,NAME...\n"
    "           [--floor MS]\n"
    "           the same for chains; --floor: a message that is late by less is not slow\n"
    "       ranvier-trace columns --page\n"
    "           prints the tables and their columns\n";

/// @param words  behind `columns`. @return the exit code of the program.
int run_columns(const std::vector<std::string>& words, const trace_read::ReadOptions& how);

}  // namespace ranvier::apps
