// The two plots of the report, as inline SVG: no script, no font, no network.
#pragma once

#include <string>
#include <vector>

namespace ranvier::bench {

/// Bars of one group (a deployment), one per series.
struct BarGroup {
  std::string label;
  std::vector<double> values;  ///< by series; NaN leaves a gap
};

/// Horizontal bars from zero, values written at their ends. Series k is drawn
/// with the style class "s<k>".
[[nodiscard]] std::string bar_chart(const std::vector<BarGroup>& groups, const std::string& unit);

/// Points of one row (a subscription), one per series; NaN leaves a gap.
struct DotRow {
  std::string label;
  std::vector<double> values;
};

/// One line of points per row over a logarithmic axis with decades marked.
[[nodiscard]] std::string dot_plot(const std::vector<DotRow>& rows, const std::string& unit);

/// Text for an HTML or SVG element.
[[nodiscard]] std::string escaped(const std::string& text);
/// Three significant digits, as people write them; a whole number without a point; "-" for NaN.
[[nodiscard]] std::string readable(double value);

}  // namespace ranvier::bench
