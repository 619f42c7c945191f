// A directory of traces, read for a command.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "analysis/trace_model/model.h"
#include "analysis/trace_read/read.h"
#include "analysis/trace_read/trace.h"

namespace ranvier::apps {

/// A trace and its model.
struct ReadModel {
  trace_read::Trace trace;
  trace_model::Model model;
};

/// Empty if there is none to read; stderr has why.
[[nodiscard]] std::optional<ReadModel> read_model(const std::string& directory,
                                                  const trace_read::ReadOptions& options);

inline constexpr const char* kOffsetUsage =
    "       --offset HOST=NS, of every command that reads traces and as often as there are hosts:\n"
    "           adds nanoseconds to the times of a host's traces\n";

/// Takes `--offset HOST=NS` out of the words. Empty if one of them is wrong; stderr has why.
[[nodiscard]] std::optional<trace_read::ReadOptions> take_read_options(
    std::vector<std::string>& words);

/// What is wrong with what was read, in words.
[[nodiscard]] std::vector<std::string> complaints(const ReadModel& read);
/// Which clocks the times are of, as JSON: [{"host": ..., "added_ns": ...}].
[[nodiscard]] nlohmann::ordered_json clocks_of(const trace_read::Trace& trace);
/// Says on stderr what is wrong, and if there are several clocks what their times are worth.
void complain(const ReadModel& read);

/// Names come from a trace, which anyone may have written: a terminal gets no control signs.
[[nodiscard]] std::string printable(std::string text);

}  // namespace ranvier::apps
