#include "bench/runner/fan.h"

#include <algorithm>
#include <sstream>

#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

constexpr const char* kArrivals = "arrivals ";

using Latencies = std::map<std::uint32_t, std::vector<double>>;  // of each message, in us

bool tells_arrivals(const std::string& line) { return line.rfind(kArrivals, 0) == 0; }

void add(const std::string& line, Latencies& to) {
  std::istringstream words(line.substr(std::string(kArrivals).size()));
  std::uint32_t sequence = 0;
  char colon = 0;
  for (double us = 0; words >> sequence >> colon >> us;) to[sequence].push_back(us);
}

}  // namespace

void join_arrivals(RunResult& run, std::size_t readers) {
  Latencies latencies;
  for (const std::string& line : run.lines) {
    if (tells_arrivals(line)) add(line, latencies);
  }
  std::erase_if(run.lines, tells_arrivals);
  std::vector<double> middle;
  std::vector<double> last;
  for (const auto& [sequence, us] : latencies) {
    if (us.size() != readers) continue;
    middle.push_back(median(us));
    last.push_back(*std::max_element(us.begin(), us.end()));
  }
  for (const char* sum : {"p50_us", "p99_us", "mean_us", "max_us"}) run.quantities.erase(sum);
  run.quantities["median_us"] = median(middle);
  run.quantities["last_us"] = median(last);
}

}  // namespace ranvier::bench
