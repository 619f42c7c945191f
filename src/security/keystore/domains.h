// Numbers of domains, as governance and permissions name them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace ranvier::security {

/// From a number to another, both included.
using DomainRange = std::pair<std::uint32_t, std::uint32_t>;

/// Contract: any thread, no allocation.
inline bool has_domain(const std::vector<DomainRange>& ranges, std::uint32_t domain) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const DomainRange& range) {
    return range.first <= domain && domain <= range.second;
  });
}

}  // namespace ranvier::security
