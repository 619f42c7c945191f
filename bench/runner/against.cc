#include "bench/runner/against.h"

#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "bench/runner/worker.h"

namespace ranvier::bench {

void compare_builds(std::vector<Case>& cases, const std::string& folder) {
  if (access((folder + "/bench_fanout_ours").c_str(), X_OK) != 0) {
    throw std::invalid_argument("--against '" + folder +
                                "' has no programs of the benches. Give the build/bin of another "
                                "tree in which `make build` has ended.");
  }
  const std::string other = std::filesystem::absolute(folder);
  for (Case& each : cases) {
    each.raw = [ours = each.ours, other] {
      const ProgramFolder of_the_other(other);
      return ours();
    };
    each.second = {};
    each.loss_is_overload = false;
    each.placement += "; raw: ours as built in " + other;
  }
}

}  // namespace ranvier::bench
