// What `ranvier-trace culprits` prints.
#pragma once

#include <string>
#include <vector>

#include "analysis/trace_read/read.h"

namespace ranvier::apps {

inline constexpr const char* kCulpritsUsage =
    "       ranvier-trace culprits DIR [--chain NAME,NAME...] [--hops] [--floor MS] [--json]\n"
    "           prints why some messages of each chain took longer than is usual in it.\n"
    "           --floor: a message that is late by fewer milliseconds is not slow (1)\n"
    "       ranvier-trace culprits DIR --timers [--json]\n"
    "           prints the longest interval of each timer, from one end of its callback to the\n"
    "           next, and what made it as long.\n";

/// Reads the traces of the directory that the first word names and prints; complaints go
/// to stderr. @return the exit code: 0; 1 if no chain (or timer) was found, 2 for words that are
/// wrong.
int print_culprits(const std::vector<std::string>& words, const trace_read::ReadOptions& read);

}  // namespace ranvier::apps
