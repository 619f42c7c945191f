// What processes left of their shared memory, without asking the core, which the
// runner does not link.
#pragma once

#include <set>
#include <string>

namespace ranvier::bench {

/// Names of the files in <parent>/ranvier-<user id> that no process has locked:
/// what is left of dead ones, until the next start.
[[nodiscard]] std::set<std::string> dead_segments(const std::string& parent = "/dev/shm");

}  // namespace ranvier::bench
