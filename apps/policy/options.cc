#include "options.h"

#include <CLI/CLI.hpp>

namespace ranvier::policy {

std::optional<int> parse_command_line(int argc, char** argv, Options& to) {
  CLI::App app("How executors run callbacks, and how long each chain takes at most.");
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
  const auto looks = [&to](CLI::App* verb) {
    verb->add_option("--domain", to.domain, "of the system")
        ->envname("ROS_DOMAIN_ID")
        ->capture_default_str()
        ->check(CLI::Range(0, 232));
  };
  CLI::App* written = app.add_subcommand(
      "template", "write a policy file that names all callbacks and groups of a running system");
  written->callback([&to] { to.verb = "template"; });
  written->add_option("-o,--out", to.out, "write it here, and not to standard output");
  looks(written);
  CLI::App* check = app.add_subcommand(
      "check", "say what a policy file names that is not there, and what is there unnamed");
  check->callback([&to] { to.verb = "check"; });
  check->add_option("FILE", to.file, "the file for RANVIER_EXECUTOR_POLICY")->required();
  looks(check);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return std::nullopt;
}

}  // namespace ranvier::policy
