// `ranvier`: one program, one sub-command per instrument.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include "bench/runner/command.h"
#include "bench/runner/demo.h"

namespace {

// `ranvier trace …` is `ranvier-trace …`, the program beside this one: it goes with what
// robots get, this one does not. Returns if it cannot be run.
int run_trace(char** words) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string program = self.parent_path() / "ranvier-trace";
  ::execv(program.c_str(), words);
  std::fprintf(stderr, "ranvier trace: '%s' cannot be run: %s. Build it, or name it by its path.\n",
               program.c_str(), std::strerror(errno));
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "trace") return run_trace(argv + 1);
  CLI::App app("ranvier: the instruments of the Ranvier ROS 2 runtime");
  app.require_subcommand(1);
  int exit_code = 0;
  ranvier::bench::add_bench_command(app, exit_code);
  ranvier::bench::add_demo_command(app, exit_code);
  app.add_subcommand("trace", "traces: live, report, export, chains, …; see `ranvier trace`");
  CLI11_PARSE(app, argc, argv);
  return exit_code;
}
