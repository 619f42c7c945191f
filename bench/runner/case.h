// A case: two sides measured in turn, and what their ratio is worth.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/common/stats.h"
#include "bench/runner/plan.h"

namespace ranvier::bench {

/// A quantity of a case: where its number is in an Outcome, and how to read it.
struct Quantity {
  std::string name;  ///< in the report
  std::string key;   ///< in the Outcome
  std::string unit;
  bool higher = false;      ///< better when higher
  bool difference = false;  ///< judged by ours - raw: the report has it too
  bool bounded = false;     ///< a run of ours gives bounds: "<key>_low" and "<key>_high"
  bool json_only = false;   ///< the table goes without
};

/// One row of a table.
struct Case {
  std::string name;
  std::string placement;  ///< threads and cores of both sides, in words
  Quantity quantity;
  std::vector<Quantity> also;
  std::function<RunResult()> ours;
  std::function<RunResult()> raw;  ///< empty: there is no yardstick
  /// A second yardstick; `second_name` is how it is called in `also`.
  std::function<RunResult()> second;
  std::string second_name;
  std::vector<Quantity> second_also;  ///< compared with it as well
  int repeats = 0;                    ///< 0: what the command line says
  bool loss_is_overload = true;       ///< over 1 % lost on the raw side marks the case
  bool fails_above_zero = false;      ///< the quantity counts what must not be
  bool tells = false;                 ///< the table has the free lines of ours too
};

/// Both sides' medians and the bounds of the paired ratio.
struct Triple {
  Quantity quantity;
  double ours;
  double raw;
  Interval ratio;
  Interval noise;                      ///< the same of raw against raw
  Interval difference;                 ///< ours - raw, pair by pair
  Interval own;                        ///< of ours, if the quantity is bounded
  std::vector<double> ours_runs = {};  ///< in the order of the runs; NaN: it gave none
  std::vector<double> raw_runs = {};
};

/// A measured row.
struct Row {
  std::string name;
  std::string placement;
  Triple main;
  std::vector<Triple> also;
  int samples = 0;           ///< complete pairs
  double steal_percent = 0;  ///< CPU that the host kept from this machine meanwhile
  bool overloaded = false;
  bool tells = false;                   ///< as the case says
  std::string error;                    ///< why figures are missing, else empty
  std::vector<std::string> ours_lines;  ///< free lines of the last run
  std::vector<std::string> raw_lines;
};

using Progress = std::function<void(const std::string&)>;

/// Runs the sides in turn, the order rotating from repeat to repeat, so that a
/// drift of the machine meets both. `progress` hears one line per run.
/// Never throws on a failed run: the row carries the error.
[[nodiscard]] Row measure(const Case& which, int repeats, const Progress& progress);

/// A side that is a plan run as it stands.
[[nodiscard]] std::function<RunResult()> runs(Plan plan);

/// The same case, not measured: a line says why, and it has no figure.
[[nodiscard]] Case refused(Case which, const std::string& why);

/// Quantities that most benches give beside their own.
[[nodiscard]] std::vector<Quantity> cpu_and_memory();
[[nodiscard]] std::vector<Quantity> delivery();

/// The comparison of two series of runs, pair by pair.
[[nodiscard]] Triple compare(const Quantity& quantity, const std::vector<Outcome>& ours,
                             const std::vector<Outcome>& raw);

}  // namespace ranvier::bench
