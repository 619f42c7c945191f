// `ranvier topology`: the graph of a recorded or a running robot as a file, for
// `ranvier bench topology`. Exits with 0, 1 if there is none, 2 for a wrong argument.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <thread>

#include "live_session.h"
#include "read_model.h"
#include "recorded.h"

namespace ranvier::topology {
namespace {

struct Options {
  std::string directory;
  std::string out;
  std::size_t domain = 0;
  double seconds = 5;
  trace_read::ReadOptions read;
};

void write(const Recorded& recorded, const std::string& out) {
  for (const std::string& words : recorded.remarks)
    std::fprintf(stderr, "%s\n", apps::printable(words).c_str());
  const std::string text = recorded.file.dump(1) + "\n";
  if (out.empty()) {
    std::fputs(text.c_str(), stdout);
    return;
  }
  std::ofstream file(out);
  file << text;
  if (!file.flush())
    throw std::runtime_error("--out '" + out + "' cannot be written. Is the folder there?");
}

int from_trace(const Options& options) {
  const auto read = apps::read_model(options.directory, options.read);
  if (!read) return 1;
  apps::complain(*read);
  write(record_topology(read->model, "recorded in " + options.directory), options.out);
  return 0;
}

// The processes keep their last events in memory meanwhile, and nothing of it is left.
int from_live(const Options& options) {
  constexpr std::size_t kKilobytes = 16 * 1024;  // of each process
  auto session = apps::LiveSession::start(options.domain, kKilobytes);
  if (!session) throw std::runtime_error(session.error().what);
  std::this_thread::sleep_for(std::chrono::duration<double>(options.seconds));
  std::optional<Recorded> recorded;
  const auto look = (*session)->look([&](trace_model::Model model) {
    recorded = record_topology(model, "domain " + std::to_string(options.domain));
  });
  if (!look) throw std::runtime_error(look.error().what);
  for (const std::string& words : look->complaints)
    std::fprintf(stderr, "%s\n", apps::printable(words).c_str());
  if (!recorded) {
    throw std::runtime_error("No process of domain " + std::to_string(options.domain) +
                             " recorded. Is the robot running, by this user?");
  }
  write(*recorded, options.out);
  return 0;
}

int main_of(int argc, char** argv) {
  CLI::App app("the graph of a robot as a file for `ranvier bench topology`", "ranvier topology");
  app.require_subcommand(1);
  Options options;
  CLI::App* trace = app.add_subcommand("from-trace", "of a folder of traces");
  trace->add_option("DIR", options.directory, "the folder")->required();
  CLI::App* live = app.add_subcommand("from-live", "of the robot that runs now");
  live->add_option("--seconds", options.seconds, "for how long it is looked at")
      ->capture_default_str()
      ->check(CLI::Range(0.5, 600.0));
  live->add_option("--domain", options.domain, "of the robot")
      ->envname("ROS_DOMAIN_ID")
      ->capture_default_str()
      ->check(CLI::Range(0, 232));
  for (CLI::App* one : {trace, live})
    one->add_option("-o,--out", options.out, "write it here, and not to standard output");
  CLI11_PARSE(app, argc, argv);
  try {
    return trace->parsed() ? from_trace(options) : from_live(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ranvier topology: %s\n", apps::printable(error.what()).c_str());
    return 1;
  }
}

}  // namespace
}  // namespace ranvier::topology

int main(int argc, char** argv) { return ranvier::topology::main_of(argc, argv); }
