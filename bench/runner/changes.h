// `ranvier bench compare`: what differs between two reports of one bench, beyond the noise.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ranvier::bench {

/// What may be called a change.
struct ChangeLimits {
  /// A smaller change is none, in percent: two measurements of one build differ by some.
  double least_percent = 5;
  /// How often two equal builds may seem to differ, over all figures of the reports together.
  double false_alarms = 0.01;
};

/// A figure of both reports.
struct Change {
  enum class Verdict { kSame, kBetter, kWorse };

  std::string name;  ///< case, and the quantity where that is not its main one
  std::string unit;
  double before;  ///< median of ours
  double after;
  /// How far ours moved beside raw, in percent; where a value is 0 or less, or there is no raw
  /// side, as `relative` and `yardstick` say.
  double moved;
  double low;  ///< bounds of it
  double high;
  bool relative;   ///< false: moved, low and high are of ours - raw, in the unit
  bool yardstick;  ///< false: of ours alone, as the reports have no raw side
  Verdict verdict;
};

/// What two reports say together.
struct Comparison {
  std::vector<Change> changes;       ///< every figure that both have
  std::vector<std::string> lost;     ///< cases that failed, or are gone, and were there before
  std::vector<std::string> remarks;  ///< why it may be worth less than it seems
  [[nodiscard]] bool worse() const;
};

/// Compares the single runs of both, by ranks. A figure has changed if equal builds would differ so
/// rarely, if it moved by the least percent, and by more than the yardstick itself moved from one
/// report to the other.
/// Throws std::invalid_argument if one is no report of a bench, if they are of different benches, or
/// if they have too few runs to show any change; it says how many are needed.
[[nodiscard]] Comparison compare_reports(const nlohmann::ordered_json& before,
                                         const nlohmann::ordered_json& after,
                                         const ChangeLimits& limits);

/// Reads a report. Throws std::invalid_argument that names the file and the remedy.
[[nodiscard]] nlohmann::ordered_json read_report(const std::string& path);

/// What changed, a line each; then how much did not.
void print_comparison(std::ostream& out, const Comparison& comparison);
[[nodiscard]] nlohmann::ordered_json comparison_json(const Comparison& comparison);

}  // namespace ranvier::bench
