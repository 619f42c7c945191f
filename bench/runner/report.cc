#include "bench/runner/report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "bench/common/placement.h"

namespace ranvier::bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMethod =
    "ratio = median of paired, alternating runs (ours / raw); bounds = order statistics of the "
    "sign test, 95 % from six pairs on; noise = the same of each raw run over the next raw run";

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json runs_json(const std::vector<double>& values) {
  Json runs = Json::array();
  for (const double value : values) runs.push_back(number_json(value));
  return runs;
}

void put_triple(Json& to, const Triple& triple) {
  to["unit"] = triple.quantity.unit;
  to["better"] = triple.quantity.higher ? "higher" : "lower";
  to["ours"] = number_json(triple.ours);
  to["raw"] = number_json(triple.raw);
  to["ratio"] = number_json(triple.ratio.middle);
  to["ratio_low"] = number_json(triple.ratio.low);
  to["ratio_high"] = number_json(triple.ratio.high);
  to["noise"]["ratio_low"] = number_json(triple.noise.low);
  to["noise"]["ratio_high"] = number_json(triple.noise.high);
  if (triple.quantity.bounded) {
    to["ours_low"] = number_json(triple.own.low);
    to["ours_high"] = number_json(triple.own.high);
  }
  to["runs"]["ours"] = runs_json(triple.ours_runs);
  to["runs"]["raw"] = runs_json(triple.raw_runs);
  if (!triple.quantity.difference) return;
  to["difference"] = number_json(triple.difference.middle);
  to["difference_low"] = number_json(triple.difference.low);
  to["difference_high"] = number_json(triple.difference.high);
}

Json case_json(const Row& row) {
  Json json;
  json["name"] = row.name;
  json["quantity"] = row.main.quantity.name;
  put_triple(json, row.main);
  json["confidence"] = number_json(row.main.ratio.confidence);
  json["samples"] = row.samples;
  json["steal_percent"] = number_json(row.steal_percent);
  json["placement"] = row.placement;
  json["overloaded"] = row.overloaded;
  if (!row.error.empty()) json["error"] = row.error;
  json["also"] = Json::object();
  for (const Triple& triple : row.also) put_triple(json["also"][triple.quantity.name], triple);
  if (!row.ours_lines.empty()) json["ours_lines"] = row.ours_lines;
  if (!row.raw_lines.empty()) json["raw_lines"] = row.raw_lines;
  return json;
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::fabs(value);
  const int digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

std::string bounds(const Interval& interval) {
  return short_number(interval.low) + " - " + short_number(interval.high);
}

std::ostream& right(std::ostream& out, int width) { return out << std::right << std::setw(width); }

void print_line(std::ostream& out, int width, const std::string& name, const Triple& triple,
                const std::string& remark) {
  out << std::left << std::setw(width) << name;
  right(out, 10) << short_number(triple.ours);
  right(out, 10) << short_number(triple.raw);
  out << "  " << std::left << std::setw(10) << triple.quantity.unit;
  right(out, 7) << short_number(triple.ratio.middle);
  right(out, 16) << bounds(triple.ratio);
  right(out, 16) << bounds(triple.noise) << "  " << remark << "\n";
}

void print_head(std::ostream& out, int width) {
  out << std::left << std::setw(width) << "case";
  right(out, 10) << "ours";
  right(out, 10) << "raw";
  out << "  " << std::left << std::setw(10) << "unit";
  right(out, 7) << "ratio";
  right(out, 16) << "95 % bounds";
  right(out, 16) << "raw / raw" << "\n";
}

std::string difference(const Triple& triple) {
  return "ours - raw: " + short_number(triple.difference.middle) + " (" +
         bounds(triple.difference) + ")";
}

// Where the difference counts, or where the runs themselves say where it lies.
std::string remark(const Triple& triple) {
  if (triple.quantity.bounded) return "95 %: " + bounds(triple.own);
  return triple.quantity.difference ? difference(triple) : "";
}

std::string remark(const Row& row) {
  std::string text = remark(row.main);
  if (text.empty() && row.main.quantity.higher) text = "higher is better";
  if (row.overloaded) text += text.empty() ? "overloaded" : ", overloaded";
  return text;
}

int name_width(const std::vector<Row>& rows) {
  std::size_t width = 24;
  for (const Row& row : rows) width = std::max(width, row.name.size() + 2);
  return static_cast<int>(width);
}

}  // namespace

Json to_json(const std::string& bench, const std::vector<Row>& rows) {
  Json json;
  json["bench"] = bench;
  json["method"] = kMethod;
  for (const auto& [key, value] : machine_facts()) json["machine"][key] = value;
  json["cases"] = Json::array();
  for (const Row& row : rows) json["cases"].push_back(case_json(row));
  return json;
}

void print_table(std::ostream& out, const std::vector<Row>& rows) {
  const int width = name_width(rows);
  print_head(out, width);
  std::string placement;
  for (const Row& row : rows) {
    if (row.placement != placement) out << "# " << (placement = row.placement) << "\n";
    print_line(out, width, row.name, row.main, remark(row));
    for (const Triple& triple : row.also) {
      if (triple.quantity.json_only) continue;
      print_line(out, width, "  " + triple.quantity.name, triple, remark(triple));
    }
    for (const std::string& line : row.ours_lines) {
      if (row.tells) out << "  " << line << "\n";
    }
    if (!row.error.empty()) out << "  ERROR: " << row.error << "\n";
  }
}

}  // namespace ranvier::bench
