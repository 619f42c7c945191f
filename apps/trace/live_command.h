// `ranvier-trace live`: latencies of a robot that runs, on a terminal or line by line.
#pragma once

#include <string>
#include <vector>

namespace ranvier::apps {

inline constexpr const char* kLiveUsage =
    "       ranvier-trace live [--domain N] [--chain NAME,NAME... | --hops] [--interval S]\n"
    "             [--window S] [--buffer KB] [--once] [--json]\n"
    "           shows chains and callbacks of the running robot, each second, until q; plain\n"
    "           text if this is no terminal. --json: a line each interval; --once: one interval;\n"
    "           --window: seconds that the numbers cover (10); --buffer: of each process (1024)\n";

/// @return the exit code: 0; 1 if it cannot begin, if its session was ended by others, and
/// of `--once` also if no process recorded; 2 for wrong words.
int run_live(const std::vector<std::string>& words);

}  // namespace ranvier::apps
