#include "bench/runner/case.h"

#include <exception>
#include <limits>

#include "bench/runner/steal.h"

namespace ranvier::bench {
namespace {

constexpr double kOverload = 0.99;  // delivered share below which raw is overloaded

std::vector<double> column(const std::vector<Outcome>& runs, const std::string& key) {
  std::vector<double> values;
  for (const auto& run : runs) {
    const auto found = run.find(key);
    values.push_back(found == run.end() ? kNaN : found->second);
  }
  return values;
}

bool has_column(const std::vector<Outcome>& runs, const std::string& key) {
  return !runs.empty() && runs.front().count(key) != 0;
}

struct Side {
  const char* name;
  const std::function<RunResult()>* run;
  std::vector<Outcome> outcomes = {};
  std::vector<std::string> lines = {};
  std::string fault = {};  // of the first run that had one
};

std::vector<Side> sides_of(const Case& which) {
  std::vector<Side> sides{{"ours", &which.ours}, {"raw", &which.raw}};
  if (which.second) sides.push_back({which.second_name.c_str(), &which.second});
  return sides;
}

void run_in_turn(std::vector<Side>& sides, int repeats, const std::string& name,
                 const Progress& progress) {
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      Side& side = sides[(i + static_cast<std::size_t>(repeat)) % sides.size()];
      progress(name + "  " + std::to_string(repeat + 1) + "/" + std::to_string(repeats) + "  " +
               side.name);
      RunResult result = *side.run ? (*side.run)() : RunResult{};
      side.outcomes.push_back(std::move(result.quantities));
      side.lines = std::move(result.lines);
      if (side.fault.empty()) side.fault = std::move(result.fault);
    }
  }
}

void add_also(const Case& which, const std::vector<Side>& sides, Row& row) {
  const auto& ours = sides[0].outcomes;
  const auto& raw = sides[1].outcomes;
  for (const Quantity& quantity : which.also) {
    if (has_column(ours, quantity.key) || has_column(raw, quantity.key)) {
      row.also.push_back(compare(quantity, ours, raw));
    }
  }
  if (!which.second) return;
  Quantity quantity = which.quantity;
  quantity.name = which.second_name;
  row.also.push_back(compare(quantity, ours, sides[2].outcomes));
  for (Quantity each : which.second_also) {
    each.name = which.second_name + ": " + each.name;
    row.also.push_back(compare(each, ours, sides[2].outcomes));
  }
}

bool overloaded(const std::vector<Outcome>& raw) {
  return has_column(raw, "delivered_share") && median(column(raw, "delivered_share")) < kOverload;
}

std::string failure(const Case& which, const Side& ours) {
  if (!ours.fault.empty()) return ours.fault;
  std::string words = which.quantity.name + " must be none";
  for (const std::string& line : ours.lines) words += "; " + line;
  for (const double count : column(ours.outcomes, which.quantity.key)) {
    if (which.fails_above_zero && !(count == 0)) return words;
  }
  return "";
}

// What the runs say themselves, in their middle.
Interval own_bounds(const Quantity& quantity, const std::vector<Outcome>& ours) {
  if (!quantity.bounded) return {kNaN, kNaN, kNaN, 0};
  return {median(column(ours, quantity.key)), median(column(ours, quantity.key + "_low")),
          median(column(ours, quantity.key + "_high")), 0.95};
}

Row empty_row(const Case& which) {
  Row row;
  row.name = which.name;
  row.placement = which.placement;
  row.tells = which.tells;
  return row;
}

}  // namespace

Triple compare(const Quantity& quantity, const std::vector<Outcome>& ours,
               const std::vector<Outcome>& raw) {
  const auto a = column(ours, quantity.key);
  const auto b = column(raw, quantity.key);
  return {quantity,
          median(a),
          median(b),
          median_interval(paired_ratios(a, b)),
          median_interval(self_ratios(b)),
          median_interval(paired_differences(a, b)),
          own_bounds(quantity, ours),
          a,
          b};
}

Row measure(const Case& which, int repeats, const Progress& progress) {
  Row row = empty_row(which);
  const StealMeter steal;
  std::vector<Side> sides = sides_of(which);
  try {
    run_in_turn(sides, which.repeats > 0 ? which.repeats : repeats, which.name, progress);
  } catch (const std::exception& error) {
    row.error = error.what();
  }
  if (row.error.empty()) row.error = failure(which, sides[0]);
  row.steal_percent = steal.percent();
  const auto& raw = sides[1].outcomes;
  row.samples = static_cast<int>(std::min(sides[0].outcomes.size(), raw.size()));
  row.main = compare(which.quantity, sides[0].outcomes, raw);
  add_also(which, sides, row);
  row.overloaded = which.loss_is_overload && overloaded(raw);
  row.ours_lines = std::move(sides[0].lines);
  row.raw_lines = std::move(sides[1].lines);
  return row;
}

std::function<RunResult()> runs(Plan plan) {
  return [plan = std::move(plan)] { return run_plan(plan); };
}

Case refused(Case which, const std::string& why) {
  which.tells = true;
  which.repeats = 1;
  which.ours = [why] { return RunResult{{}, {"not measured: " + why}}; };
  which.raw = nullptr;
  which.second = nullptr;
  return which;
}

std::vector<Quantity> cpu_and_memory() {
  return {
      {"cpu", "cpu_percent", "% core"}, {"pss", "pss_kb", "kB"}, {"private", "private_kb", "kB"}};
}

std::vector<Quantity> delivery() {
  return {{"received", "received", "messages", true},
          {"lost", "lost", "messages"},
          {"delivered_share", "delivered_share", "share", true}};
}

}  // namespace ranvier::bench
