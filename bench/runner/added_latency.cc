#include "bench/runner/added_latency.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

#include "bench/common/blocks.h"

namespace ranvier::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kWhole = 0.9;  // of the messages that a block should have

/// A directory for traces, gone at the end.
class TraceDirectory final {
 public:
  TraceDirectory() {
    char path[] = "/tmp/ranvier_bench_added_XXXXXX";
    if (::mkdtemp(path) == nullptr) throw std::runtime_error("cannot make a directory in /tmp");
    path_ = path;
  }
  TraceDirectory(const TraceDirectory&) = delete;
  TraceDirectory& operator=(const TraceDirectory&) = delete;
  ~TraceDirectory() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct BlockFigures {
  int processes = 0;
  double cpu_ns = 0;
  double messages = 0;
  double ns = 0;

  [[nodiscard]] bool whole(int rate) const {
    return processes == 2 && messages >= kWhole * rate * kBlockSeconds;
  }
  [[nodiscard]] double us() const { return ns / messages / 1e3; }
  [[nodiscard]] double cpu_percent() const { return 100 * cpu_ns / (kBlockSeconds * 1e9); }
};

using Blocks = std::map<std::int64_t, BlockFigures>;

Blocks blocks_of(const std::vector<std::string>& lines) {
  Blocks blocks;
  for (const std::string& line : lines) {
    std::istringstream words(line);
    std::string kind;
    std::int64_t block = 0;
    words >> kind >> block;
    BlockFigures& figures = blocks[block];
    double ns = 0;
    if (kind == "cpu" && words >> ns) {
      ++figures.processes;
      figures.cpu_ns += ns;
    } else if (kind == "latency") {
      words >> figures.messages >> figures.ns;
    }
  }
  return blocks;
}

Plan plan_of(const Traffic& traffic, const std::string& directory, double seconds) {
  const std::vector<std::string> words{"size=" + std::to_string(traffic.kib * 1024) + "B",
                                       "rate=" + std::to_string(traffic.rate), "dir=" + directory};
  Plan plan;
  plan.seconds = seconds;
  for (const bool publishes : {false, true}) {
    Role role{"bench_traced_ours", words, publishes};
    role.words.push_back(publishes ? "role=pub" : "role=sub");
    role.words.push_back(publishes ? "cpus=0" : "cpus=1");
    plan.roles.push_back(std::move(role));
  }
  return plan;
}

/// Of the blocks of which both processes have left a trace the last but one: the run may have
/// ended before a message of the last one arrived.
std::string last_traced_whole(const std::string& directory) {
  std::set<std::int64_t> blocks;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const auto traces =
        std::count_if(fs::directory_iterator(entry), fs::directory_iterator(),
                      [](const fs::directory_entry& each) { return each.is_directory(); });
    if (traces == 2) blocks.insert(std::strtoll(entry.path().filename().c_str(), nullptr, 10));
  }
  if (blocks.empty()) throw std::runtime_error("no block was traced by both processes");
  const auto last = std::prev(blocks.end());
  return directory + "/" + std::to_string(last == blocks.begin() ? *last : *std::prev(last));
}

Plan small_plan(std::vector<std::string> words) {
  words.push_back("cpus=0");
  Plan plan;
  plan.roles = {{"bench_trace_ours", std::move(words)}};
  plan.seconds = 0.001;
  return plan;
}

void put(Outcome& outcome, const std::string& key, const Estimate& estimate) {
  outcome[key] = estimate.value;
  outcome[key + "_low"] = estimate.low;
  outcome[key + "_high"] = estimate.high;
}

void put_all(Outcome& outcome, const std::vector<PairGroup>& us,
             const std::vector<PairGroup>& cpu) {
  put(outcome, "added_us", added_mean(us));
  put(outcome, "plain_us", added_mean(us, 0));
  put(outcome, "cpu_points", added_mean(cpu));
  double pairs = 0;
  for (const PairGroup& group : us) pairs += static_cast<double>(group.pairs.size());
  outcome["pairs"] = pairs;
}

double mean_off(const PairGroup& group) {
  double sum = 0;
  for (const WindowPair& pair : group.pairs) sum += pair.off;
  return sum / static_cast<double>(group.pairs.size());
}

