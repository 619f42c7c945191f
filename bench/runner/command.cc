// `ranvier bench`: picks cases, measures, prints, writes. Exits with 0 when every case gave
// figures (compare: when none got worse), 1 when one failed, 2 for a wrong argument.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <regex>
#include <stdexcept>

#include "bench/common/clock.h"
#include "bench/runner/advice.h"
#include "bench/runner/against.h"
#include "bench/runner/benches.h"
#include "bench/runner/changes.h"
#include "bench/runner/faults.h"
#include "bench/runner/joined.h"
#include "bench/runner/nav2.h"
#include "bench/runner/page.h"
#include "bench/runner/report.h"
#include "bench/runner/steal.h"
#include "bench/runner/storm.h"
#include "bench/runner/window_seconds.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

constexpr const char* kStorm = "storm";  // counts what is lost: no bench of two sides
constexpr int kStormRounds = 20;
constexpr const char* kFaults = "faults";  // so does this one
constexpr const char* kNav2 = "nav2";      // four deployments, no yardstick
constexpr int kNav2Trials = 5;
constexpr std::string_view kTopology = "topology";  // says what its rows would bring
constexpr const char* kReport = "report";           // joins reports beside published figures
constexpr const char* kSeeds = "seeds";             // prints docs/seeds.md
constexpr const char* kCompare = "compare";         // of two reports: measures nothing

struct Request {
  std::string bench;
  std::string pattern;
  std::string json;
  std::string against;
  std::string other;  // report
  ChangeLimits limits;
  int repeats = 0;
  bool list_cases = false;
  Options options;
};

void list_benches(std::ostream& out) {
  for (const Bench& bench : all_benches()) {
    out << "  " << bench.name << std::string(12 - std::string(bench.name).size(), ' ')
        << bench.summary << (bench.needs_file ? " (give FILE.json)" : "") << "\n";
  }
  out << "  storm       requests of a start-up storm that are left without a reply\n"
      << "  faults      hangs, wrong bytes and files that a kill -9 leaves behind\n"
      << "  nav2        CPU and PSS of an installed Nav2, in four deployments (give its prefix)\n"
      << "  compare     what changed between two reports that --json wrote (give BEFORE AFTER)\n"
      << "  report      one page of all reports of a folder, beside published figures (give DIR)\n"
      << "  seeds       which command measures which published figure\n";
}

const Bench& find_bench(const std::string& name) {
  std::string names;
  for (const Bench& bench : all_benches()) {
    if (name == bench.name) return bench;
    names += std::string(names.empty() ? "" : ", ") + bench.name;
  }
  throw std::invalid_argument("there is no bench '" + name + "'. Choose one of: list, " + names +
                              ", storm, faults, nav2, compare, report, seeds.");
}

std::regex parse_pattern(const std::string& pattern) {
  try {
    return std::regex(pattern);
  } catch (const std::regex_error& error) {
    throw std::invalid_argument("--case '" + pattern +
                                "' is not a regular expression: " + error.what());
  }
}

std::vector<Case> chosen_cases(const Bench& bench, const Request& request) {
  if (bench.needs_file && request.options.file.empty()) {
    throw std::invalid_argument(std::string("bench ") + bench.name +
                                " needs a file. Write: ranvier bench " + bench.name + " FILE.json");
  }
  Options options = request.options;
  // A case that is named, or only listed, need not be a core one.
  options.all = options.all || !request.pattern.empty() || request.list_cases;
  const std::regex pattern = parse_pattern(request.pattern);
  std::vector<Case> chosen;
  for (Case& each : bench.cases(options)) {
    if (std::regex_search(each.name, pattern)) chosen.push_back(std::move(each));
  }
  if (chosen.empty()) {
    throw std::invalid_argument("--case '" + request.pattern + "' matches no case of bench " +
                                bench.name + ". Add --list to see their names.");
  }
  return chosen;
}

Progress progress_line() {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  return [terminal](const std::string& line) {
    if (terminal) std::cerr << "\r\033[K" << line << std::flush;
  };
}

std::vector<Row> measure_all(const std::vector<Case>& cases, int repeats) {
  const Progress progress = progress_line();
  std::vector<Row> rows;
  for (const Case& each : cases) {
    rows.push_back(measure(each, repeats, progress));
    progress("");
    std::cerr << "[" << rows.size() << "/" << cases.size() << "] " << each.name
              << (rows.back().error.empty() ? "" : ": FAILED") << "\n";
  }
  return rows;
}

void write_json(const std::string& path, const nlohmann::ordered_json& json) {
  if (path.empty()) return;
  std::ofstream file(path);
  // What a worker or a compiler said may be no UTF-8.
  file << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << "\n";
  if (!file)
    throw std::runtime_error("--json '" + path + "' cannot be written. Is the folder there?");
}

void warn_about_sharing() {
  const auto users = foreign_users_of_the_libraries();
  if (users.empty()) return;
  std::cerr << "warning: " << users.size() << " other processes (such as " << users.front()
            << ") map Cyclone or the core now; PSS comes out too small while they do.\n";
}

