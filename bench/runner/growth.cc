#include "bench/runner/growth.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "bench/common/fit.h"
#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

constexpr const char* kGathered = "gathered";
constexpr double kMany = 1000;

/// What one process told.
struct Gathered {
  double began_ms = 0, met_ms = 0, peers = 0;
};

bool tells(const std::string& line) { return line.rfind(kGathered, 0) == 0; }

std::vector<Gathered> take_lines(RunResult& run) {
  std::vector<Gathered> all;
  for (const std::string& line : run.lines) {
    std::istringstream words(line);
    std::string name;
    Gathered one;
    if (tells(line) && words >> name >> one.began_ms >> one.met_ms >> one.peers) {
      one.began_ms /= 1e6;
      one.met_ms /= 1e6;
      all.push_back(one);
    }
  }
  std::erase_if(run.lines, tells);
  return all;
}

// From the first exec to when all but the last, which comes later, had met.
double discovery_ms(const std::vector<Gathered>& all) {
  if (all.size() < 3) return kNaN;
  const auto others = all.end() - 1;
  const auto by_begin = [](const Gathered& a, const Gathered& b) {
    return a.began_ms < b.began_ms;
  };
  const auto by_met = [](const Gathered& a, const Gathered& b) { return a.met_ms < b.met_ms; };
  return std::max_element(all.begin(), others, by_met)->met_ms -
         std::min_element(all.begin(), others, by_begin)->began_ms;
}

void put_slope(const std::string& name, const Slope& slope, Outcome& to) {
  to[name] = slope.middle;
  to[name + "_low"] = slope.low;
  to[name + "_high"] = slope.high;
}

std::vector<double> column(const Series& series, const std::string& key) {
  std::vector<double> values;
  for (const Outcome& run : series.runs) {
    const auto found = run.find(key);
    values.push_back(found == run.end() ? kNaN : found->second);
  }
  return values;
}

// From the last point along the line of the logarithms.
void put_computed(const Slope& exponent, double count, double kilobytes, Outcome& to) {
  const auto at = [&](double power) { return kilobytes * std::pow(kMany / count, power) / 1000; };
  put_slope("computed_1000_MB", {at(exponent.middle), at(exponent.low), at(exponent.high)}, to);
}

std::string at(const std::string& key, double count) {
  std::ostringstream name;
  name << key << "@" << count;
  return name.str();
}

}  // namespace

void join_gathering(RunResult& run, int count) {
  const std::vector<Gathered> all = take_lines(run);
  Outcome& out = run.quantities;
  out["discovery_ms"] = discovery_ms(all);
  out["last_ms"] = all.size() < 2 ? kNaN : all.back().met_ms - all.back().began_ms;
  const auto complete = std::count_if(all.begin(), all.end(),
                                      [count](const Gathered& one) { return one.peers >= count; });
  out["incomplete"] = static_cast<double>(count - complete);
}

Outcome join_series(const Series& series) {
  Outcome out;
  for (const char* key : {"pss_kb", "cpu_percent", "discovery_ms", "last_ms", "traffic_kb"}) {
    const std::vector<double> values = column(series, key);
    if (std::all_of(values.begin(), values.end(), [](double v) { return std::isnan(v); })) continue;
    for (std::size_t i = 0; i < values.size(); ++i) out[at(key, series.counts[i])] = values[i];
    put_slope(std::string(key) + "_slope", slope_of(series.counts, values), out);
    put_slope(std::string(key) + "_exponent", exponent_of(series.counts, values), out);
  }
  for (const double incomplete : column(series, "incomplete"))
    if (incomplete > 0) out["incomplete"] += incomplete;
  out["incomplete"] += 0;
  if (out.count("traffic_kb_exponent") != 0) {
    const Slope exponent{out["traffic_kb_exponent"], out["traffic_kb_exponent_low"],
                         out["traffic_kb_exponent_high"]};
    put_computed(exponent, series.counts.back(), column(series, "traffic_kb").back(), out);
  }
  return out;
}

}  // namespace ranvier::bench
