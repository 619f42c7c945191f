// What of a process's memory each file that it maps takes.
#pragma once

#include <sys/types.h>

#include <istream>
#include <string>
#include <vector>

#include "bench/runner/worker.h"

namespace ranvier::bench {

/// All mappings of one name: a file, by the last part of its path; "[anon]", "[heap]", "[stack]".
struct Mapping {
  std::string name;
  int count = 0;
  Memory memory;
};

/// Reads what /proc/<pid>/smaps says, the largest resident size first.
[[nodiscard]] std::vector<Mapping> mappings_in(std::istream& smaps);
/// The same of a process. Throws std::runtime_error if it cannot be looked at.
[[nodiscard]] std::vector<Mapping> mappings_of(pid_t pid);

/// A line "mapping NAME COUNT RSS PSS PRIVATE" for each, in kB.
[[nodiscard]] std::vector<std::string> mapping_lines(const std::vector<Mapping>& mappings);

}  // namespace ranvier::bench
