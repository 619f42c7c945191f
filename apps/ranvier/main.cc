// `ranvier`: one program, one sub-command per instrument.
#include <CLI/CLI.hpp>

#include "bench/runner/command.h"
#include "bench/runner/demo.h"

int main(int argc, char** argv) {
  CLI::App app("ranvier: the instruments of the Ranvier ROS 2 runtime");
  app.require_subcommand(1);
  int exit_code = 0;
  ranvier::bench::add_bench_command(app, exit_code);
  ranvier::bench::add_demo_command(app, exit_code);
  CLI11_PARSE(app, argc, argv);
  return exit_code;
}
