#include "bench/runner/joined.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "bench/common/stats.h"
#include "bench/runner/svg.h"

namespace ranvier::bench {
namespace {

using Json = nlohmann::json;

double number(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : kNaN;
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> all;
  for (const Json& one : list) {
    if (one.is_number()) all.push_back(one);
  }
  return all;
}

void put_range(Measured& to, const std::vector<double>& runs, double scale) {
  const auto [least, most] = std::minmax_element(runs.begin(), runs.end());
  to.least = runs.empty() ? kNaN : *least * scale;
  to.most = runs.empty() ? kNaN : *most * scale;
}

// Of a bench that only counts: a list of trials.
Measured of_trials(const Json& list, double scale) {
  const std::vector<double> runs = numbers(list);
  Measured here{quantile(runs, 0.5) * scale, 0, 0, kNaN, kNaN, kNaN, kNaN};
  put_range(here, runs, scale);
  return here;
}

Measured of_sides(const Json& of, const Json& the_case, double scale) {
  Measured here{number(of, "ours") * scale,
                kNaN,
                kNaN,
                number(of, "raw") * scale,
                number(of, "ratio"),
                number(of, "ratio_low"),
                number(of, "ratio_high")};
  const Json runs = of.value("runs", Json::object());
  if (runs.contains("ours")) put_range(here, numbers(runs["ours"]), scale);
  here.overloaded = the_case.value("overloaded", false);
  return here;
}

bool find_quantity(const Json& the_case, const std::string& quantity, double scale, Measured& to) {
  to.ours = kNaN;
  const Json also = the_case.value("also", Json::object());
  if (the_case.contains(quantity) && the_case[quantity].is_array()) {
    to = of_trials(the_case[quantity], scale);
  } else if (!quantity.empty() && also.contains(quantity)) {
    to = of_sides(also[quantity], the_case, scale);
  } else if (the_case.contains("ours") &&
             (quantity.empty() || the_case.value("quantity", "") == quantity)) {
    to = of_sides(the_case, the_case, scale);
  }
  return std::isfinite(to.ours);
}

bool is_case(const Json& json) { return json.is_object() && json.value("name", "") != ""; }

bool look_up(const ReadReports& reports, const SeedFigure& figure, const std::string& name,
             Measured& to) {
  for (const ReadReport& report : reports.reports) {
    for (const Json& one : report.json["cases"]) {
      if (is_case(one) && one["name"] == name)
        return find_quantity(one, figure.quantity, figure.scale, to);
    }
  }
  return false;
}

// What stands for {x} in a name; false if the name does not fit. A name without {x} fits those
// that go on behind it.
bool fits(const std::string& pattern, const std::string& name, std::string& x) {
  const std::size_t at = std::min(pattern.find("{x}"), pattern.size());
  const std::string before = pattern.substr(0, at);
  const std::string after = at == pattern.size() ? "" : pattern.substr(at + 3);
  if (before.empty() || !name.starts_with(before) || !name.ends_with(after) ||
      name.size() < before.size() + after.size())
    return false;
  x = name.substr(before.size(), name.size() - before.size() - after.size());
  if (x.starts_with('/')) x = x.substr(1);
  return at < pattern.size() ? x.find('/') == x.npos : true;
}

void add_fitting(const ReadReports& reports, JoinedFigure& to) {
  for (const ReadReport& report : reports.reports) {
    for (const Json& one : report.json["cases"]) {
      JoinedPoint point{"", kNaN, true};
      if (!is_case(one) || !fits(to.figure.case_name, one["name"], point.x)) continue;
      const bool known = std::any_of(to.points.begin(), to.points.end(),
                                     [&](const auto& other) { return other.x == point.x; });
      if (known || !find_quantity(one, to.figure.quantity, to.figure.scale, point.here)) continue;
      to.points.push_back(std::move(point));
    }
  }
}

// ---- in words ----

struct Span {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  std::vector<double> all = {};
  void add(double value) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    most = std::max(most, value);
    all.push_back(value);
  }
  [[nodiscard]] bool empty() const { return all.empty(); }
  [[nodiscard]] std::string words() const {
    return least == most ? readable(least) : readable(least) + " to " + readable(most);
  }
};

std::string beside_raw(const JoinedFigure& figure) {
  Span ratios, low, high;
  for (const JoinedPoint& one : figure.points) {
    if (!one.is_measured || one.here.overloaded || !std::isfinite(one.here.ratio)) continue;
    ratios.add(one.here.ratio);
    low.add(one.here.ratio_low);
    high.add(one.here.ratio_high);
  }
  if (ratios.empty()) return "";
  std::string words = " Beside raw on this machine ours is " + ratios.words() + " times as much";
  if (!low.empty() && !high.empty())
    words += ", within " + readable(low.least) + " to " + readable(high.most);
  return words + (ratios.least == ratios.most ? "." : ", a pair at a time.");
}

// ---- drawn ----

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1b2330; --soft: #667085; --line: #d5dae2; --paper: #fff;
        --c0: #5b5bd6; --c1: #0b7a75; --c2: #c77d20; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #343c4a; --paper: #12161d; --c0: #9a9aff; --c1: #35b8ac;
          --c2: #e2a44f; } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 920px;
       margin: 0 auto; padding: 2rem 1.2rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .2rem; } h2 { font-size: 1.25rem; margin: 2.4rem 0 .3rem; }