std::vector<Storm> chosen_storms(const Request& request) {
  const std::regex pattern = parse_pattern(request.pattern);
  std::vector<Storm> chosen;
  for (Storm& each : storms(request.options.ends, !request.options.default_nodes)) {
    if (std::regex_search(each.name, pattern)) chosen.push_back(std::move(each));
  }
  if (!chosen.empty()) return chosen;
  throw std::invalid_argument("--case '" + request.pattern +
                              "' matches no case of bench storm. Add --list to see their names.");
}

int run_storms(const Request& request) {
  const std::vector<Storm> chosen = chosen_storms(request);
  if (request.list_cases) {
    for (const Storm& each : chosen) std::cout << each.name << "\n";
    return 0;
  }
  const Progress progress = progress_line();
  std::vector<StormRow> rows;
  for (const Storm& each : chosen) {
    rows.push_back(run_storm_rounds(each, request.options.calls,
                                    request.repeats > 0 ? request.repeats : kStormRounds,
                                    progress));
    progress("");
  }
  print_storms(std::cout, rows);
  write_json(request.json, storms_json(rows));
  for (const StormRow& row : rows) {
    if (!row.complete()) return 1;
  }
  return 0;
}

std::vector<std::string> chosen_faults(const Request& request) {
  const std::regex pattern = parse_pattern(request.pattern);
  std::vector<std::string> chosen;
  for (const std::string& name : fault_names()) {
    if (std::regex_search(name, pattern)) chosen.push_back(name);
  }
  if (!chosen.empty()) return chosen;
  throw std::invalid_argument("--case '" + request.pattern +
                              "' matches no case of bench faults. Add --list to see their names.");
}

// All counts are of the same rounds, so those that nobody asked for are made too.
int run_fault_rounds(const Request& request) {
  const std::vector<std::string> chosen = chosen_faults(request);
  if (request.list_cases) {
    for (const std::string& name : chosen) std::cout << name << "\n";
    return 0;
  }
  const Progress progress = progress_line();
  const unsigned seed = request.options.seed != 0 ? request.options.seed : std::random_device{}();
  const Faults faults = run_faults(seed, request.options.rounds, progress);
  progress("");
  print_faults(std::cout, faults, chosen);
  write_json(request.json, faults_json(faults, chosen));
  return faults.none() ? 0 : 1;
}

int run_nav2_trials(const Request& request) {
  const std::regex pattern = parse_pattern(request.pattern);
  const auto wanted = [&](const std::string& name) { return std::regex_search(name, pattern); };
  if (request.list_cases) {
    for (const std::string& name : nav2_deployments()) std::cout << name << "\n";
    return 0;
  }
  if (request.options.file.empty()) {
    throw std::invalid_argument(
        "bench nav2 needs the prefix of an installed Nav2. Write: ranvier bench nav2 PREFIX");
  }
  const std::string why = why_no_nav2(request.options.file);
  if (!why.empty()) {
    std::cout << "skipped: " << why << "\n";
    return 0;
  }
  const Progress progress = progress_line();
  const auto rows = run_nav2(Nav2Prefix(request.options.file),
                             request.repeats > 0 ? request.repeats : kNav2Trials,
                             request.options.record, wanted, progress);
  progress("");
  print_nav2(std::cout, rows);
  write_json(request.json, nav2_json(rows));
  for (const Nav2Row& row : rows) {
    if (!row.errors.empty()) return 1;
  }
  return 0;
}

std::string seeds_folder() { return bench_folder() + "/seeds"; }

int write_joined(const Request& request) {
  if (request.options.file.empty())
    throw std::invalid_argument("bench report needs a folder. Write: ranvier bench report DIR");
  const ReadReports reports = read_reports(request.options.file);
  const std::vector<JoinedFigure> figures = join_figures(load_seeds(seeds_folder()), reports);
  const std::string path =
      request.options.page.empty() ? request.options.file + "/report.html" : request.options.page;
  std::ofstream file(path);
  file << joined_page(figures, reports);
  if (!file.flush())
    throw std::runtime_error("'" + path + "' cannot be written. Give --html a place that can.");
  for (const JoinedFigure& one : figures)
    std::cout << one.figure.seed << ", " << one.figure.figure << ": " << finding(one) << "\n";
  for (const std::string& words : reports.complaints) std::cerr << words << "\n";
  std::cout << "The page: " << path << "\n";
  return 0;
}

int compare_files(const Request& request) {
  if (request.options.file.empty() || request.other.empty()) {
    throw std::invalid_argument(
        "bench compare needs two reports. Write: ranvier bench compare BEFORE.json AFTER.json");
  }
  const Comparison comparison = compare_reports(read_report(request.options.file),
                                                read_report(request.other), request.limits);
  print_comparison(std::cout, comparison);
  write_json(request.json, comparison_json(comparison));
  return comparison.worse() ? 1 : 0;
}

