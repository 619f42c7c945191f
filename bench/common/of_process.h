// What the system tells of a process that lives.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace ranvier::bench {

/// User and system CPU of a process, all threads, also of those that have ended.
/// Throws std::runtime_error if there is no such process.
[[nodiscard]] std::int64_t cpu_ns_of(pid_t pid);

/// A number of /proc/<pid>/status; 0 if it is not there.
[[nodiscard]] double status_of(pid_t pid, const std::string& name);

/// How often its threads that live now have left a core, of themselves or not.
[[nodiscard]] double switches_of(pid_t pid);

}  // namespace ranvier::bench
