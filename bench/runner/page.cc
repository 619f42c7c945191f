#include "bench/runner/page.h"

#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "bench/common/placement.h"
#include "bench/runner/deployments.h"
#include "bench/runner/flight.h"
#include "bench/runner/report.h"
#include "bench/runner/svg.h"

namespace ranvier::bench {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1b2330; --soft: #667085; --line: #d5dae2; --paper: #fff; --card: #f6f7f9;
        --c0: #0b7a75; --c1: #c77d20; --c2: #5b5bd6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #343c4a; --paper: #12161d; --card: #1a2029;
          --c0: #35b8ac; --c1: #e2a44f; --c2: #9a9aff; } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 920px;
       margin: 0 auto; padding: 2rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; }
p.soft, figcaption, .key { color: var(--soft); font-size: .88rem; }
.cards { display: flex; gap: 1rem; flex-wrap: wrap; margin: 1.4rem 0; }
.card { flex: 1 1 150px; background: var(--card); border-radius: 10px; padding: .9rem 1.1rem; }
.card b { display: block; font-size: 1.6rem; line-height: 1.2; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; } svg text { fill: var(--ink); }
.grid line { stroke: var(--line); } .grid text { fill: var(--soft); }
.s0 { fill: var(--c0); } .s1 { fill: var(--c1); } .s2 { fill: var(--c2); } circle { fill-opacity: .85; }
.key i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .35em 0 1.1em; }
.k0 { background: var(--c0); } .k1 { background: var(--c1); } .k2 { background: var(--c2); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; width: 100%; font-variant-numeric: tabular-nums; }
td, th { border-bottom: 1px solid var(--line); padding: .28rem .6rem; text-align: right; white-space: nowrap; }
td:first-child, th:first-child { text-align: left; }
.bad { color: #d92d20; }
)";

std::string mode_name_of(const Row& row) { return deployment_title(row.name); }

const Triple* find_triple(const Row& row, const std::string& name) {
  if (row.main.quantity.name == name) return &row.main;
  for (const Triple& triple : row.also) {
    if (triple.quantity.name == name) return &triple;
  }
  return nullptr;
}

double ours_of(const Row& row, const std::string& name) {
  const Triple* triple = find_triple(row, name);
  return triple == nullptr ? kNaN : triple->ours;
}

std::vector<BarGroup> bars(const std::vector<Row>& rows, const std::string& quantity,
                           double scale) {
  std::vector<BarGroup> groups;
  for (const Row& row : rows) {
    if (const Triple* triple = find_triple(row, quantity)) {
      groups.push_back({mode_name_of(row), {triple->ours * scale, triple->raw * scale}});
    }
  }
  return groups;
}

std::string figure(const std::string& title, const std::string& content,
                   const std::string& caption) {
  return "<h2>" + escaped(title) + "</h2>\n<figure style=\"margin:0\">" + content + "<figcaption>" +
         escaped(caption) + "</figcaption></figure>\n";
}

std::string key(const std::vector<std::string>& series) {
  std::string out = "<p class=\"key\">";
  for (std::size_t i = 0; i < series.size(); ++i) {
    out += "<i class=\"k" + std::to_string(i) + "\"></i>" + escaped(series[i]);
  }
  return out + "</p>\n";
}

std::string card(const std::string& number, const std::string& text) {
  return "<div class=\"card\"><b>" + number + "</b>" + escaped(text) + "</div>\n";
}

// What composition is worth: the first row (processes) over the second (composed).
std::string headline(const std::vector<Row>& rows) {
  if (rows.size() < 2) return "";
  const auto times = [&](const char* name) {
    return readable(ours_of(rows[0], name) / ours_of(rows[1], name)) + " ×";
  };
  return "<div class=\"cards\">" + card(times("cpu"), "less CPU when the nodes share a process") +
         card(times("pss"), "less memory") + card(times("latency"), "shorter mean latency") +
         card(readable(ours_of(rows[1], "lost") + ours_of(rows[0], "lost")),
              "messages lost in both deployments") +
         "</div>\n";
}

std::map<std::string, double> latencies(const std::vector<std::string>& lines) {
  std::map<std::string, double> result;  // by subscription: column 6 is the mean
  for (const auto& line : lines) {
    std::istringstream words(line);
    std::string name;
    double skipped = 0;
    double mean = 0;
    words >> name >> skipped >> skipped >> skipped >> skipped >> mean;
    result[name] = mean;
  }
  return result;
}

