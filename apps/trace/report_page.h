// One self-contained HTML page about a trace.
#pragma once

#include <string>

#include "analysis/trace_model/timeline.h"
#include "data.h"
#include "ranvier/base/result.h"

namespace ranvier::apps {

/// Writes the page into the file, whole or not at all. Needs no network; names of the
/// trace cannot become markup or script: they are in it as JSON without '<', '>' and
/// '&', and the page runs no script but its own.
/// Fails (kWorld) naming the file.
[[nodiscard]] Result<void> write_report(const std::string& path, const Json& data,
                                        const trace_model::Timeline& timeline);

}  // namespace ranvier::apps
