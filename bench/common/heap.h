// What a worker has of the heap: exact, whoever else maps the libraries.
#pragma once

#include <malloc.h>

#include "bench/common/args.h"
#include "bench/common/conductor.h"

namespace ranvier::bench {

/// Adds "heap_kb", what malloc has given out and not got back, if the word heap=1 asks
/// for it.
inline void add_heap(const Args& args, Findings& findings) {
  if (args.integer("heap", 0) == 0) return;
  findings.numbers["heap_kb"] = static_cast<double>(::mallinfo2().uordblks) / 1024;
}

}  // namespace ranvier::bench