std::vector<DotRow> dots(const std::vector<Row>& rows) {
  std::map<std::string, DotRow> by_name;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [name, mean] : latencies(rows[i].ours_lines)) {
      DotRow& row = by_name[name];
      row.label = name;
      row.values.resize(rows.size(), kNaN);
      row.values[i] = mean;
    }
  }
  std::vector<DotRow> result;
  for (auto& [name, row] : by_name) result.push_back(std::move(row));
  return result;
}

std::string bounds_cell(const Interval& interval) {
  if (!std::isfinite(interval.low)) return "-";
  return readable(interval.low) + " – " + readable(interval.high);
}

std::string table_row(const std::string& name, const Triple& triple) {
  const auto cell = [](const std::string& text) { return "<td>" + escaped(text) + "</td>"; };
  return "<tr>" + cell(name) + cell(readable(triple.ours)) + cell(readable(triple.raw)) +
         cell(triple.quantity.unit) + cell(readable(triple.ratio.middle)) +
         cell(bounds_cell(triple.ratio)) + cell(bounds_cell(triple.noise)) + "</tr>\n";
}

std::string table(const std::vector<Row>& rows) {
  std::string out =
      "<div class=\"scroll\"><table><tr><th></th><th>Ranvier</th><th>raw DDS</th><th>unit</th><th>ratio</th><th>bounds</th><th>raw / raw</th></tr>\n";
  for (const Row& row : rows) {
    out += "<tr><th colspan=\"7\">" + escaped(mode_name_of(row)) + "</th></tr>\n";
    if (!row.error.empty())
      out += "<tr><td colspan=\"7\" class=\"bad\">" + escaped(row.error) + "</td></tr>\n";
    out += table_row(row.main.quantity.name, row.main);
    for (const Triple& triple : row.also) {
      const bool is_raw = triple.quantity.name.rfind(kWithoutRecorder, 0) != 0;  // has a section
      if (is_raw) out += table_row(triple.quantity.name, triple);
    }
  }
  return out + "</table></div>\n";
}

std::string subscription_table(const Row& row) {
  std::string out = "<details><summary>" + escaped(mode_name_of(row)) +
                    "</summary><div class=\"scroll\"><table><tr><th>node:topic</th>";
  for (const char* head :
       {"received", "late", "too late", "lost", "mean µs", "deviation", "minimum", "maximum"}) {
    out += std::string("<th>") + head + "</th>";
  }
  out += "</tr>\n";
  for (const auto& line : row.ours_lines) {
    std::istringstream words(line);
    out += "<tr>";
    std::string word;
    for (int column = 0; words >> word; ++column) {
      out += "<td>" + escaped(column < 5 ? word : readable(std::strtod(word.c_str(), nullptr))) +
             "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</table></div></details>\n";
}

std::string machine_line() {
  std::string out;
  for (const auto& [name, value] : machine_facts())
    out += (out.empty() ? "" : " · ") + name + " " + value;
  return out;
}

std::string plots(const std::vector<Row>& rows) {
  const std::string two = key({"Ranvier", "raw Cyclone DDS, same endpoints and threads"});
  std::vector<std::string> modes;
  for (const Row& row : rows) modes.push_back(mode_name_of(row));
  return two +
         figure("CPU", bar_chart(bars(rows, "cpu", 1), "%"),
                "Of one core, all processes of the deployment, median of the runs.") +
         figure("Memory", bar_chart(bars(rows, "pss", 1e-3), "MB"),
                "PSS of all processes of the deployment.") +
         figure("Mean latency", bar_chart(bars(rows, "latency", 1), "µs"),
                "From just before publish() to callback entry, over all subscriptions.") +
         figure("Latency of each subscription", key(modes) + dot_plot(dots(rows), "µs"),
                "Mean of the last run, logarithmic; Ranvier's side.");
}

}  // namespace

std::string topology_page(const std::string& title, const std::vector<Row>& rows,
                          const std::string& section) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>" +
      escaped(title) + "</title><style>" + kStyle + "</style></head><body>\n<h1>" + escaped(title) +
      "</h1>\n<p class=\"soft\">" + escaped(machine_line()) + "</p>\n";
  out += headline(rows) + plots(rows) + section;
  out +=
      "<h2>Every number</h2>\n<p class=\"soft\">Ratio: median of paired, alternating runs; bounds: order statistics of the sign test (" +
      std::to_string(rows.empty() ? 0 : rows.front().samples) +
      " pairs); raw / raw: the same bounds when both sides are raw.</p>\n" + table(rows);
  out += "<h2>Every subscription</h2>\n";
  for (const Row& row : rows) out += subscription_table(row);
  return out + "</body></html>\n";
}

}  // namespace ranvier::bench
