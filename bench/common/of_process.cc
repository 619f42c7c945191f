#include "bench/common/of_process.h"

#include <time.h>

#include <fstream>
#include <stdexcept>

namespace ranvier::bench {

std::int64_t cpu_ns_of(pid_t pid) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
    throw std::runtime_error("process " + std::to_string(pid) + " ended while it was measured");
  }
  return used.tv_sec * 1'000'000'000LL + used.tv_nsec;
}

double status_of(pid_t pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  double number = 0;
  for (std::string word; file >> word;) {
    if (word == name + ":" && file >> number) return number;
  }
  return 0;
}

}  // namespace ranvier::bench
