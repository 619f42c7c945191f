// Where the time of messages through a row of processes went, from one trace.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/runner/plan.h"

namespace ranvier::bench {

/// A category of the published experiment, and the stages of `ranvier-trace chains` that it is.
struct Category {
  const char* name;
  std::vector<const char*> stages;  ///< empty: ours has no such layer
};
[[nodiscard]] const std::vector<Category>& row_categories();

/// Reads what `ranvier-trace chains --json` says of the chain of so many hops that most messages
/// went. Adds the mean of each category over those messages, all hops together, in microseconds,
/// by its name; their sum, categories_us; what the trace says of the whole way, traced_us; and
/// chain_count. The callback of the last node is in
/// none: the way ends where it begins.
/// Errors: std::runtime_error if there is no such chain, or the text is no JSON of that form.
void add_categories(const std::string& chains_json, std::size_t hops, Outcome& to);

}  // namespace ranvier::bench
