#include "ranvier/node/arguments.h"

#include <optional>
#include <utility>

#include "ranvier/node/log.h"

namespace ranvier {
namespace {

constexpr std::string_view kBegin = "--ros-args";
constexpr std::string_view kEnd = "--";

Error bad_argument(std::string_view flag, std::string_view value, const std::string& why) {
  return {Code::kInvalidArgument,
          "argument '" + std::string(flag) + " " + std::string(value) + "': " + why};
}

Result<void> add_remap(Arguments& to, std::string_view flag, std::string_view value) {
  auto rule = parse_remap_rule(value);
  if (!rule) return bad_argument(flag, value, rule.error().what);
  to.remaps.push_back(*std::move(rule));
  return {};
}

// A node's name before the parameter's: "node:name:=value".
Result<void> add_parameter(Arguments& to, std::string_view flag, std::string_view value) {
  const auto assign = value.find(":=");
  if (assign == value.npos || assign == 0) {
    return bad_argument(flag, value, "write [node:]name:=value");
  }
  std::string_view name = value.substr(0, assign);
  std::string node = "/**";
  if (const auto colon = name.find(':'); colon != name.npos) {
    node = name.substr(0, colon);
    name.remove_prefix(colon + 1);
  }
  if (node.empty() || name.empty()) return bad_argument(flag, value, "write [node:]name:=value");
  auto parsed = parse_parameter_value(value.substr(assign + 2));
  if (!parsed) return bad_argument(flag, value, parsed.error().what);
  to.parameters.push_back({std::move(node), std::string(name), *std::move(parsed)});
  return {};
}

Result<void> add_parameter_file(Arguments& to, std::string_view flag, std::string_view value) {
  auto read = read_parameter_file(std::string(value));
  if (!read) return bad_argument(flag, value, read.error().what);
  for (auto& one : *read) to.parameters.push_back(std::move(one));
  return {};
}

Result<void> add_log_level(Arguments& to, std::string_view flag, std::string_view value) {
  const auto assign = value.find(":=");
  const std::string_view name = assign == value.npos ? "" : value.substr(0, assign);
  const std::string_view level = assign == value.npos ? value : value.substr(assign + 2);
  const int severity = severity_from_name(level);
  if (severity < 0 || assign == 0) {
    return bad_argument(flag, value,
                        "'" + std::string(level) +
                            "' is no level. Write [logger:=]level with "
                            "one of debug, info, warn, error, fatal");
  }
  to.log_levels.emplace_back(name, severity);
  return {};
}

Result<void> set_enclave(Arguments& to, std::string_view flag, std::string_view value) {
  if (const auto broken = check_namespace(value)) {
    return bad_argument(flag, value,
                        "an enclave is written like a namespace; this " +
                            rule_of(NameKind::kNamespace, broken->fault));
  }
  to.enclave = value;
  return {};
}

// Nor does the logging of ROS 2 that is installed with it.
Result<void> refuse_log_config_file(Arguments&, std::string_view flag, std::string_view value) {
  return bad_argument(flag, value,
                      "no file configures the log. Give --log-level [logger:=]level, "
                      "--log-file-name and the --enable- and --disable-...-logs instead");
}

Result<void> set_log_file_name(Arguments& to, std::string_view, std::string_view value) {
  to.log_file_name = value;
  return {};
}

struct ValueFlag {
  std::string_view name;
  Result<void> (*read)(Arguments&, std::string_view flag, std::string_view value);
};
constexpr ValueFlag kValueFlags[] = {
    {"-r", add_remap},
    {"--remap", add_remap},
    {"-p", add_parameter},
    {"--param", add_parameter},
    {"--params-file", add_parameter_file},
    {"--log-level", add_log_level},
    {"--log-config-file", refuse_log_config_file},
    {"--log-file-name", set_log_file_name},
    {"-e", set_enclave},
    {"--enclave", set_enclave},
};

struct SwitchFlag {
  std::string_view name;  // after --enable- or --disable-
  std::optional<bool> Arguments::* target;
};
constexpr SwitchFlag kSwitchFlags[] = {
    {"rosout-logs", &Arguments::rosout_logs},
    {"stdout-logs", &Arguments::stdout_logs},
    {"external-lib-logs", &Arguments::external_lib_logs},
};

bool read_switch(Arguments& to, std::string_view argument) {
  for (const auto& flag : kSwitchFlags) {
    for (const bool on : {true, false}) {
      if (argument != std::string(on ? "--enable-" : "--disable-") + std::string(flag.name))
        continue;
      to.*flag.target = on;
      return true;
    }
  }
  return false;
}

const ValueFlag* find_value_flag(std::string_view argument) {
  for (const auto& flag : kValueFlags) {
    if (flag.name == argument) return &flag;
  }
  return nullptr;
}

// Reads the block that starts at `at`; returns where it ends.
Result<std::size_t> read_block(Arguments& to, std::span<const std::string> all, std::size_t at) {
  for (; at < all.size() && all[at] != kEnd; ++at) {
    const std::string& argument = all[at];
    if (argument == kBegin || read_switch(to, argument)) continue;
    const ValueFlag* flag = find_value_flag(argument);
    if (!flag) {
      to.unknown.push_back(argument);
      continue;
    }
    if (at + 1 == all.size() || all[at + 1] == kEnd || all[at + 1] == kBegin) {
      return bad_argument(argument, "", "its value is missing");
    }
    if (auto read = flag->read(to, argument, all[++at]); !read) return read.error();
  }
  return at;
}

// Calls `block(begin)` at each --ros-args, which returns where the block ends,
// and `other(argument)` for what lies outside.
template <class Block, class Other>
Result<void> walk(std::span<const std::string> all, const Block& block, const Other& other) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != kBegin) {
      other(all[i]);
      continue;
    }
    auto end = block(i + 1);
    if (!end) return end.error();
    i = *end;
  }
  return {};
}

}  // namespace

