// What runs in a domain now, in the words of policy files.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::policy {

struct RunningSystem {
  std::size_t processes = 0;
  std::set<std::string> nodes;      ///< full names
  std::set<std::string> callbacks;  ///< "/planner@Timer(100000000)", but for those of the runtime
  std::vector<std::string>
      groups;                     ///< ids, in the order in which they were made; some may be equal
  std::set<std::string> threads;  ///< names
  std::vector<std::string> complaints;  ///< processes that could not be asked, a sentence each
};

/// Asks each process of the user and the domain, as `ranvier trace live` does: for as long as
/// this takes they have flight recorders. Fails if none answers, or somebody traces the domain.
Result<RunningSystem> look_at_system(std::size_t domain);

}  // namespace ranvier::policy
