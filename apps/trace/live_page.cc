#include "live_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "data.h"
#include "read_model.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

constexpr std::size_t kAnySize = SIZE_MAX;
constexpr std::size_t kMostNotes = 3;  // lines of a page

template <class... Args>
std::string format(const char* how, Args... args) {
  char text[256];
  std::snprintf(text, sizeof text, how, args...);
  return text;
}

// Columns: a letter of several bytes counts once.
std::string cut(const std::string& line, std::size_t width) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xc0) == 0x80) continue;
    if (++columns > width) return line.substr(0, i);
  }
  return line;
}

std::string seconds(Nanoseconds ns) { return format("%.3g s", static_cast<double>(ns) / 1e9); }

std::string head_line(const LiveState& state) {
  return format("domain %zu  %zu %s  last %s  this page: %.1f %% of a core", state.domain,
                state.processes, state.processes == 1 ? "process" : "processes",
                seconds(state.recent.asked).c_str(), state.cpu * 100);
}

std::vector<std::string> notes_of(const LiveState& state) {
  std::vector<std::string> notes;
  const Latest& recent = state.recent;
  if (recent.asked == 0) notes.push_back("The first numbers come after one interval.");
  if (recent.asked > 0 && state.processes == 0) {
    notes.push_back("No process of domain " + std::to_string(state.domain) +
                    " records yet: start one, or check ROS_DOMAIN_ID and the user.");
  }
  if (recent.asked > 0 && recent.seen * 100 < recent.asked * 98 && state.processes > 0) {
    notes.push_back(
        format("Seen: %.0f %% of the time. For more, give recorders more room: "
               "--buffer KB.",
               100.0 * static_cast<double>(recent.seen) / static_cast<double>(recent.asked)));
  }
  if (recent.lost > 0) {
    notes.push_back(std::to_string(recent.lost) +
                    " events were lost for want of room: --buffer KB.");
  }
  if (recent.cut > 0) {
    notes.push_back(std::to_string(recent.cut) +
                    " messages were on their way for longer than recorders keep: not in a chain.");
  }
  for (const auto& [name, count] : recent.drops) {
    notes.push_back(std::to_string(count) + " messages dropped: " + name);
  }
  notes.insert(notes.end(), state.complaints.begin(), state.complaints.end());
  return notes;
}

std::string row(double rate, const Statistics& of, const std::string& name) {
  return format("%9.1f %10s %10s %10s  ", rate, duration_text(static_cast<double>(of.p50)).c_str(),
                duration_text(static_cast<double>(of.p99)).c_str(),
                duration_text(static_cast<double>(of.most)).c_str()) +
         name;
}

std::string row_head(const char* what) {
  return format("%9s %10s %10s %10s  %s", "per s", "p50", "p99", "max", what);
}

