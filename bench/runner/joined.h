// `ranvier bench report`: all reports of a folder beside the figures that were published.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/runner/seeds.h"

namespace ranvier::bench {

/// A file that --json wrote.
struct ReadReport {
  std::string file;
  nlohmann::json json;
};

/// What was read of a folder.
struct ReadReports {
  std::vector<ReadReport> reports;      ///< by their files' names
  std::vector<std::string> complaints;  ///< files that are none, a sentence each
};

/// Throws std::invalid_argument if the folder has no report: its name, and how to write one.
[[nodiscard]] ReadReports read_reports(const std::string& folder);

/// What a report has of a figure, in its unit.
struct Measured {
  double ours;
  double least, most;  ///< of the runs of ours; NaN: no runs are known
  double raw;          ///< NaN: there is no yardstick
  double ratio, ratio_low, ratio_high;
  bool overloaded = false;
};

/// A published point and what was measured here.
struct JoinedPoint {
  std::string x;
  double published;  ///< NaN: nothing was
  bool is_measured = false;
  Measured here{};
};
struct JoinedFigure {
  SeedFigure figure;
  std::vector<JoinedPoint> points;
};

/// Looks each point up. A figure without published points gets those cases that its name fits.
[[nodiscard]] std::vector<JoinedFigure> join_figures(const std::vector<SeedFigure>& figures,
                                                     const ReadReports& reports);

/// What the numbers of a figure say: ours beside the published ones and beside raw, overload, and
/// what was not measured.
[[nodiscard]] std::string finding(const JoinedFigure& figure);

/// One page without a script, a font or the network.
[[nodiscard]] std::string joined_page(const std::vector<JoinedFigure>& figures,
                                      const ReadReports& reports);

}  // namespace ranvier::bench
