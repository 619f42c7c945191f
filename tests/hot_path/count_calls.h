// Counts the system calls of a thread, from inside the process and without
// privilege: a seccomp filter turns each into a signal, whose handler counts it
// and makes the call from the one place that the filter lets through.
#pragma once

#include <cstddef>
#include <string>

namespace hot_path {

/// Puts the filter on the calling thread, for the rest of its life; threads that
/// it starts inherit it. clone(2) is not counted. @return why it cannot be done here, or nothing.
std::string watch_calls_of_this_thread();

/// Calls of this thread between start and stop.
void start_counting_calls() noexcept;
std::size_t stop_counting_calls() noexcept;
/// Whether all that were counted on this thread are futex(2): locks and wake-ups.
bool only_futexes_counted() noexcept;
/// The numbers of the last calls that were counted on this thread.
std::string calls_counted();

}  // namespace hot_path
