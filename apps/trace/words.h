// What commands read from their words.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::apps {

/// "a,b" gives a and b; empty names are left out.
[[nodiscard]] inline std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> all;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (end > 0) all.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return all;
}

}  // namespace ranvier::apps