h3 { font-size: 1rem; margin: 1.6rem 0 .2rem; }
.soft, .key { color: var(--soft); font-size: .88rem; } code { font-size: .9em; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; } svg text { fill: var(--ink); }
.grid line { stroke: var(--line); } .grid text { fill: var(--soft); }
.s0 { fill: var(--c0); } .s1 { fill: var(--c1); } .s2 { fill: var(--c2); } circle { fill-opacity: .85; }
.key i { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin: 0 .35em 0 1.1em; }
.k0 { background: var(--c0); } .k1 { background: var(--c1); } .k2 { background: var(--c2); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; width: 100%; font-variant-numeric: tabular-nums; }
td, th { border-bottom: 1px solid var(--line); padding: .28rem .6rem; text-align: right; white-space: nowrap; }
td:first-child, th:first-child { text-align: left; }
)";

std::string row(const std::vector<std::string>& cells, const char* tag) {
  std::string out = "<tr>";
  for (const std::string& one : cells)
    out += std::string("<") + tag + ">" + escaped(one) + "</" + tag + ">";
  return out + "</tr>\n";
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<div class=\"scroll\"><table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) out += row(rows[i], i == 0 ? "th" : "td");
  return out + "</table></div>\n";
}

std::string spread(double low, double high) {
  return std::isfinite(low) && std::isfinite(high) ? readable(low) + " – " + readable(high) : "-";
}

std::string points_table(const JoinedFigure& figure) {
  std::vector<std::vector<std::string>> rows = {
      {figure.figure.x, "published", "ours", "runs of ours", "raw", "ratio", "bounds"}};
  for (const JoinedPoint& one : figure.points) {
    rows.push_back({one.x, readable(one.published)});
    const Measured& here = one.here;
    if (one.is_measured) {
      rows.back().insert(rows.back().end(),
                         {readable(here.ours), spread(here.least, here.most), readable(here.raw),
                          readable(here.ratio), spread(here.ratio_low, here.ratio_high)});
      if (here.overloaded) rows.back().back() += " overloaded";
    } else {
      rows.back().insert(rows.back().end(), 5, "-");
    }
  }
  return table(rows);
}

std::string plot(const JoinedFigure& figure) {
  std::vector<DotRow> rows;
  bool any = false;
  for (const JoinedPoint& one : figure.points) {
    const bool here = one.is_measured;
    rows.push_back({one.x + (figure.figure.x.empty() ? "" : " " + figure.figure.x),
                    {one.published, here ? one.here.ours : kNaN, here ? one.here.raw : kNaN}});
    for (const double value : rows.back().values) any = any || value > 0;
  }
  if (!any) return "";
  return "<p class=\"key\"><i class=\"k0\"></i>published<i class=\"k1\"></i>ours<i "
         "class=\"k2\"></i>raw, here</p>\n" +
         dot_plot(rows, figure.figure.unit);
}

std::string figure_section(const JoinedFigure& one) {
  const SeedFigure& figure = one.figure;
  std::string out =
      "<h3>" + escaped(figure.figure) + "</h3>\n<p class=\"soft\">" + escaped(figure.note) +
      (figure.command.empty() ? "" : " <code>" + escaped(figure.command) + "</code>") + "</p>\n" +
      plot(one) + "<p>" + escaped(finding(one)) + "</p>\n";
  return out + (one.points.empty() ? "" : points_table(one));
}