// The means of the stages, those that are nothing left out.
std::string stage_line(const Latest::Chain& chain) {
  std::string line(11, ' ');
  for (std::size_t s = 0; s < kStageCount; ++s) {
    if (std::llround(chain.stages[s]) == 0) continue;
    line += std::string(name_of(static_cast<Stage>(s))) + " ";
    line += duration_text(chain.stages[s]) + "  ";
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

using Lines = std::vector<std::string>;

/// A head, rows of so many lines each, and how many did not fit.
void add_table(Lines& to, const std::string& head, const std::vector<Lines>& rows,
               std::size_t room) {
  if (rows.empty() || room < 2) return;
  std::size_t needed = 1;
  for (const Lines& one : rows) needed += one.size();
  to.push_back(head);
  const std::size_t most = needed > room ? room - 2 : needed - 1;  // the last says how many more
  std::size_t shown = 0, lines = 0;
  for (; shown < rows.size() && lines + rows[shown].size() <= most; ++shown) {
    lines += rows[shown].size();
    to.insert(to.end(), rows[shown].begin(), rows[shown].end());
  }
  if (shown < rows.size()) to.push_back(format("%9s %zu more", "", rows.size() - shown));
}

std::vector<Lines> chain_rows(const Latest& recent) {
  std::vector<Lines> rows;
  for (const Latest::Chain& one : recent.chains) {
    rows.push_back({row(one.rate, one.latency, one.name), stage_line(one)});
  }
  return rows;
}

std::vector<Lines> callback_rows(const Latest& recent) {
  std::vector<Lines> rows;
  for (const Latest::Callback& one : recent.callbacks) {
    const std::string period =
        one.period.count == 0 ? ""
                              : format("  period p50 %s max %s",
                                       duration_text(static_cast<double>(one.period.p50)).c_str(),
                                       duration_text(static_cast<double>(one.period.most)).c_str());
    rows.push_back({row(one.rate, one.duration, one.name + period)});
  }
  return rows;
}

std::size_t lines_of(const std::vector<Lines>& rows) {
  std::size_t count = 1;  // the head
  for (const Lines& one : rows) count += one.size();
  return count;
}

Lines layout(const LiveState& state, std::size_t height) {
  Lines lines{head_line(state)};
  const Lines notes = notes_of(state);
  const std::size_t shown = height == kAnySize ? notes.size() : std::min(notes.size(), kMostNotes);
  lines.insert(lines.end(), notes.begin(), notes.begin() + static_cast<std::ptrdiff_t>(shown));
  if (shown < notes.size()) lines.push_back(format("%zu notes more", notes.size() - shown));
  const auto chains = chain_rows(state.recent);
  const auto callbacks = callback_rows(state.recent);
  const std::size_t room = height - std::min(height, lines.size());
  // Chains first: callbacks have what is left, and a third at least.
  const std::size_t third = std::min(lines_of(callbacks), room / 3);
  add_table(lines, row_head("chain, and the mean of its stages"), chains, room - third);
  add_table(lines, row_head("callback"), callbacks, height - std::min(height, lines.size()));
  return lines;
}

}  // namespace

std::string duration_text(double ns) {
  const double size = std::abs(ns);
  const auto three = [](double value, const char* unit) {
    const double size = std::abs(value);
    return format("%.*f %s", size < 9.995 ? 2 : size < 99.95 ? 1 : 0, value, unit);
  };
  if (size < 999.5e3) return three(ns / 1e3, "us");
  return size < 999.5e6 ? three(ns / 1e6, "ms") : three(ns / 1e9, "s");
}

std::vector<std::string> live_page(const LiveState& state, std::size_t width, std::size_t height) {
  Lines lines = layout(state, height);
  lines.resize(std::min(lines.size(), height));
  for (std::string& line : lines) line = cut(printable(std::move(line)), width);
  return lines;
}

std::string live_text(const LiveState& state) {
  std::string text;
  for (std::string& line : layout(state, kAnySize)) text += printable(std::move(line)) + "\n";
  return text + "\n";
}

std::string live_json(const LiveState& state, std::int64_t moment) {
  const Latest& recent = state.recent;
  Json json{
      {"time_ns", moment},         {"domain", state.domain},  {"processes", state.processes},
      {"window_ns", recent.asked}, {"seen_ns", recent.seen},  {"cpu", state.cpu},
      {"lost", recent.lost},       {"cut", recent.cut},       {"complaints", state.complaints},
      {"drops", Json::array()},    {"chains", Json::array()}, {"callbacks", Json::array()}};
  for (const auto& [name, count] : recent.drops) {
    json["drops"].push_back({{"subscription", name}, {"count", count}});
  }
  for (const Latest::Chain& one : recent.chains) {
    Json stages = Json::object();
    for (std::size_t s = 0; s < kStageCount; ++s) {
      stages[name_of(static_cast<Stage>(s))] = one.stages[s];
    }
    json["chains"].push_back({{"chain", one.name},
                              {"rate_hz", one.rate},
                              {"latency", json_of(one.latency)},
                              {"mean_stages_ns", stages}});
  }
  for (const Latest::Callback& one : recent.callbacks) {
    json["callbacks"].push_back({{"callback", one.name},
                                 {"rate_hz", one.rate},
                                 {"duration", json_of(one.duration)},
                                 {"interval", json_of(one.period)}});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace ranvier::apps
