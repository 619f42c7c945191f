// Rows as JSON and as a text table: the same numbers in both.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "bench/runner/case.h"

namespace ranvier::bench {

/// The report of a bench: machine, method and cases. Every case has name, quantity, unit,
/// better, ours, raw, ratio, ratio_low, ratio_high, noise, runs, samples, placement,
/// overloaded and also; a number that could not be had is null.
[[nodiscard]] nlohmann::ordered_json to_json(const std::string& bench,
                                             const std::vector<Row>& rows);

/// One line per case and one, indented, per further quantity.
void print_table(std::ostream& out, const std::vector<Row>& rows);

}  // namespace ranvier::bench
