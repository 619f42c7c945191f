#include "bench/ours/trace_report.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>

#include "bench/common/clock.h"
#include "tests/support/fork_child.h"

namespace ranvier::bench {

ReportCost report_on(const std::string& directory) {
  const std::string program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "ranvier-trace";
  const std::string page = directory + "/report.html";
  const std::int64_t start = now_ns();
  const pid_t child = support::fork_child();
  if (child == 0) {
    // What it prints is no answer of this worker.
    ::dup2(2, 1);
    ::execl(program.c_str(), program.c_str(), "report", directory.c_str(), "-o", page.c_str(),
            static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = -1;
  struct rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child || status != 0) {
    throw std::runtime_error("'" + program + "' gave no report on " + directory);
  }
  const auto took = static_cast<double>(now_ns() - start);
  std::filesystem::remove(page);
  return {took / 1e9, static_cast<double>(usage.ru_maxrss) / 1e3};
}

}  // namespace ranvier::bench
