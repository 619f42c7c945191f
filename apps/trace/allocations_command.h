// `ranvier-trace allocations`: what callbacks take from the heap.
#pragma once

#include <string>
#include <vector>

#include "analysis/trace_read/read.h"

namespace ranvier::apps {

inline constexpr const char* kAllocationsUsage =
    "       ranvier-trace allocations DIR [--state STATE] [--node NAME] [--callbacks] [--none]\n"
    "           [--json]\n"
    "           prints what was taken from the heap, by node, lifecycle state, callback and call\n"
    "           stack, of processes that were started with\n"
    "           LD_PRELOAD=\"$(ranvier-trace heap-library)\";\n"
    "           --state, --node: in that state, of that node alone; --callbacks: within callbacks\n"
    "           alone; --none: exits with 1 if there is any\n"
    "       ranvier-trace heap-library   prints where that library is\n";

/// @param words  behind `allocations`. @return the exit code of the program.
int print_allocations(const std::vector<std::string>& words, const trace_read::ReadOptions& how);
int print_heap_library();

}  // namespace ranvier::apps
