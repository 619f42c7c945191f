#include "bench/runner/svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace ranvier::bench {
namespace {

constexpr double kWidth = 860;
constexpr double kLabels = 250;  // left of the plot
constexpr double kValues = 90;   // right of it
constexpr double kPlot = kWidth - kLabels - kValues;
constexpr double kBar = 15;
constexpr double kGap = 16;
constexpr double kLine = 17;
constexpr double kAxis = 26;

std::string px(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor + "\">" +
         escaped(text) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2) {
  return "<line x1=\"" + px(x1) + "\" y1=\"" + px(y1) + "\" x2=\"" + px(x2) + "\" y2=\"" + px(y2) +
         "\"/>\n";
}

std::string svg(double height, const std::string& content) {
  return "<svg viewBox=\"0 0 " + px(kWidth) + " " + px(height) + "\" role=\"img\">\n" + content +
         "</svg>\n";
}

double largest(const std::vector<BarGroup>& groups) {
  double most = 0;
  for (const auto& group : groups) {
    for (double value : group.values) most = std::isfinite(value) ? std::max(most, value) : most;
  }
  return most > 0 ? most : 1;
}

std::string bar(double y, double width, std::size_t series, const std::string& label) {
  return "<rect class=\"s" + std::to_string(series) + "\" x=\"" + px(kLabels) + "\" y=\"" + px(y) +
         "\" width=\"" + px(std::max(1.0, width)) + "\" height=\"" + px(kBar - 2) +
         "\" rx=\"2\"/>\n" + text_at(kLabels + width + 6, y + kBar - 4, "start", label);
}

/// A logarithmic axis over whole decades.
class LogAxis final {
 public:
  explicit LogAxis(const std::vector<DotRow>& rows) {
    double least = 1e30;
    double most = 0;
    for (const auto& row : rows) {
      for (double value : row.values) {
        if (!(value > 0)) continue;
        least = std::min(least, value);
        most = std::max(most, value);
      }
    }
    if (most <= 0) least = most = 1;
    low_ = std::floor(std::log10(least));
    high_ = std::max(low_ + 1, std::ceil(std::log10(most)));
  }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }
  [[nodiscard]] double x(double value) const {
    return kLabels + (std::log10(value) - low_) / (high_ - low_) * (kPlot + kValues - 40);
  }

 private:
  double low_;
  double high_;
};

std::string decades(const LogAxis& axis, double bottom, const std::string& unit) {
  std::string out = "<g class=\"grid\">\n";
  for (double decade = axis.low(); decade <= axis.high(); ++decade) {
    const double value = std::pow(10, decade);
    out += line(axis.x(value), 0, axis.x(value), bottom);
    out += text_at(axis.x(value), bottom + 16, "middle", readable(value) + " " + unit);
  }
  return out + "</g>\n";
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

std::string readable(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::fabs(value);
  const bool whole = value == std::round(value);  // a count
  const int digits = size >= 100 || whole ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string bar_chart(const std::vector<BarGroup>& groups, const std::string& unit) {
  const double scale = kPlot / largest(groups);
  std::string out;
  double y = 4;
  for (const auto& group : groups) {
    const double height = kBar * static_cast<double>(group.values.size());
    out += text_at(kLabels - 12, y + height / 2 + 4, "end", group.label);
    for (std::size_t i = 0; i < group.values.size(); ++i, y += kBar) {
      if (std::isfinite(group.values[i]))
        out += bar(y, group.values[i] * scale, i, readable(group.values[i]) + " " + unit);
    }
    y += kGap;
  }
  return svg(y, "<g class=\"grid\">" + line(kLabels, 0, kLabels, y - kGap + 4) + "</g>" + out);
}

std::string dot_plot(const std::vector<DotRow>& rows, const std::string& unit) {
  const LogAxis axis(rows);
  const double bottom = kLine * static_cast<double>(rows.size()) + 6;
  std::string out = decades(axis, bottom, unit);
  double y = kLine / 2 + 3;
  for (const auto& row : rows) {
    out += text_at(kLabels - 12, y + 4, "end", row.label);
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (!(row.values[i] > 0)) continue;
      out += "<circle class=\"s" + std::to_string(i) + "\" cx=\"" + px(axis.x(row.values[i])) +
             "\" cy=\"" + px(y) + "\" r=\"4.5\"/>\n";
    }
    y += kLine;
  }
  return svg(bottom + kAxis, out);
}

}  // namespace ranvier::bench
