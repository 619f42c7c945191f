#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "commands.h"
#include "running_system.h"

namespace ranvier::policy {
namespace {

constexpr const char* kHead =
    "# How executors run callbacks: docs/executors.md says what each line does. As it stands this\n"
    "# file changes nothing. RANVIER_EXECUTOR_POLICY names it where the programs are started.\n"
    "order: arrival  # or priority; or deadline, with a deadline in ns for each\n"
    "callbacks:\n";

constexpr const char* kGroups =
    "# threads: {each: group}  # or {count: 2} for each executor; policy, nice, affinity of all\n"
    "#\n"
    "# Callback groups. Take away the '#' before one that shall have a thread of its own.\n"
    "callback_groups:\n";

std::string policy_text(const RunningSystem& system) {
  std::ostringstream text;
  text << kHead;
  for (const std::string& id : system.callbacks) {
    text << "  - {id: \"" << id << "\", priority: 0}\n";
  }
  text << kGroups;
  std::set<std::string> written;
  for (const std::string& id : system.groups) {
    // One without callbacks of the user's would name all groups of its node.
    if (id.find('@') == id.npos || !written.insert(id).second) continue;
    text << "#  - {id: \"" << id << "\", policy: SCHED_OTHER, nice: 0, affinity: ~}\n";
  }
  return text.str();
}

}  // namespace

void say_complaints(const RunningSystem& system) {
  for (const std::string& one : system.complaints) {
    std::fprintf(stderr, "ranvier policy: %s\n", one.c_str());
  }
}

Result<void> write_template(const Options& options) {
  const auto system = look_at_system(options.domain);
  if (!system) return system.error();
  say_complaints(*system);
  const std::string text = policy_text(*system);
  if (options.out.empty()) {
    std::cout << text << std::flush;
    return {};
  }
  std::ofstream file(options.out);
  file << text << std::flush;
  if (file) return {};
  return Error{Code::kWorld, "'" + options.out + "' cannot be written: " + std::strerror(errno) +
                                 ". Give another place with --out"};
}

}  // namespace ranvier::policy
