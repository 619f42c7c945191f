// `ranvier demo`: what composition is worth on this machine. Exits as `ranvier bench` does.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "bench/runner/benches.h"
#include "bench/runner/flight.h"
#include "bench/runner/page.h"
#include "bench/runner/report.h"
#include "bench/runner/window_seconds.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

constexpr double kSeconds = 2.2;  // of a run: all of it takes about a minute

struct Request {
  std::string html = "ranvier_demo.html";
  int repeats = 3;
  std::string after_table;
  Options options;
};

// One line that is rewritten on a terminal; a line per run elsewhere.
class ProgressBar final {
 public:
  explicit ProgressBar(int runs) : runs_(runs), terminal_(isatty(STDERR_FILENO) != 0) {}

  void step(const std::string& what) {
    constexpr int kWidth = 24;
    const int filled = kWidth * done_ / runs_;
    std::cerr << (terminal_ ? "\r\033[K" : "") << "["
              << std::string(static_cast<std::size_t>(filled), '#')
              << std::string(static_cast<std::size_t>(kWidth - filled), '.') << "] run " << ++done_
              << "/" << runs_ << "  " << what << (terminal_ ? "" : "\n") << std::flush;
  }
  void end() const {
    if (terminal_) std::cerr << "\r\033[K";
  }

 private:
  const int runs_;
  const bool terminal_;
  int done_ = 0;
};

int sides_of(const std::vector<Case>& cases) {
  int sides = 0;
  for (const Case& each : cases) sides += each.second ? 3 : 2;
  return sides;
}

std::vector<Row> measure_all(const std::vector<Case>& cases, int repeats) {
  ProgressBar bar(sides_of(cases) * repeats);
  std::vector<Row> rows;
  for (const Case& each : cases) {
    rows.push_back(measure(each, repeats, [&](const std::string& what) { bar.step(what); }));
  }
  bar.end();
  return rows;
}

void write_page(const std::string& path, const std::string& page) {
  std::ofstream file(path);
  file << page;
  if (!file.flush())
    throw std::runtime_error("--html '" + path + "' cannot be written. Is the folder there?");
}

/// Runs what builds ranvier-trace, if it is not there yet: the table has no use for it.
void run_after_table(const std::string& command) {
  std::cout << std::flush;
  if (command.empty() || std::system(command.c_str()) == 0) return;
  throw std::runtime_error("--after-table '" + command + "' failed");
}

int run(const Request& request) {
  const FlightDirectory traces;
  Options options = request.options;
  options.flight = traces.path();
  options.seconds = options.window(kSeconds);
  const std::vector<Case> cases = topology_cases(options);
  std::cout
      << "Running " << request.options.file
      << " as a process per node, composed, and composed over DDS,\n"
      << "each beside raw Cyclone DDS doing the same traffic. Ours has its flight recorder on.\n";
  const std::vector<Row> rows = measure_all(cases, request.repeats);
  print_table(std::cout, rows);
  run_after_table(request.after_table);
  const KilledNode killed = kill_a_node(std::filesystem::absolute(options.file), traces.path());
  for (const std::string& line : flight_lines(rows, killed)) std::cout << line << "\n";
  write_page(request.html, topology_page("What composition is worth on this machine", rows,
                                         flight_section(rows, killed)));
  std::cout << "Report with plots: " << request.html << "\n";
  for (const Row& row : rows) {
    if (!row.error.empty()) return 1;
  }
  return 0;
}

int main_of(int argc, char** argv) {
  CLI::App app("run a robot's graph in three deployments and write a page about it",
               "ranvier demo");
  Request request;
  request.options.file = bench_folder() + "/topologies/create3_like.json";
  app.add_option("file", request.options.file, "topology file")->capture_default_str();
  app.add_option("--html", request.html, "the page to write")->capture_default_str();
  app.add_option("--repeats", request.repeats, "runs of each side")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  app.add_option("--after-table", request.after_table,
                 "command of the shell that runs when the table is shown, before ranvier-trace");
  app.add_option("--seconds", request.options.seconds, "length of each run's window")
      ->check(window_seconds());
  CLI11_PARSE(app, argc, argv);
  try {
    return run(request);
  } catch (const std::exception& error) {
    std::cerr << "ranvier demo: " << error.what() << "\n";
    return 2;
  }
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) { return ranvier::bench::main_of(argc, argv); }
