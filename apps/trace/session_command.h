// `ranvier-trace session`: tracing sessions, for programs (`ros2 trace` is for people).
#pragma once

#include <string>
#include <vector>

namespace ranvier::apps {

inline constexpr const char* kSessionUsage =
    "       ranvier-trace session start NAME --directory DIR [--domain ID] [--events PATTERN]...\n"
    "           [--buffer KB] [--flight | --lttng]\n"
    "       ranvier-trace session pause|resume|stop|snapshot|show NAME [--domain ID]\n"
    "           starts and ends the recording of every process of this user and domain, and\n"
    "           prints in JSON who did what; --flight keeps the last events (snapshot);\n"
    "           --lttng: LTTng records, in a session that it has of its own\n";

/// @param words  behind `session`. @return the exit code of the program.
int run_session(const std::vector<std::string>& words);

}  // namespace ranvier::apps
