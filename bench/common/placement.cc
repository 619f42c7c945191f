#include "bench/common/placement.h"

#include <sched.h>
#include <sys/utsname.h>

#include <cerrno>
#include <fstream>
#include <system_error>

namespace ranvier::bench {
namespace {

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string join(const std::vector<int>& cores) {
  std::string text;
  for (int core : cores) text += (text.empty() ? "" : ",") + std::to_string(core);
  return text;
}

}  // namespace

void pin_this_thread(const std::vector<int>& cores) {
  if (cores.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int core : cores) CPU_SET(core, &set);
  if (sched_setaffinity(0, sizeof set, &set) == 0) return;
  throw std::system_error(errno, std::generic_category(),
                          "cannot pin to core " + join(cores) + "; is it online and allowed?");
}

int core_count() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

std::vector<std::pair<std::string, std::string>> machine_facts() {
  utsname name{};
  uname(&name);
  return {{"cpu", cpu_model()},
          {"cores", std::to_string(core_count())},
          {"kernel", std::string(name.sysname) + " " + name.release},
          {"machine", name.machine},
          {"compiler", "g++ " __VERSION__}};
}

}  // namespace ranvier::bench
