#include "options.h"

#include <CLI/CLI.hpp>

namespace ranvier::policy {

std::optional<int> parse_command_line(int argc, char** argv, Options& to) {
  CLI::App app("Which callbacks run first, and how long each chain takes at most.");
  app.name("ranvier policy");
  app.require_subcommand(1);
  CLI::App* chains = app.add_subcommand(
      "chains", "give the callbacks of chains priorities and CPUs, and bound each chain's time");
  chains->callback([&to] { to.verb = "chains"; });
  chains->add_option("FILE", to.file, "the chains, the most critical first")->required();
  chains->add_option("--cpus", to.cpus, "so many CPUs, and not what the file says")
      ->check(CLI::Range(1, 1024));
  chains->add_option("-o,--out", to.out, "write the priorities for RANVIER_EXECUTOR_POLICY here");
  CLI::App* random = app.add_subcommand(
      "random", "hold the bounds to a simulation of random sets of 9 chains on 4 CPUs");
  random->callback([&to] { to.verb = "random"; });
  random->add_option("--sets", to.sets, "so many of each utilisation")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  random->add_option("--seed", to.seed, "of the first set")->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return std::nullopt;
}

}  // namespace ranvier::policy
