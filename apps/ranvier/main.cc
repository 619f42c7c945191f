// `ranvier`: one name for the instruments. `ranvier bench …` is the program ranvier-bench
// that lies beside this one; a new instrument is a new program.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

constexpr const char* kUsage =
    "ranvier: the instruments of the Ranvier ROS 2 runtime\n"
    "Usage: ranvier bench|demo|executors|policy|security|topology|trace ...\n\n"
    "  bench     measure this machine: ours beside a raw yardstick\n"
    "  demo      run a robot's graph in three deployments and write a page about it\n"
    "  executors what the executors of running processes do, and what is stuck there\n"
    "  policy    how executors run callbacks: files, and bounds of response times\n"
    "  security  keystores, enclaves, permissions\n"
    "  topology  the graph of a recorded or a running robot, for `ranvier bench topology`\n"
    "  trace     traces: live, report, export, chains, ...\n\n"
    "`ranvier bench --help` and so on tell more.\n";

// Becomes that program. Returns if it cannot be run.
int run(const std::string& instrument, char** words) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = self.parent_path() / ("ranvier-" + instrument);
  ::execv(program.c_str(), words);
  std::fprintf(stderr,
               "ranvier %s: '%s' cannot be run: %s. `bench` and `demo` are in the build\n"
               "folder (build/bin/ranvier %s) and in the Debian package ranvier-bench.\n%s",
               instrument.c_str(), program.c_str(), std::strerror(errno), instrument.c_str(),
               kUsage);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--help" || first == "-h") {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (first.empty() || first.front() == '-') {
    std::fputs(kUsage, stderr);
    return 2;
  }
  return run(std::string(first), argv + 1);
}
