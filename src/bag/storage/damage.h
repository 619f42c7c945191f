// What is damaged in a bag, in words: a list that no file makes long.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ranvier::bag {

/// The most lines of a list, the one that says that there are more among them.
inline constexpr std::size_t kMostDamage = 100;

/// Adds a line that is not there yet. Of a long list the last line says that there is more.
inline void add_damage(std::vector<std::string>& damage, std::string line) {
  if (damage.size() >= kMostDamage) return;
  if (damage.size() == kMostDamage - 1) line = "There is more damage, which is not listed.";
  if (std::find(damage.begin(), damage.end(), line) != damage.end()) return;
  damage.push_back(std::move(line));
}

}  // namespace ranvier::bag