void refuse_against(const Request& request) {
  if (request.against.empty()) return;
  for (const std::string one_sided : {kStorm, kFaults, kNav2, kCompare, kReport, kSeeds}) {
    if (request.bench != one_sided) continue;
    throw std::invalid_argument("bench " + one_sided +
                                " measures one build and takes no --against. Run each build's own "
                                "`ranvier bench " +
                                one_sided + "`.");
  }
}

void tell_advice(const Request& request, const std::vector<Row>& rows) {
  const auto all =
      advice(rows, deployments_of(load_topology(request.options.file), request.options.policy));
  for (const std::string& line : advice_lines(all)) std::cout << line << "\n";
  if (request.options.page.empty()) return;
  std::ofstream file(request.options.page);
  file << topology_page("What each deployment would bring " + request.options.file, rows,
                        advice_section(all));
  if (!file.flush())
    throw std::runtime_error("--html '" + request.options.page +
                             "' cannot be written. Is the folder there?");
}

int run(const Request& request) {
  if (request.bench == "list") {
    list_benches(std::cout);
    return 0;
  }
  refuse_against(request);
  if (request.bench == kStorm) return run_storms(request);
  if (request.bench == kFaults) return run_fault_rounds(request);
  if (request.bench == kNav2) return run_nav2_trials(request);
  if (request.bench == kCompare) return compare_files(request);
  if (request.bench == kReport) return write_joined(request);
  if (request.bench == kSeeds) {
    std::cout << seeds_page(load_seeds(seeds_folder()));
    return 0;
  }
  const Bench& bench = find_bench(request.bench);
  std::vector<Case> cases = chosen_cases(bench, request);
  if (!request.against.empty()) compare_builds(cases, request.against);
  if (request.list_cases) {
    for (const Case& each : cases) std::cout << each.name << "\n";
    return 0;
  }
  warn_about_sharing();
  const std::int64_t start = now_ns();
  const StealMeter steal;
  const std::vector<Row> rows =
      measure_all(cases, request.repeats > 0 ? request.repeats : bench.repeats);
  print_table(std::cout, rows);
  if (bench.name == kTopology) tell_advice(request, rows);
  std::cout << "# took " << (now_ns() - start) / 1'000'000'000 << " s; the host kept "
            << steal.percent() << " % of the CPU to itself meanwhile\n";
  write_json(request.json, to_json(bench.name, rows));
  for (const Row& row : rows) {
    if (!row.error.empty()) return 1;
  }
  return 0;
}

void add_words(CLI::App& app, Request& request) {
  app.add_option("name", request.bench, "a bench, or list")->required();
  app.add_option(
      "file", request.options.file,
      "topology file of bench topology, prefix of bench nav2, report of bench compare, or folder of "
      "bench report");
  app.add_option("other", request.other, "second report of bench compare");
  app.add_option("--least", request.limits.least_percent,
                 "of bench compare: percent that a figure must have moved by")
      ->check(CLI::Range(0.0, 1000.0));
  app.add_flag("--all", request.options.all, "the full set instead of the core subset");
  app.add_option("--case", request.pattern,
                 "only cases whose name matches this regular expression");
  app.add_flag("--list", request.list_cases, "only print the names of the cases");
  app.add_option("--json", request.json, "also write the report to this file");
  app.add_option("--html", request.options.page,
                 "of bench topology, trace (its example) and report: the page to write");
  app.add_option("--policy", request.options.policy,
                 "of bench topology: a file for RANVIER_EXECUTOR_POLICY, as one deployment more")
      ->check(CLI::ExistingFile);
  app.add_option("--record", request.options.record,
                 "of bench nav2: a folder for traces of the measured windows");
  app.add_option("--against", request.against,
                 "build/bin of another tree: its side of ours in place of raw");
  app.add_option("--repeats", request.repeats, "runs of each side")->check(CLI::Range(1, 1000));
  app.add_option("--seconds", request.options.seconds, "length of each run's window")
      ->check(window_seconds());
  app.add_option("--ends", request.options.ends, "of bench storm: names, or clients of one name")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--default-nodes", request.options.default_nodes,
               "of bench storm: nodes with all that a default node has");
  app.add_option("--calls", request.options.calls, "of bench storm: requests of each client")
      ->check(CLI::Range(1, 1000));
  app.add_option("--rounds", request.options.rounds, "of bench faults: processes that are killed")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--seed", request.options.seed,
                 "of bench faults: repeats its choices; 0: others each time");
}

int main_of(int argc, char** argv) {
  CLI::App app("measure this machine: ours beside a raw yardstick", "ranvier bench");
  Request request;
  add_words(app, request);
  CLI11_PARSE(app, argc, argv);
  std::signal(SIGPIPE, SIG_IGN);  // a worker that has died is told of in words
  try {
    return run(request);
  } catch (const std::exception& error) {
    std::cerr << "ranvier bench: " << error.what() << "\n";
    return 2;
  }
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) { return ranvier::bench::main_of(argc, argv); }
