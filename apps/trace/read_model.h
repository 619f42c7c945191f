// A directory of traces, read for a command.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ranvier/trace_model/model.h"
#include "ranvier/trace_read/trace.h"

namespace ranvier::apps {

/// A trace and its model.
struct ReadModel {
  trace_read::Trace trace;
  trace_model::Model model;
};

/// Empty if there is none to read; stderr has why.
[[nodiscard]] std::optional<ReadModel> read_model(const std::string& directory);

/// What is wrong with what was read, in words.
[[nodiscard]] std::vector<std::string> complaints(const ReadModel& read);
/// Says so on stderr.
void complain(const ReadModel& read);

/// Names come from a trace, which anyone may have written: a terminal gets no control signs.
[[nodiscard]] std::string printable(std::string text);

}  // namespace ranvier::apps