Result<Arguments> parse_arguments(std::span<const std::string> arguments) {
  Arguments parsed;
  auto walked = walk(
      arguments, [&](std::size_t begin) { return read_block(parsed, arguments, begin); },
      [&](const std::string& other) { parsed.others.push_back(other); });
  if (!walked) return walked.error();
  return parsed;
}

std::vector<std::string> without_ros_arguments(std::span<const std::string> arguments) {
  std::vector<std::string> others;
  const auto skip = [&](std::size_t at) -> Result<std::size_t> {
    while (at < arguments.size() && arguments[at] != kEnd) ++at;
    return at;
  };
  (void)walk(arguments, skip, [&](const std::string& other) { others.push_back(other); });
  return others;
}

namespace {

std::string_view first_part(std::string_view path) { return path.substr(0, path.find('/')); }

std::string_view other_parts(std::string_view path) {
  const auto slash = path.find('/');
  return slash == path.npos ? std::string_view() : path.substr(slash + 1);
}

// Matches parts of a path: `pattern` and `name` both start after a slash. What the last "**"
// stands for grows until the rest matches; those before it need not be tried again.
bool match_parts(std::string_view pattern, std::string_view name) {
  std::optional<std::string_view> after_any;  // of the pattern, behind the last "**"
  std::string_view taken_from;                // of the name, what that begins with
  while (!pattern.empty() || !name.empty()) {
    const std::string_view wanted = first_part(pattern);
    if (wanted == "**") {
      after_any = pattern = other_parts(pattern);
      taken_from = name;
    } else if (!pattern.empty() && !name.empty() && (wanted == "*" || wanted == first_part(name))) {
      pattern = other_parts(pattern);
      name = other_parts(name);
    } else if (after_any && !taken_from.empty()) {
      pattern = *after_any;
      name = taken_from = other_parts(taken_from);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

bool matches_node(std::string_view pattern, std::string_view full_node_name) {
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  if (full_node_name.starts_with('/')) full_node_name.remove_prefix(1);
  return match_parts(pattern, full_node_name);
}

}  // namespace ranvier
