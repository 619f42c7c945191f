#include "report_command.h"

#include <charconv>
#include <cstdio>
#include <optional>

#include "read_model.h"
#include "report_data.h"
#include "report_page.h"

namespace ranvier::apps {
namespace {

struct Options {
  std::string directory, path = "report.html";
  ReportLimits limits;
};

bool parse_milliseconds(const std::string& text, trace_model::Nanoseconds& value) {
  constexpr double kMost = 1e9;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(number >= 0 && number <= kMost)) {
    std::fprintf(stderr, "--starved: '%s' is no time in milliseconds from 0 to 1e9.\n",
                 text.c_str());
    return false;
  }
  value = static_cast<trace_model::Nanoseconds>(number * 1e6);
  return true;
}

std::optional<Options> parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "-o" && has_value) {
      options.path = words[++i];
    } else if (words[i] == "--starved" && has_value) {
      if (!parse_milliseconds(words[++i], options.limits.starved)) return std::nullopt;
    } else if (!words[i].starts_with('-') && options.directory.empty()) {
      options.directory = words[i];
    } else {
      return std::nullopt;
    }
  }
  if (options.directory.empty() || options.path.empty()) return std::nullopt;
  return options;
}

}  // namespace

int run_report(const std::vector<std::string>& words, const trace_read::ReadOptions& how) {
  const auto options = parse(words);
  if (!options) {
    std::fprintf(stderr, "usage:\n%s", kReportUsage);
    return 2;
  }
  auto read = read_model(options->directory, how);
  if (!read) return 1;
  complain(*read);
  const trace_model::Spans spans = trace_model::spans_of(read->trace);
  const Json data = report_data(*read, spans, options->limits);
  const std::size_t events = read->trace.order.size();
  read->trace = {};  // its columns are most of the memory
  const auto timeline = trace_model::pack_timeline(read->model, spans, options->limits.items);
  if (const auto written = write_report(options->path, data, timeline); !written) {
    std::fprintf(stderr, "%s\n", written.error().what.c_str());
    return 1;
  }
  std::printf("%s: %zu events\n", printable(options->path).c_str(), events);
  return 0;
}

}  // namespace ranvier::apps
