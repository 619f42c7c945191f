#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

#include "analysis/schedule/response_time.h"
#include "chains_file.h"
#include "commands.h"

namespace ranvier::policy {
namespace {

using schedule::Chain;
using schedule::Placement;
using schedule::TaskSet;

std::string ms(std::int64_t ns) {
  if (ns == schedule::kUnbounded) return "none";
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", static_cast<double>(ns) / 1e6);
  return text;
}

void print_chains(const TaskSet& set, const Placement& placement) {
  const auto bounds = response_times(set, placement);
  const auto published = response_times(set, placement, schedule::Releases::kPeriodic);
  std::printf("%-24s %9s %9s %9s   all in ms\n", "chain", "period", "bound", "published");
  for (std::size_t i = 0; i < set.size(); ++i) {
    std::printf("%-24s %9s %9s %9s%s\n", set[i].name.c_str(), ms(set[i].period).c_str(),
                ms(bounds[i]).c_str(), ms(published[i]).c_str(),
                bounds[i] > set[i].period ? "   later than its period" : "");
  }
}

void print_placement(const TaskSet& set, const Placement& placement) {
  std::printf("\n%3s %6s %8s  %s\n", "cpu", "thread", "priority", "callback");
  for (std::size_t chain = 0; chain < set.size(); ++chain) {
    for (std::size_t i = set[chain].timer_of ? 1 : 0; i < set[chain].callbacks.size(); ++i) {
      const auto& executor = placement.executors[placement.executor_of[chain][i]];
      std::printf("%3zu %6d %8d  %s\n", executor.cpu, executor.priority,
                  placement.priority_of[chain][i], set[chain].callbacks[i].id.c_str());
    }
  }
  std::printf("\n");
  const auto shares = utilisation(set, placement);
  for (std::size_t cpu = 0; cpu < shares.size(); ++cpu) {
    std::printf("CPU %zu is busy for %.2f of the time%s\n", cpu, shares[cpu],
                shares[cpu] > 1.0 ? ": more than it has" : "");
  }
}

Result<void> write_policy(const TaskSet& set, const Placement& placement, const std::string& path) {
  std::ofstream file(path);
  file << "order: priority\ncallbacks:\n";
  for (std::size_t chain = 0; chain < set.size(); ++chain) {
    for (std::size_t i = set[chain].timer_of ? 1 : 0; i < set[chain].callbacks.size(); ++i) {
      file << "  - {id: \"" << set[chain].callbacks[i].id
           << "\", priority: " << placement.priority_of[chain][i] << "}\n";
    }
  }
  file.close();
  if (file) return {};
  return Error{Code::kWorld, "'" + path + "' cannot be written: " + std::strerror(errno) +
                                 ". Choose another path."};
}

}  // namespace

Result<void> chains(const Options& options) {
  const auto file = read_chains(options.file);
  if (!file) return file.error();
  const std::size_t cpus = options.cpus != 0 ? options.cpus : file->cpus;
  const Placement placement = place(file->chains, cpus);
  print_chains(file->chains, placement);
  print_placement(file->chains, placement);
  return options.out.empty() ? Result<void>() : write_policy(file->chains, placement, options.out);
}

}  // namespace ranvier::policy