std::string machine_of(const Json& report) {
  std::string out;
  const Json machine = report.value("machine", Json::object());
  for (const auto& [key, value] : machine.items()) {
    out += (out.empty() ? "" : " · ") + key + " " +
           (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return out;
}

std::string report_section(const ReadReport& report) {
  std::string out = "<h3>" + escaped(report.file) + "</h3>\n<p class=\"soft\">" +
                    escaped(machine_of(report.json)) + "</p>\n";
  std::vector<std::vector<std::string>> rows = {
      {"case", "ours", "runs of ours", "raw", "unit", "ratio", "bounds"}};
  for (const Json& one : report.json["cases"]) {
    Measured here{};
    if (!is_case(one) || !find_quantity(one, "", 1, here)) continue;
    rows.push_back({one["name"], readable(here.ours), spread(here.least, here.most),
                    readable(here.raw), one.value("unit", ""), readable(here.ratio),
                    spread(here.ratio_low, here.ratio_high)});
  }
  return out + (rows.size() > 1 ? table(rows) : "");
}

}  // namespace

ReadReports read_reports(const std::string& folder) {
  ReadReports read;
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    Json json = Json::parse(std::ifstream(path), nullptr, false);
    const bool is_report = json.is_object() && json.contains("bench") && json.contains("cases") &&
                           json["cases"].is_array();
    if (is_report) read.reports.push_back({path.filename(), std::move(json)});
    else read.complaints.push_back("'" + path.string() + "' is no report of a bench: left out.");
  }
  if (!read.reports.empty()) return read;
  throw std::invalid_argument("'" + folder +
                              "' has no report. Write some there: ranvier bench NAME --json " +
                              folder + "/NAME.json");
}

std::vector<JoinedFigure> join_figures(const std::vector<SeedFigure>& figures,
                                       const ReadReports& reports) {
  std::vector<JoinedFigure> all;
  for (const SeedFigure& figure : figures) {
    JoinedFigure joined{figure, {}};
    for (const SeedPoint& one : figure.published) {
      JoinedPoint point{one.x, one.y};
      point.is_measured =
          !one.case_name.empty() && look_up(reports, figure, one.case_name, point.here);
      joined.points.push_back(std::move(point));
    }
    const bool measured = std::any_of(joined.points.begin(), joined.points.end(),
                                      [](const auto& one) { return one.is_measured; });
    if (!measured && !figure.case_name.empty()) add_fitting(reports, joined);
    all.push_back(std::move(joined));
  }
  return all;
}

std::string finding(const JoinedFigure& figure) {
  Span published, ours, times;
  std::size_t overloaded = 0, missing = 0;
  for (const JoinedPoint& one : figure.points) {
    published.add(one.published);
    missing += !one.is_measured;
    if (!one.is_measured) continue;
    ours.add(one.here.ours);
    overloaded += one.here.overloaded;
    if (one.published > 0) times.add(one.here.ours / one.published);
  }
  const std::string unit = " " + figure.figure.unit;
  std::string words = published.empty() ? "No numbers were published."
                                        : "Published: " + published.words() + unit + ".";
  if (ours.empty()) {
    return words + (figure.figure.command.empty()
                        ? " No command measures it here."
                        : " The reports have no case of it: run the command.");
  }
  words += " Here: " + ours.words() + unit + ".";
  if (!times.empty()) {
    words += " That is " + times.words() + " times the published figure" +
             (times.all.size() > 1 ? ", in the middle " + readable(quantile(times.all, 0.5)) : "") +
             ".";
  }
  words += beside_raw(figure);
  if (overloaded > 0)
    words += " In " + std::to_string(overloaded) + " of these raw lost more than 1 %: overload, " +
             "whose latency means nothing.";
  if (missing > 0 && !times.empty())
    words += " " + std::to_string(missing) + " of the published points were not measured.";
  return words;
}

std::string joined_page(const std::vector<JoinedFigure>& figures, const ReadReports& reports) {
  std::string out =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>Published experiments, repeated</title><style>" +
      std::string(kStyle) +
      "</style></head><body>\n<h1>Published experiments, repeated</h1>\n<p class=\"soft\">" +
      escaped(machine_of(reports.reports.front().json)) +
      "</p>\n<p class=\"soft\">Axes are logarithmic. Ours and raw were measured on this machine, the "
      "published figures on theirs: what compares is how figures change along an axis, and ours "
      "beside raw.</p>\n";
  std::string seed;
  for (const JoinedFigure& one : figures) {
    if (one.figure.seed != seed) {
      seed = one.figure.seed;
      out += "<h2>Seed " + escaped(seed) + ": " + escaped(one.figure.title) +
             "</h2>\n<p class=\"soft\">" + escaped(one.figure.platform) + "</p>\n";
    }
    out += figure_section(one);
  }
  out += "<h2>Every report</h2>\n";
  for (const ReadReport& one : reports.reports) out += report_section(one);
  for (const std::string& words : reports.complaints)
    out += "<p class=\"soft\">" + escaped(words) + "</p>\n";
  return out + "</body></html>\n";
}

}  // namespace ranvier::bench