void put_events(Outcome& outcome, double on_path, double events, double event_ns) {
  outcome["events_on_path"] = on_path;
  outcome["events"] = events;
  outcome["event_ns"] = event_ns;
  outcome["events_us"] = on_path * event_ns / 1e3;
}

}  // namespace

std::string Traffic::name() const {
  return std::to_string(rate) + "Hz-" + std::to_string(kib) + "KiB";
}

const std::vector<Traffic>& traffic_of_seed_001() {
  static const std::vector<Traffic> all = [] {
    std::vector<Traffic> points;
    for (const int kib : {1, 32, 64, 256}) {
      for (const int rate : {100, 500, 1000, 2000}) {
        const bool corner = (kib == 1 || kib == 256) && (rate == 100 || rate == 2000);
        points.push_back({rate, kib, corner});
      }
    }
    return points;
  }();
  return all;
}

AddedLatency added_of_lines(const std::vector<std::string>& lines, int rate) {
  AddedLatency added;
  added.us.weight = rate;
  Blocks blocks = blocks_of(lines);
  for (const auto& [block, first] : blocks) {
    const auto second = blocks.find(block + 1);
    if (pair_of_block(block) != pair_of_block(block + 1) || second == blocks.end()) continue;
    if (!first.whole(rate) || !second->second.whole(rate)) continue;
    const BlockFigures& on = block_records(block) ? first : second->second;
    const BlockFigures& off = block_records(block) ? second->second : first;
    added.us.pairs.push_back({on.us(), off.us()});
    added.cpu.pairs.push_back({on.cpu_percent(), off.cpu_percent()});
  }
  if (!added.us.pairs.empty()) return added;
  throw std::runtime_error(
      "no pair of blocks, one recorded and one not, is whole. Is the machine overloaded, or "
      "--seconds below 2?");
}

double AddedLatencyExperiment::event_ns() {
  if (event_ns_ == 0) event_ns_ = run_plan(small_plan({"mode=on"})).quantities.at("event_ns");
  return event_ns_;
}

const AddedLatency& AddedLatencyExperiment::measured(std::size_t which) {
  const auto found = found_.find(which);
  if (found != found_.end()) return found->second;
  const Traffic& traffic = points_[which];
  const TraceDirectory directory;
  const RunResult run = run_plan(plan_of(traffic, directory.path(), seconds_));
  AddedLatency added = added_of_lines(run.lines, traffic.rate);
  if (run.quantities.at("discarded") > 0) {
    throw std::runtime_error("the recorder discarded events, so they cost less than they should");
  }
  Outcome path =
      run_plan(small_plan({"mode=path", "dir=" + last_traced_whole(directory.path())})).quantities;
  added.on_path = path["path_events"] / path["messages"];
  added.events = path["events"] / path["messages"];
  added.realtime = run.quantities.at("realtime");
  return found_.emplace(which, std::move(added)).first->second;
}

RunResult AddedLatencyExperiment::point(std::size_t which) {
  const AddedLatency& added = measured(which);
  RunResult result;
  put_all(result.quantities, {added.us}, {added.cpu});
  put_events(result.quantities, added.on_path, added.events, event_ns());
  result.quantities["off_us"] = mean_off(added.us);
  result.quantities["realtime"] = added.realtime;
  return result;
}

// As in the seed: every message counts alike, so that a point weighs what its rate is.
RunResult AddedLatencyExperiment::aggregate() {
  std::vector<PairGroup> us;
  std::vector<PairGroup> cpu;
  double rates = 0;
  double on_path = 0;
  double events = 0;
  double most_cpu = -1e9;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const AddedLatency& added = measured(i);
    us.push_back(added.us);
    cpu.push_back(added.cpu);
    rates += points_[i].rate;
    on_path += points_[i].rate * added.on_path;
    events += points_[i].rate * added.events;
    most_cpu = std::max(most_cpu, added_mean({added.cpu}).value);
  }
  RunResult result;
  put_all(result.quantities, us, cpu);
  put_events(result.quantities, on_path / rates, events / rates, event_ns());
  result.quantities["most_cpu_points"] = most_cpu;
  return result;
}

}  // namespace ranvier::bench
