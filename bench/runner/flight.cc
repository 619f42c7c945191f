#include "bench/runner/flight.h"

#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "bench/common/clock.h"
#include "bench/runner/svg.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

constexpr double kPatience = 60;
constexpr std::int64_t kRunNs = 700'000'000;

std::int64_t real_ns() {
  timespec t{};
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

/// What the program beside this one prints. Throws if it fails.
std::vector<std::string> ranvier_trace(const std::string& command, const std::string& directory) {
  const std::string line = "'" + trace_program() + "' " + command + " '" + directory + "'";
  FILE* pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run: " + line);
  std::vector<std::string> lines(1);
  char piece[4096];
  while (std::fgets(piece, sizeof piece, pipe) != nullptr) {
    lines.back() += piece;
    if (lines.back().back() == '\n') lines.emplace_back();
  }
  lines.pop_back();
  if (::pclose(pipe) != 0) throw std::runtime_error("failed: " + line);
  return lines;
}

/// The node with the most to do, by the topics that it publishes.
std::size_t busiest(const Topology& topology) {
  const auto most = std::max_element(topology.nodes.begin(), topology.nodes.end(),
                                     [](const TopologyNode& a, const TopologyNode& b) {
                                       return a.publishers.size() < b.publishers.size();
                                     });
  return static_cast<std::size_t>(most - topology.nodes.begin());
}

using Workers = std::vector<std::unique_ptr<Worker>>;

Workers start_nodes(const Topology& topology, const std::string& file,
                    const std::string& directory) {
  Environment environment = loopback_environment();
  environment.merge(flight_environment(directory));
  Workers workers;
  for (std::size_t i = 0; i < topology.nodes.size(); ++i) {
    const std::vector<std::string> words{"file=" + file, "node=" + std::to_string(i)};
    workers.push_back(
        std::make_unique<Worker>(program_folder() + "/bench_topology_ours", words, environment));
  }
  for (auto& worker : workers) worker->expect("ready", kPatience);
  for (auto& worker : workers) {
    worker->send("go");
    worker->expect("going", kPatience);
  }
  return workers;
}

/// Its folder: named as the kernel names the process, and by its number.
std::string trace_of(pid_t pid, const std::string& directory) {
  const std::string end = "-" + std::to_string(pid);
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const std::string name = entry.path().filename();
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0) {
      return entry.path();
    }
  }
  throw std::runtime_error("no flight recorder runs in process " + std::to_string(pid));
}

void count(const std::vector<std::string>& lines, std::int64_t killed_ns, KilledNode& found) {
  std::int64_t first = 0;
  std::int64_t last = 0;
  for (const std::string& line : lines) {
    const auto event = nlohmann::json::parse(line);
    const std::string name = event.at("_name");
    last = event.at("_timestamp").get<std::int64_t>();
    found.last = name;
    ++found.events;
    if (name != "ros2:rclcpp_publish" && name != "ros2:callback_start") continue;
    if (first == 0) first = last;
    ++found.messages;
  }
  found.reach_s = static_cast<double>(last - first) / 1e9;
  found.last_ms = static_cast<double>(killed_ns - last) / 1e6;
}

std::string mode_of(const Row& row) { return row.name.substr(row.name.rfind('/') + 1); }

std::string killed_words(const KilledNode& killed) {
  return "Node '" + killed.node + "', one of " + std::to_string(killed.nodes) +
         " that ran as a process each, was killed with -9. Recovered of it: " +
         std::to_string(killed.events) + " events, " + std::to_string(killed.messages) +
         " of them publications and callbacks, of the last " + readable(killed.reach_s) +
         " s; the last one, " + killed.last + ", is from " + readable(killed.last_ms) +
         " ms before the kill.";
}

}  // namespace

// First the buffers of the killed, which lie elsewhere: those that a folder has a link to, and
// those of processes that were killed while they ended.
FlightDirectory::~FlightDirectory() {
  std::error_code error;
  for (const auto& folder : std::filesystem::directory_iterator(path(), error)) {
    std::error_code none;
    const auto buffer = std::filesystem::read_symlink(folder.path() / ".buffer", none);
    if (!none) std::filesystem::remove(buffer, none);
  }
  if (!std::filesystem::exists(trace_program(), error)) return;
  try {
    static_cast<void>(ranvier_trace("buffers --remove", path()));
  } catch (const std::exception&) {  // they stay until the next recording
  }
}

Environment flight_environment(const std::string& directory) {
  return {{"RANVIER_TRACE", directory}, {"RANVIER_TRACE_KEEP", "last"}};
}

KilledNode kill_a_node(const std::string& file, const std::string& directory) {
  const Topology topology = load_topology(file);
  const std::size_t victim = busiest(topology);
  KilledNode killed;
  killed.node = topology.nodes[victim].name;
  killed.nodes = topology.nodes.size();
  Workers workers = start_nodes(topology, file, directory);
  sleep_until_ns(now_ns() + kRunNs);
  const std::string trace = trace_of(workers[victim]->pid(), directory);
  const std::int64_t killed_ns = real_ns();
  workers[victim].reset();  // kill -9
  static_cast<void>(ranvier_trace("recover", directory));
  count(ranvier_trace("print", trace), killed_ns, killed);
  if (killed.messages > 0) return killed;
  throw std::runtime_error("of the node '" + killed.node +
                           "', which was killed, no event of a "
                           "message was recovered");
}

std::string cost_words(const Triple& triple) {
  const auto percent = [](double ratio) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * (ratio - 1));
    return std::string(text);
  };
  const auto range = [&](const Interval& ratio) {
    return percent(ratio.low) + " to " + percent(ratio.high);
  };
  const std::string both = readable(triple.ours) + " " + triple.quantity.unit + " with it, " +
                           readable(triple.raw) + " without: " + percent(triple.ratio.middle) +
                           " (" + range(triple.ratio) + ")";
  if (!std::isfinite(triple.noise.high)) return both + "; one run cannot tell it from the noise";
  const std::string noise = "runs without it differ from each other by " + range(triple.noise);
  if (triple.ratio.middle <= triple.noise.high) return both + ", below the noise: " + noise;
  if (triple.ratio.low <= 1)
    return both + ", not told from the noise, for it may be zero: " + noise;
  return both + ", beyond the noise: " + noise;
}

std::vector<std::string> flight_lines(const std::vector<Row>& rows, const KilledNode& killed) {
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    for (const Triple& triple : row.also) {
      if (triple.quantity.name.rfind(kWithoutRecorder, 0) != 0) continue;
      const bool is_main = triple.quantity.name == kWithoutRecorder;
      lines.push_back("Flight recorder, " + mode_of(row) + ", " +
                      (is_main ? row.main.quantity.name : "latency") + ": " + cost_words(triple) +
                      ".");
    }
  }
  lines.push_back(killed_words(killed));
  return lines;
}

std::string flight_section(const std::vector<Row>& rows, const KilledNode& killed) {
  std::string out =
      "<h2>The flight recorder</h2>\n<p class=\"soft\">Every process of Ranvier in the runs of "
      "this page keeps its last trace events in memory, ready to be saved. What that costs is compared "
      "with runs without it, in turn with the others.</p>\n<ul>\n";
  for (const std::string& line : flight_lines(rows, killed)) {
    out += "<li>" + escaped(line) + "</li>\n";
  }
  return out + "</ul>\n";
}

}  // namespace ranvier::bench
