// Chains, as the page of a report draws them.
#pragma once

#include <cstddef>

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/chains.h"
#include "data.h"

namespace ranvier::apps {

/// One word for each stage.
[[nodiscard]] Json stage_names();

/// The `most` chains with the most messages, and how many others there are. Of each its
/// latencies, over time too, and where the time went: in the mean, of the slowest
/// hundredth as well, and link by link.
[[nodiscard]] Json chains_data(const trace_model::Model& model,
                               const trace_model::ChainQuery& query, const trace_model::Span& span,
                               std::size_t most);

}  // namespace ranvier::apps
