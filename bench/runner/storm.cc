#include "bench/runner/storm.h"

#include <algorithm>
#include <iomanip>
#include <memory>
#include <stdexcept>

#include "bench/common/clock.h"
#include "bench/common/placement.h"
#include "bench/common/stats.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

constexpr int kStormPatience =
    60;  // seconds that a client waits for its service, and for its replies

using Workers = std::vector<std::unique_ptr<Worker>>;

struct StormSide {
  const char* role;
  int processes;
  int ends;  ///< servers or clients, shared out among the processes
};

// "go" is there before the worker asks: what it does next must not wait for us.
Workers start_storm(const StormSide& side, const Storm& storm, int calls,
                    const Environment& environment) {
  Workers workers;
  const int each = side.ends / side.processes;
  for (int i = 0; i < side.processes; ++i) {
    workers.push_back(std::make_unique<Worker>(
        program_folder() + "/bench_storm_ours",
        std::vector<std::string>{
            std::string("role=") + side.role, "first=" + std::to_string(i * each),
            "count=" + std::to_string(each), "names=" + std::to_string(storm.names),
            std::string("bare=") + (storm.bare ? "1" : "0"), "calls=" + std::to_string(calls),
            "patience=" + std::to_string(kStormPatience)},
        environment));
    workers.back()->send("go");
  }
  return workers;
}

void await_ready(Workers& workers) {
  for (auto& worker : workers) worker->expect("ready", kStormPatience);
}

void add_findings(Findings findings, StormRound& round) {
  auto& numbers = findings.numbers;
  round.sent += numbers["sent"];
  round.replies += numbers["replies"];
  round.wrong += numbers["wrong"];
  round.hangs += numbers["hangs"];
  round.without_service += numbers["without_service"];
}

double sum(const StormRow& row, double (*of)(const StormRound&)) {
  double total = 0;
  for (const StormRound& round : row.rounds) total += of(round);
  return total;
}

struct Column {
  const char* name;
  const char* key;
  double (*of)(const StormRow&);
};

std::vector<double> seconds(const StormRow& row) {
  std::vector<double> all;
  for (const StormRound& round : row.rounds) all.push_back(round.seconds);
  return all;
}

const std::vector<Column>& columns() {
  static const std::vector<Column> all = {
      {"rounds", "rounds",
       [](const StormRow& row) { return static_cast<double>(row.rounds.size()); }},
      {"processes", "processes",
       [](const StormRow& row) {
         return static_cast<double>(row.storm.server_processes + row.storm.client_processes);
       }},
      {"requests", "requests",
       [](const StormRow& row) { return sum(row, [](const StormRound& r) { return r.sent; }); }},
      {"lost", "lost",
       [](const StormRow& row) { return sum(row, [](const StormRound& r) { return r.lost(); }); }},
      {"wrong", "wrong",
       [](const StormRow& row) { return sum(row, [](const StormRound& r) { return r.wrong; }); }},
      {"hangs", "hangs",
       [](const StormRow& row) { return sum(row, [](const StormRound& r) { return r.hangs; }); }},
      {"no service", "without_service",
       [](const StormRow& row) {
         return sum(row, [](const StormRound& r) { return r.without_service; });
       }},
      {"median s", "median_s", [](const StormRow& row) { return median(seconds(row)); }},
      {"longest s", "longest_s", [](const StormRow& row) { return quantile(seconds(row), 1); }},
  };
  return all;
}

}  // namespace

std::vector<Storm> storms(int ends, bool bare) {
  std::vector<Storm> all;
  const std::string count = std::to_string(ends);
  for (const bool servers_first : {true, false}) {
    const std::string order = servers_first ? "/servers-first" : "/clients-first";
    all.push_back(
        {"storm/" + count + "-names" + order, ends, ends, ends, ends, servers_first, bare});
    all.push_back({"storm/one-name" + order, 1, 1, ends, ends, servers_first, bare});
    all.push_back({"storm/two-processes" + order, ends, 1, 1, ends, servers_first, bare});
  }
  return all;
}

StormRound run_storm(const Storm& storm, int calls) {
  const Environment environment = loopback_environment();
  const StormSide servers{"server", storm.server_processes, storm.names};
  const StormSide clients{"client", storm.client_processes, storm.clients};
  Workers first = start_storm(storm.servers_first ? servers : clients, storm, calls, environment);
  await_ready(first);
  const std::int64_t begin = now_ns();
  Workers second = start_storm(storm.servers_first ? clients : servers, storm, calls, environment);
  await_ready(second);
  StormRound round;
  for (auto& client : storm.servers_first ? second : first)
    add_findings(client->findings(3 * kStormPatience), round);
  round.seconds = static_cast<double>(now_ns() - begin) / 1e9;
  for (auto& server : storm.servers_first ? first : second) server->send("stop 0");
  for (auto& server : storm.servers_first ? first : second) (void)server->findings(kStormPatience);
  return round;
}

bool StormRow::complete() const {
  return error.empty() && !rounds.empty() &&
         std::all_of(rounds.begin(), rounds.end(), [](const StormRound& round) {
           return round.sent > 0 && round.lost() == 0 && round.wrong == 0 && round.hangs == 0 &&
                  round.without_service == 0;
         });
}

StormRow run_storm_rounds(const Storm& storm, int calls, int rounds,
                          const std::function<void(const std::string&)>& progress) {
  StormRow row{storm, {}, {}};
  try {
    for (int i = 0; i < rounds; ++i) {
      progress(storm.name + "  " + std::to_string(i + 1) + "/" + std::to_string(rounds));
      row.rounds.push_back(run_storm(storm, calls));
    }
  } catch (const std::exception& error) {
    row.error = error.what();
  }
  return row;
}

void print_storms(std::ostream& out, const std::vector<StormRow>& rows) {
  constexpr int kName = 34, kNumber = 11;
  out << std::left << std::setw(kName) << "storm" << std::right;
  for (const Column& column : columns()) out << std::setw(kNumber) << column.name;
  out << "\n";
  for (const StormRow& row : rows) {
    out << std::left << std::setw(kName) << row.storm.name << std::right;
    for (const Column& column : columns()) {
      const double value = column.of(row);
      const bool whole = value == static_cast<double>(static_cast<long>(value));
      out << std::setw(kNumber) << std::fixed << std::setprecision(whole ? 0 : 2) << value;
    }
    out << (row.complete() ? "" : "  FAILED") << "\n";
    if (!row.error.empty()) out << "  ERROR: " << row.error << "\n";
  }
}

nlohmann::ordered_json storms_json(const std::vector<StormRow>& rows) {
  nlohmann::ordered_json json;
  json["bench"] = "storm";
  for (const auto& [key, value] : machine_facts()) json["machine"][key] = value;
  json["cases"] = nlohmann::ordered_json::array();
  for (const StormRow& row : rows) {
    nlohmann::ordered_json one;
    one["name"] = row.storm.name;
    for (const Column& column : columns()) one[column.key] = column.of(row);
    one["complete"] = row.complete();
    if (!row.error.empty()) one["error"] = row.error;
    json["cases"].push_back(std::move(one));
  }
  return json;
}

}  // namespace ranvier::bench
