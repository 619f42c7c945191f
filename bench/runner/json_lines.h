// Where in a text of JSON a value is: nlohmann's values do not remember.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace ranvier::bench {

/// The key of an object, or the place in a list.
using JsonStep = std::variant<std::string, std::size_t>;
using JsonPath = std::vector<JsonStep>;

/// The line, from 1, on which a value begins; of a path that is not there, where it was lost.
/// Contract: `text` is valid JSON.
[[nodiscard]] std::size_t line_of(const std::string& text, const JsonPath& path);

}  // namespace ranvier::bench
