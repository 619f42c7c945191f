// What processes left of their shared memory, without asking the core, which the
// runner does not link.
#pragma once

#include <sys/types.h>

#include <set>
#include <string>

namespace ranvier::bench {

/// Names of the files in <parent>/ranvier-<user id> that no process has locked:
/// what is left of dead ones, until the next start.
[[nodiscard]] std::set<std::string> dead_segments(const std::string& parent = "/dev/shm");

/// Memory that the shared memory of a process's own takes now, in kB: the blocks of
/// the files in such a folder that it maps for writing throughout; those of peers it
/// maps for reading, but for their bells. 0 if it has none, or is gone.
[[nodiscard]] double segment_kb(pid_t pid, const std::string& parent = "/dev/shm");

}  // namespace ranvier::bench
