// `ranvier-trace kernel`: records events of the kernel until it is asked to end.
#pragma once

#include <string>
#include <vector>

namespace ranvier::apps {

inline constexpr const char* kKernelUsage =
    "       ranvier-trace kernel DIR EVENT...\n"
    "           records events of the kernel (sched_switch, sched_waking, sched_wakeup,\n"
    "           sched_wakeup_new) into DIR/kernel until SIGINT or SIGTERM; SIGUSR1 pauses it,\n"
    "           SIGUSR2 ends the pause. Prints the folder when it records\n";

/// @param words  behind `kernel`, two or more. @return the exit code of the program.
int record_kernel(const std::vector<std::string>& words);

}  // namespace ranvier::apps
