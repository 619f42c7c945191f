#include "bench/runner/changes.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "bench/common/shift.h"
#include "bench/common/stats.h"

namespace ranvier::bench {
namespace {

using Json = nlohmann::ordered_json;
using Values = std::vector<double>;

// Of one quantity in one report.
struct Runs {
  Values ours;
  Values raw;
};

// What is compared of two reports, and how.
struct Figure {
  std::string name;
  std::string unit;
  bool higher = false;  // is better
  Runs before;
  Runs after;
};

Values values_of(const Json& runs) {
  Values values;
  for (const Json& value : runs) values.push_back(value.is_number() ? value.get<double>() : kNaN);
  return values;
}

bool all_of(const Values& values, bool (*holds)(double)) {
  return !values.empty() && std::all_of(values.begin(), values.end(), holds);
}
bool is_number(double value) { return std::isfinite(value); }
bool is_positive(double value) { return std::isfinite(value) && value > 0; }

bool has_raw(const Figure& figure) {
  return all_of(figure.before.raw, is_number) && all_of(figure.after.raw, is_number);
}

bool has_ours(const Figure& figure) {
  return all_of(figure.before.ours, is_number) && all_of(figure.after.ours, is_number);
}

bool is_relative(const Figure& figure) {
  const bool ours =
      all_of(figure.before.ours, is_positive) && all_of(figure.after.ours, is_positive);
  return ours && (!has_raw(figure) || (all_of(figure.before.raw, is_positive) &&
                                       all_of(figure.after.raw, is_positive)));
}

Values logs(const Values& values) {
  Values result;
  for (const double value : values) result.push_back(std::log(value));
  return result;
}

// Run by run: ours beside the raw run of its turn.
Values beside_raw(const Runs& runs, bool relative, bool yardstick) {
  const Values ours = relative ? logs(runs.ours) : runs.ours;
  if (!yardstick) return ours;
  return paired_differences(ours, relative ? logs(runs.raw) : runs.raw);
}

std::size_t least_runs(const Figure& figure) {
  return std::min(figure.before.ours.size(), figure.after.ours.size());
}

bool stands_still(const Figure& figure) {
  const auto [low, high] =
      std::minmax_element(figure.before.ours.begin(), figure.before.ours.end());
  return std::all_of(figure.after.ours.begin(), figure.after.ours.end(),
                     [&](double value) { return value == *low && value == *high; });
}

double percent(double log_ratio) { return 100 * (std::exp(log_ratio) - 1); }

// Whether equal builds differ so too seldom to be meant, and the yardstick moved by less.
bool is_change(const Figure& figure, const Change& change, const Shift& shift, double chance,
               const ChangeLimits& limits) {
  if (shift.chance > chance) return false;
  if (!change.relative) return true;
  if (std::fabs(change.moved) < limits.least_percent) return false;
  if (!change.yardstick) return true;
  const Shift raw = shift_between(logs(figure.before.raw), logs(figure.after.raw), 0.95);
  return std::fabs(shift.middle) > std::fabs(raw.middle);
}

Change judge(const Figure& figure, double chance, const ChangeLimits& limits) {
  Change change{};
  change.name = figure.name;
  change.unit = figure.unit;
  change.before = median(figure.before.ours);
  change.after = median(figure.after.ours);
  change.relative = is_relative(figure);
  change.yardstick = has_raw(figure);
  const Shift shift =
      shift_between(beside_raw(figure.before, change.relative, change.yardstick),
                    beside_raw(figure.after, change.relative, change.yardstick), 1 - chance);
  change.moved = change.relative ? percent(shift.middle) : shift.middle;
  change.low = change.relative ? percent(shift.low) : shift.low;
  change.high = change.relative ? percent(shift.high) : shift.high;
  if (!is_change(figure, change, shift, chance, limits)) return change;
  const bool better = (change.moved > 0) == figure.higher;
  change.verdict = better ? Change::Verdict::kBetter : Change::Verdict::kWorse;
  return change;
}

const Json* find_case(const Json& report, const std::string& name) {
  for (const Json& each : report.at("cases")) {
    if (each.at("name") == name) return &each;
  }
  return nullptr;
}

Figure figure_of(const std::string& name, const Json& before, const Json& after) {
  const auto runs = [](const Json& of) {
    return Runs{values_of(of.at("runs").at("ours")), values_of(of.at("runs").at("raw"))};
  };
  return {name, before.value("unit", ""), before.value("better", "") == "higher", runs(before),
          runs(after)};
}

void add_figures(const Json& before, const Json& after, std::vector<Figure>& figures) {
  const std::string name = before.at("name");
  figures.push_back(figure_of(name, before, after));
  for (const auto& [key, value] : before.at("also").items()) {
    const auto found = after.at("also").find(key);
    if (found != after.at("also").end()) {
      figures.push_back(figure_of(name + " " + key, value, *found));
    }
  }
}

std::vector<Figure> figures_of(const Json& before, const Json& after, Comparison& comparison) {
  std::vector<Figure> figures;
  for (const Json& each : before.at("cases")) {
    const std::string name = each.at("name");
    const Json* const other = find_case(after, name);
    if (each.contains("error")) continue;
    if (other == nullptr) {
      comparison.lost.push_back(name + " is not in the second report");
    } else if (other->contains("error")) {
      comparison.lost.push_back(name + " failed: " + other->at("error").get<std::string>());
    } else {
      add_figures(each, *other, figures);
    }
  }
  std::erase_if(figures, [](const Figure& figure) { return !has_ours(figure); });
  return figures;
}

// A figure that has one value in all runs, as a count of 0, can raise no false alarm.
std::size_t moving(const std::vector<Figure>& figures) {
  return static_cast<std::size_t>(std::count_if(figures.begin(), figures.end(),
                                                [](const auto& f) { return !stands_still(f); }));
}

// Who measures with too few runs is not left to believe that nothing changed.
void check_runs(const std::vector<Figure>& figures, double chance) {
  for (const Figure& figure : figures) {
    const std::size_t runs = least_runs(figure);
    if (stands_still(figure) || least_chance(runs, runs) <= chance) continue;
    std::size_t needed = runs;
    while (least_chance(needed, needed) > chance) ++needed;
    throw std::invalid_argument(figure.name + " has " + std::to_string(runs) +
                                " runs in a report, too few to show a change among " +
                                std::to_string(moving(figures)) +
                                " figures. Measure both with --repeats " + std::to_string(needed) +
                                " or more, or fewer cases (--case).");
  }
}

void compare_machines(const Json& before, const Json& after, Comparison& comparison) {
  const Json first = before.value("machine", Json::object());
  const Json second = after.value("machine", Json::object());
  for (const auto& [key, value] : first.items()) {
    const Json other = second.value(key, Json());
    if (other == value) continue;
    comparison.remarks.push_back("measured with another " + key + ": " + value.dump() + " and " +
                                 other.dump());
  }
}

std::string bench_of(const Json& report) {
  const bool whole = report.is_object() && report.contains("bench") && report.contains("cases");
  return whole ? report.at("bench").get<std::string>() : "";
}

std::string short_text(double value) {
  std::ostringstream text;
  text << std::setprecision(4) << value;
  return text.str();
}

std::string signed_text(const Change& change, double value) {
  std::ostringstream text;
  text << std::showpos << std::setprecision(3) << value
       << (change.relative ? " %" : " " + change.unit);
  return text.str();
}

const char* word(Change::Verdict verdict) {
  if (verdict == Change::Verdict::kSame) return "same";
  return verdict == Change::Verdict::kBetter ? "better" : "WORSE";
}

}  // namespace

bool Comparison::worse() const {
  return !lost.empty() || std::any_of(changes.begin(), changes.end(), [](const Change& change) {
    return change.verdict == Change::Verdict::kWorse;
  });
}

Comparison compare_reports(const Json& before, const Json& after, const ChangeLimits& limits) {
  if (bench_of(before) != bench_of(after)) {
    throw std::invalid_argument("the first report is of bench " + bench_of(before) +
                                ", the second of bench " + bench_of(after) +
                                ". Compare two of one bench.");
  }
  Comparison comparison;
  compare_machines(before, after, comparison);
  const std::vector<Figure> figures = figures_of(before, after, comparison);
  const double chance =
      limits.false_alarms / std::max<double>(1, static_cast<double>(moving(figures)));
  check_runs(figures, chance);
  for (const Figure& figure : figures) {
    comparison.changes.push_back(judge(figure, chance, limits));
  }
  return comparison;
}

Json read_report(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::invalid_argument("'" + path + "' cannot be read. Is it there?");
  Json report = Json::parse(file, nullptr, false);
  if (bench_of(report).empty()) {
    throw std::invalid_argument("'" + path +
                                "' is no report of cases beside raw. Write one with ranvier bench "
                                "NAME --json FILE (storm, faults and nav2 only count).");
  }
  try {
    Comparison nothing;
    (void)figures_of(report, report, nothing);
  } catch (const Json::exception& error) {
    throw std::invalid_argument("'" + path +
                                "' has not the fields of a report, of which each "
                                "figure has its single runs: " +
                                error.what() + ". Measure again with this ranvier bench.");
  }
  return report;
}

void print_comparison(std::ostream& out, const Comparison& comparison) {
  std::size_t same = 0;
  for (const Change& change : comparison.changes) {
    if (change.verdict == Change::Verdict::kSame) {
      ++same;
      continue;
    }
    out << word(change.verdict) << "  " << change.name << "  " << short_text(change.before)
        << " -> " << short_text(change.after) << " " << change.unit << "  "
        << signed_text(change, change.moved) << (change.yardstick ? " beside raw (" : " (")
        << signed_text(change, change.low) << " to " << signed_text(change, change.high) << ")\n";
  }
  for (const std::string& words : comparison.lost) out << "WORSE  " << words << "\n";
  for (const std::string& words : comparison.remarks) out << "# " << words << "\n";
  out << same << " of " << comparison.changes.size()
      << " figures did not change beyond the noise\n";
}

Json comparison_json(const Comparison& comparison) {
  Json json;
  json["worse"] = comparison.worse();
  json["lost"] = comparison.lost;
  json["remarks"] = comparison.remarks;
  json["changes"] = Json::array();
  for (const Change& change : comparison.changes) {
    json["changes"].push_back({{"name", change.name},
                               {"verdict", word(change.verdict)},
                               {"unit", change.relative ? "%" : change.unit},
                               {"before", change.before},
                               {"after", change.after},
                               {"moved", change.moved},
                               {"low", change.low},
                               {"high", change.high},
                               {"beside_raw", change.yardstick}});
  }
  return json;
}

}  // namespace ranvier::bench
