// What the commands that read traces have in common.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ranvier/trace_model/model.h"
#include "ranvier/trace_model/statistics.h"
#include "ranvier/trace_read/trace.h"

namespace ranvier::apps {

using Json = nlohmann::ordered_json;

/// A trace and its model.
struct Read {
  trace_read::Trace trace;
  trace_model::Model model;
};

/// Reads the traces of a directory; says on stderr why there is none to read.
[[nodiscard]] std::optional<Read> read(const std::string& directory);

/// What was wrong with the trace or did not join, in sentences.
[[nodiscard]] std::vector<std::string> complaints(const Read& read);
/// The same, to stderr.
void complain(const Read& read);

/// Names come from a trace, which anyone may have written: a terminal gets no control signs.
[[nodiscard]] std::string printable(std::string text);

[[nodiscard]] Json json_of(const trace_model::Statistics& of);

}  // namespace ranvier::apps
