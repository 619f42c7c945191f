#include "bench/runner/advice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "bench/runner/svg.h"

namespace ranvier::bench {
namespace {

std::string end_of(const std::string& name) { return name.substr(name.rfind('/') + 1); }

const Triple* find(const Row& row, const std::string& name) {
  if (row.main.quantity.name == name) return &row.main;
  for (const Triple& one : row.also) {
    if (one.quantity.name == name) return &one;
  }
  return nullptr;
}

struct Range {
  double least, most;
};
Range range_of(const std::vector<double>& runs) {
  Range range{INFINITY, -INFINITY};
  for (const double one : runs) {
    if (!std::isfinite(one)) continue;
    range = {std::min(range.least, one), std::max(range.most, one)};
  }
  return range;
}

// "CPU 12.0 % of a core instead of 30.1 (-60 %)"; what the runs cannot tell apart is no difference.
std::string change_in_words(const char* what, const Triple& now, const Triple& then, double scale,
                            const char* unit) {
  const Range a = range_of(now.ours_runs);
  const Range b = range_of(then.ours_runs);
  const bool is_apart = b.most < a.least || a.most < b.least;
  const std::string figures =
      readable(then.ours * scale) + " " + unit + " instead of " + readable(now.ours * scale);
  if (!is_apart)
    return std::string(what) + ": no difference beyond the runs' spread (" + figures + ").";
  const double percent = 100 * (then.ours / now.ours - 1);
  const std::string sign = percent > 0 ? "+" : "";
  return std::string(what) + ": " + figures +
         (std::isfinite(percent) ? " (" + sign + readable(std::round(percent)) + " %)." : ".");
}

// By "node:topic", the mean latency in microseconds.
std::map<std::string, double> latencies_of(const Row& row) {
  std::map<std::string, double> all;
  for (const std::string& line : row.ours_lines) {
    std::istringstream words(line);
    std::string name;
    double received = 0, ignored = 0, mean = 0;
    if (words >> name >> received >> ignored >> ignored >> ignored >> mean && received > 0)
      all[name] = mean;
  }
  return all;
}

std::string per_chain(const Row& now, const Row& then) {
  const auto before = latencies_of(now);
  std::string words;
  for (const auto& [name, mean] : latencies_of(then)) {
    const auto known = before.find(name);
    if (known == before.end()) continue;
    words += (words.empty() ? "" : ", ") + name + " " + readable(mean) + " (" +
             readable(known->second) + ")";
  }
  return words.empty() ? "" : "Mean latency of each in the last run, us (now): " + words + ".";
}

void compare_quantities(const Row& now, const Row& then, std::vector<std::string>& to) {
  const struct {
    const char* name;
    const char* title;
    double scale;
    const char* unit;
  } all[] = {{"cpu", "CPU", 1, "% of a core"},
             {"pss", "Memory", 1e-3, "MB"},
             {"p50", "Middle latency", 1, "us"},
             {"lost", "Lost messages", 1, "a run"}};
  for (const auto& one : all) {
    const Triple* const before = find(now, one.name);
    const Triple* const after = find(then, one.name);
    if (before != nullptr && after != nullptr)
      to.push_back(change_in_words(one.title, *before, *after, one.scale, one.unit));
  }
}

}  // namespace

std::vector<Advice> advice(const std::vector<Row>& rows,
                           const std::vector<Deployment>& deployments) {
  const auto row_of = [&](const std::string& name) -> const Row* {
    for (const Row& row : rows) {
      if (end_of(row.name) == name && row.error.empty()) return &row;
    }
    return nullptr;
  };
  const Row* now = row_of("as-recorded");
  if (now == nullptr) now = row_of("multi-process");
  std::vector<Advice> all;
  if (now == nullptr) return all;
  for (const Deployment& one : deployments) {
    const Row* const then = row_of(one.name);
    if (then == nullptr || then == now) continue;
    all.push_back({one.title, one.switches, {}});
    compare_quantities(*now, *then, all.back().words);
    const std::string chains = per_chain(*now, *then);
    if (!chains.empty()) all.back().words.push_back(chains);
  }
  return all;
}

std::vector<std::string> advice_lines(const std::vector<Advice>& all) {
  std::vector<std::string> lines;
  for (const Advice& one : all) {
    lines.push_back(one.title + (one.switches.empty() ? "" : ": " + one.switches));
    for (const std::string& words : one.words) lines.push_back("  " + words);
  }
  return lines;
}

std::string advice_section(const std::vector<Advice>& all) {
  std::string out = "<h2>What each deployment would bring</h2>\n";
  for (const Advice& one : all) {
    out += "<h3>" + escaped(one.title) + "</h3>\n";
    if (!one.switches.empty()) out += "<p class=\"soft\">" + escaped(one.switches) + "</p>\n";
    out += "<ul>";
    for (const std::string& words : one.words) out += "<li>" + escaped(words) + "</li>";
    out += "</ul>\n";
  }
  return out;
}

}  // namespace ranvier::bench
