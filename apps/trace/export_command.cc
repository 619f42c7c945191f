#include "export_command.h"

#include <cstdio>

#include "read_model.h"
#include "timeline_json.h"

namespace ranvier::apps {
namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", printable(error.what).c_str());
  return 1;
}

}  // namespace

int run_export(const std::vector<std::string>& words, const trace_read::ReadOptions& how) {
  const bool has_path = words.size() == 3 && words[1] == "-o";
  if (words.empty() || words[0].starts_with('-') || (words.size() != 1 && !has_path)) {
    std::fprintf(stderr, "usage:\n%s", kExportUsage);
    return 2;
  }
  auto read = read_model(words[0], how);
  if (!read) return 1;
  complain(*read);
  const trace_model::Spans spans = trace_model::spans_of(read->trace);
  read->trace = {};  // its columns are most of the memory
  const std::string path = has_path ? words[2] : "trace.json";
  auto file = OutputFile::create(path);
  if (!file) return fail(file.error());
  write_timeline(*file, read->model, spans);
  if (const auto written = file->commit(); !written) return fail(written.error());
  std::printf("%s: %zu callbacks, %zu messages\n", printable(path).c_str(), read->model.runs.size(),
              read->model.publications.size());
  return 0;
}

}  // namespace ranvier::apps
