#include "reading.h"

#include <cstdio>
#include <utility>

#include "ranvier/trace_read/read.h"

namespace ranvier::apps {

std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  }
  return text;
}

std::optional<Read> read(const std::string& directory) {
  auto trace = trace_read::read_traces(directory);
  if (!trace) {
    std::fprintf(stderr, "%s\n", printable(trace.error().what).c_str());
    return std::nullopt;
  }
  Read result{std::move(*trace), {}};
  result.model = trace_model::build_model(result.trace);
  return result;
}

std::vector<std::string> complaints(const Read& read) {
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

void complain(const Read& read) {
  for (const std::string& words : complaints(read)) {
    std::fprintf(stderr, "%s\n", printable(words).c_str());
  }
}

Json json_of(const trace_model::Statistics& of) {
  return {{"count", of.count},  {"min_ns", of.least}, {"p50_ns", of.p50},
          {"p99_ns", of.p99},   {"max_ns", of.most},  {"mean_ns", of.mean}};
}

}  // namespace ranvier::apps
