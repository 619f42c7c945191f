#include "bench/common/of_process.h"

#include <time.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace ranvier::bench {
namespace {

double number_in(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  double number = 0;
  for (std::string word; file >> word;) {
    if (word == name + ":" && file >> number) return number;
  }
  return 0;
}

}  // namespace

std::int64_t cpu_ns_of(pid_t pid) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0) {
    throw std::runtime_error("process " + std::to_string(pid) + " ended while it was measured");
  }
  return used.tv_sec * 1'000'000'000LL + used.tv_nsec;
}

double status_of(pid_t pid, const std::string& name) {
  return number_in("/proc/" + std::to_string(pid) + "/status", name);
}

double switches_of(pid_t pid) {
  double sum = 0;
  const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks)) {
    const std::string status = task.path().string() + "/status";
    sum += number_in(status, "voluntary_ctxt_switches") +
           number_in(status, "nonvoluntary_ctxt_switches");
  }
  return sum;
}

}  // namespace ranvier::bench
