// One self-contained HTML page of a topology in its deployments.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/case.h"

namespace ranvier::bench {

/// The page: what was run, what composition is worth here, plots, and every
/// number. `rows` are those of the topology bench, in its order.
/// @param section  HTML that stands before the tables.
[[nodiscard]] std::string topology_page(const std::string& title, const std::vector<Row>& rows,
                                        const std::string& section);

}  // namespace ranvier::bench
