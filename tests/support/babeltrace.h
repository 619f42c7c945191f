// Reads a trace with babeltrace2, as the field's tools do.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ranvier::support {

/// What babeltrace2 printed of one event.
struct ReadEvent {
  std::string name;
  std::int64_t ns = 0;                        ///< since the epoch
  std::map<std::string, std::string> fields;  ///< payload and contexts, as it prints them
};

struct ReadTrace {
  std::vector<ReadEvent> events;
  std::uint64_t discarded = 0;  ///< as its warnings count them
  std::string complaints;       ///< what else it said on stderr
};

inline bool have_babeltrace() { return std::system("babeltrace2 --version > /dev/null 2>&1") == 0; }

inline std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  char part[65536];
  while (const std::size_t size = std::fread(part, 1, sizeof part, pipe)) text.append(part, size);
  ::pclose(pipe);
  return text;
}

/// "{ a = 1, b = "x, y", c = [ [0] = 1 ] }, { ... }": names and texts of the
/// values, those in brackets and quotes as they stand.
inline void read_fields(const std::string& text, std::map<std::string, std::string>& fields) {
  int depth = 0;
  bool quoted = false;
  std::string name, value;
  bool in_value = false;
  const auto end_field = [&] {
    if (!name.empty()) fields[name] = value;
    name.clear();
    value.clear();
    in_value = false;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      value += c;
      if (c == '\\' && i + 1 < text.size()) value += text[++i];
      if (c == '"') quoted = false;
      continue;
    }
    if (c == '"') {
      quoted = true;
      value += c;
    } else if (c == '[') {
      ++depth;
      value += c;
    } else if (c == ']') {
      --depth;
      value += c;
    } else if (depth > 0) {
      value += c;
    } else if (c == '{' || c == '}' || c == ',') {
      end_field();
    } else if (c == '=') {
      in_value = true;
    } else if (c != ' ') {
      (in_value ? value : name) += c;
    }
  }
  end_field();
}

/// "[1700000000.000000001] host:ros2:name: { ... }, { ... }"
inline ReadEvent read_line(const std::string& line) {
  ReadEvent event;
  const std::size_t name = line.find("ros2:");
  const std::size_t begin = line.find('{');
  event.ns =
      std::stoll(line.substr(1)) * 1'000'000'000 + std::stoll(line.substr(line.find('.') + 1));
  event.name = line.substr(name + 5, line.find(':', name + 5) - name - 5);
  if (begin != std::string::npos) read_fields(line.substr(begin), event.fields);
  return event;
}

/// Everything below `folder`, in the order of time.
inline ReadTrace read_trace(const std::string& folder) {
  ReadTrace trace;
  const std::string errors = folder + "/.stderr";
  std::istringstream lines(
      output_of("babeltrace2 --clock-seconds --no-delta '" + folder + "' 2> '" + errors + "'"));
  for (std::string line; std::getline(lines, line);) {
    if (line.find("ros2:") != std::string::npos) trace.events.push_back(read_line(line));
  }
  const std::string discarded = " discarded ";
  std::istringstream words(output_of("cat '" + errors + "'"));
  for (std::string line; std::getline(words, line);) {
    const std::size_t at = line.find(discarded);
    if (at != std::string::npos && std::isdigit(line[at + discarded.size()])) {
      trace.discarded += std::stoull(line.substr(at + discarded.size()));
    } else if (!line.empty()) {
      trace.complaints += line + "\n";
    }
  }
  return trace;
}

}  // namespace ranvier::support
