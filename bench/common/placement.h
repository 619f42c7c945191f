// Where threads run: every case states it, both sides alike.
#pragma once

#include <string>
#include <vector>

namespace ranvier::bench {

/// Pins the calling thread, and all threads that it starts later, to cores;
/// an empty list leaves it free. Throws std::system_error naming the cores.
void pin_this_thread(const std::vector<int>& cores);

/// Cores that this process may use.
[[nodiscard]] int core_count();

/// CPU model, cores, kernel and compiler, for the head of a report.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> machine_facts();

}  // namespace ranvier::bench
