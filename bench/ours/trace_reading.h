// A trace for the bench of reading, and reading it.
#pragma once

#include <cstdint>
#include <string>

namespace ranvier::bench {

/// Records `messages` messages on each of `threads` threads, each with the ten events
/// that lie on its way, into `directory`, and the nodes whose messages they are. Nothing
/// is lost: threads wait for the disk.
/// @return how many events the trace has.
/// Throws std::runtime_error.
std::uint64_t make_trace(const std::string& directory, int threads, std::uint64_t messages);

/// Reads all of it into columns. @return events per second.
/// Throws std::runtime_error, also if it does not have `events` events.
double read_trace(const std::string& directory, std::uint64_t events);

}  // namespace ranvier::bench
