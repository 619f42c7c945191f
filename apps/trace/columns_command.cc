#include "columns_command.h"

#include <cstdio>
#include <optional>

#include "columns_tables.h"
#include "output_file.h"
#include "words.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;
using Json = ColumnFile::Json;

struct Options {
  std::string directory, path;
  std::optional<ChainQuery> chains;
  Nanoseconds starved = 100'000'000;
  CulpritOptions culprits;
};

// An option with a value. @return whether it is one, and the value is right.
bool parse_value(const std::string& option, const std::string& value, Options& options) {
  if (option == "-o") options.path = value;
  else if (option == "--starved") return read_milliseconds(option, value, options.starved);
  else if (option == "--floor") return read_milliseconds(option, value, options.culprits.floor);
  else if (option == "--chain") options.chains = {ChainQuery::What::kNamed, names_in(value)};
  else return false;
  return option != "--chain" || !options.chains->names.empty();
}

std::optional<Options> parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--chains") {
      options.chains = {ChainQuery::What::kWhole, {}};
    } else if (words[i] == "--hops") {
      options.chains = {ChainQuery::What::kHops, {}};
    } else if (!words[i].starts_with('-') && options.directory.empty()) {
      options.directory = words[i];
    } else if (i + 1 == words.size() || !parse_value(words[i], words[i + 1], options)) {
      return std::nullopt;
    } else {
      ++i;
    }
  }
  if (options.directory.empty() || options.path.empty()) return std::nullopt;
  return options;
}

Json head_of(const ReadModel& read, const Spans& spans) {
  return {{"events", read.trace.order.size()},
          {"discarded", read.trace.discarded},
          {"complaints", complaints(read)},
          {"begin", spans.all.first},
          {"end", spans.all.last}};
}

// Every table but those of chains. The events are given up as soon as they are written:
// they are most of the memory.
void write_all(ColumnFile& file, ReadModel& read, const Options& options) {
  const Spans spans = spans_of(read.trace);
  Json head = head_of(read, spans);
  write_events(file, read.trace);
  write_objects(file, read.model);
  write_executors(file, read.trace, read.model, spans);
  read.trace = {};
  const RunOrder order(read.model);
  write_flow(file, read.model, order);
  write_activity(file, read.model, order, options.starved);
  file.finish(std::move(head));
}

void write_only_chains(ColumnFile& file, ReadModel& read, const Options& options) {
  Json head = head_of(read, spans_of(read.trace));
  read.trace = {};
  const RunOrder order(read.model);
  const auto chains = find_chains(read.model, *options.chains);
  write_chains(file, read.model, chains, find_culprits(read.model, chains, options.culprits),
               order);
  file.finish(std::move(head));
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", printable(error.what).c_str());
  return 1;
}

void print_column(const Json& column) {
  std::string kind = column["kind"];
  if (column.contains("of")) kind += " of " + column["of"].get<std::string>();
  std::printf("| `%s` | %s | %s |\n", column["name"].get<std::string>().c_str(), kind.c_str(),
              column["doc"].get<std::string>().c_str());
}

// The tables that any trace has, of none.
int print_page() {
  ColumnFile file([](std::string_view) {});
  const Model model;
  const RunOrder order(model);
  write_objects(file, model);
  write_executors(file, {}, model, {});
  write_flow(file, model, order);
  write_activity(file, model, order, 0);
  write_chains(file, model, {}, {}, order);
  std::puts(
      "# Tables of a trace\n\n"
      "`ranvier-trace columns --page` prints this page. Times are nanoseconds since the "
      "epoch, spans\nnanoseconds. `place`: a row of another table. Each event is also "
      "a table of its name,\nwith `_timestamp`, `_thread` and its fields "
      "([trace_events.md](trace_events.md)).");
  for (const Json& table : file.tables()) {
    std::printf("\n## %s\n\n%s\n\n| column | kind | meaning |\n|---|---|---|\n",
                table["name"].get<std::string>().c_str(), table["doc"].get<std::string>().c_str());
    for (const Json& column : table["columns"]) print_column(column);
  }
  return 0;
}

}  // namespace

int run_columns(const std::vector<std::string>& words, const trace_read::ReadOptions& how) {
  if (words.size() == 1 && words[0] == "--page") return print_page();
  const auto options = parse(words);
  if (!options) {
    std::fprintf(stderr, "usage:\n%s", kColumnsUsage);
    return 2;
  }
  auto read = read_model(options->directory, how);
  if (!read) return 1;
  auto to = OutputFile::create(options->path);
  if (!to) return fail(to.error());
  ColumnFile file([&](std::string_view bytes) { to->write(bytes); });
  if (options->chains) {
    write_only_chains(file, *read, *options);
  } else {
    write_all(file, *read, *options);
  }
  if (const auto written = to->commit(); !written) return fail(written.error());
  return 0;
}

}  // namespace ranvier::apps
