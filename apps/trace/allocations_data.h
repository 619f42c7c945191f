// What was taken from the heap: names for people, and JSON for programs and the report's page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analysis/trace_model/allocations.h"
#include "data.h"

namespace ranvier::apps {

[[nodiscard]] std::string callback_name(const trace_model::Model& model,
                                        const trace_model::AllocationTraffic& of);
[[nodiscard]] std::string process_name(const trace_model::Model& model,
                                       const trace_model::AllocationTraffic& of);
/// The callers, the innermost first, with their names as the source has them.
[[nodiscard]] std::vector<std::string> stack_of(const trace_model::Model& model,
                                                const trace_model::AllocationTraffic& of);

[[nodiscard]] Json json_of(const trace_model::Model& model,
                           const trace_model::AllocationTraffic& of);

/// For the page: the `most` places that took most often, those of callbacks before all others, and
/// how many there are in all.
[[nodiscard]] Json allocations_data(const trace_model::Model& model, std::size_t most);

}  // namespace ranvier::apps
