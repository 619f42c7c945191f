#include "read_model.h"

#include <charconv>
#include <cstdio>
#include <utility>

#include "analysis/trace_read/clocks.h"
#include "ranvier/base/utf8.h"

namespace ranvier::apps {

std::string printable(std::string text) {
  text = as_utf8(text);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  }
  // The control signs from U+0080 on: a terminal may take U+009B for an escape.
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto next = static_cast<unsigned char>(text[i + 1]);
    if (text[i] == '\xc2' && next >= 0x80 && next < 0xa0) text[i] = text[i + 1] = '?';
  }
  return text;
}

std::optional<trace_read::ReadOptions> take_read_options(std::vector<std::string>& words) {
  trace_read::ReadOptions options;
  for (auto word = words.begin(); word != words.end();) {
    if (*word != "--offset") {
      ++word;
      continue;
    }
    const std::string value = word + 1 == words.end() ? "" : word[1];
    const std::size_t equal = value.rfind('=');
    const char* const end = value.data() + value.size();
    const char* number = equal == value.npos ? end : value.data() + equal + 1;
    number += number != end && *number == '+';
    std::int64_t offset = 0;
    const auto [stop, error] = std::from_chars(number, end, offset);
    if (error != std::errc() || stop != end || equal == 0) {
      std::fprintf(stderr,
                   "--offset %s: give HOST=NS, a host's name and the nanoseconds to add "
                   "to the times of its traces.\n",
                   printable(value).c_str());
      return std::nullopt;
    }
    options.offsets[value.substr(0, equal)] = offset;
    word = words.erase(word, word + 2);
  }
  return options;
}

std::optional<ReadModel> read_model(const std::string& directory,
                                    const trace_read::ReadOptions& options) {
  auto trace = trace_read::read_traces(directory, options);
  if (!trace) {
    std::fprintf(stderr, "%s\n", printable(trace.error().what).c_str());
    return std::nullopt;
  }
  ReadModel result{std::move(*trace), {}};
  result.model = trace_model::build_model(result.trace);
  return result;
}

std::vector<std::string> complaints(const ReadModel& read) {
  std::vector<std::string> all = read.trace.findings.words();
  if (read.trace.findings.untold() > 0) {
    all.push_back(std::to_string(read.trace.findings.untold()) + " complaints more");
  }
  if (read.trace.discarded > 0) {
    all.push_back(std::to_string(read.trace.discarded) +
                  " events were lost while recording: what they belong to is missing here");
  }
  all.insert(all.end(), read.model.findings.begin(), read.model.findings.end());
  return all;
}

nlohmann::ordered_json clocks_of(const trace_read::Trace& trace) {
  auto json = nlohmann::ordered_json::array();
  for (const trace_read::Clock& one : trace.clocks) {
    json.push_back({{"host", one.host},
                    {"clock", one.uuid},
                    {"zero_ns", one.zero},
                    {"added_ns", one.added},
                    {"traces", one.traces},
                    {"disagreed_ns", one.disagreed}});
  }
  return json;
}

void complain(const ReadModel& read) {
  for (const std::string& words : trace_read::describe_clocks(read.trace)) {
    std::fprintf(stderr, "%s\n", printable(words).c_str());
  }
  for (const std::string& words : complaints(read)) {
    std::fprintf(stderr, "%s\n", printable(words).c_str());
  }
}

}  // namespace ranvier::apps
