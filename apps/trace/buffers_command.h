// `ranvier-trace buffers`: the memory that recordings have, and what killed processes left of it.
#pragma once

#include <string>
#include <vector>

namespace ranvier::apps {

inline constexpr const char* kBuffersUsage =
    "       ranvier-trace buffers [DIR] [--remove]\n"
    "           lists the buffers in memory of this user's recordings, the newest first: of\n"
    "           processes that run, and of those that were killed (left), whose last events\n"
    "           `recover` completes; of those alone that record into DIR.\n"
    "           --remove: removes those that are left\n";

/// @param words  behind `buffers`. @return the exit code of the program.
int run_buffers(const std::vector<std::string>& words);

}  // namespace ranvier::apps
