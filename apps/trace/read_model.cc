#include "read_model.h"

#include <cstdio>
#include <utility>

#include "ranvier/trace_read/read.h"

namespace ranvier::apps {

std::string printable(std::string text) {
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

std::optional<ReadModel> read_model(const std::string& directory) {
  auto trace = trace_read::read_traces(directory);
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

void complain(const ReadModel& read) {
  for (const std::string& words : complaints(read)) {
    std::fprintf(stderr, "%s\n", printable(words).c_str());
  }
}

}  // namespace ranvier::apps
