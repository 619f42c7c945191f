// Recording without end: how many events a second get into a file.
#pragma once

#include "bench/common/conductor.h"

namespace ranvier::bench {

/// Two threads, on cores 0 and 1 with the recorder's thread, record for so long, and the
/// trace is read back; before that, for two seconds, as many as they can. Threads wait for
/// the recorder rather than lose events. The numbers are those of bench_trace.cc.
/// Throws std::runtime_error, also if what is read is not what was recorded.
void record_a_stream(double seconds, Findings& findings);

}  // namespace ranvier::bench
