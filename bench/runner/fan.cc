#include "bench/runner/fan.h"

#include <algorithm>
#include <sstream>

#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

constexpr const char* kArrivals = "arrivals";

bool tells_arrivals(const std::string& line) { return line.rfind(kArrivals, 0) == 0; }

Arrivals arrivals_in(const std::string& line) {
  std::istringstream words(line.substr(std::string(kArrivals).size()));
  Arrivals arrivals;
  std::uint32_t sequence = 0;
  char colon = 0;
  for (double us = 0; words >> sequence >> colon >> us;) arrivals.emplace(sequence, us);
  return arrivals;
}

}  // namespace

std::vector<Arrivals> take_arrivals(RunResult& run) {
  std::vector<Arrivals> readers;
  for (const std::string& line : run.lines) {
    if (tells_arrivals(line)) readers.push_back(arrivals_in(line));
  }
  std::erase_if(run.lines, tells_arrivals);
  for (const char* sum : {"p50_us", "p99_us", "mean_us", "max_us"}) run.quantities.erase(sum);
  return readers;
}

void join_arrivals(RunResult& run, std::size_t readers) {
  std::map<std::uint32_t, std::vector<double>> latencies;
  for (const Arrivals& arrivals : take_arrivals(run)) {
    for (const auto& [sequence, us] : arrivals) latencies[sequence].push_back(us);
  }
  std::vector<double> middle;
  std::vector<double> last;
  for (const auto& [sequence, us] : latencies) {
    if (us.size() != readers) continue;
    middle.push_back(median(us));
    last.push_back(*std::max_element(us.begin(), us.end()));
  }
  run.quantities["median_us"] = median(middle);
  run.quantities["last_us"] = median(last);
}

}  // namespace ranvier::bench
