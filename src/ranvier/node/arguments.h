// Command-line arguments: the block from --ros-args to --, and what is left.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/node/names.h"
#include "ranvier/node/parameter_value.h"

namespace ranvier {

/// One parameter that arguments or a file set.
struct ParameterOverride {
  std::string node;  ///< a pattern for full node names: "/n", "/**", "/*/n"
  std::string name;
  ParameterValue value;
};

/// What --ros-args said.
struct Arguments {
  std::vector<RemapRule> remaps;
  /// Of -p and --params-file, in the order given: for one parameter of one
  /// node the last that matches wins.
  std::vector<ParameterOverride> parameters;
  std::vector<std::pair<std::string, int>> log_levels;  ///< logger ("" all), level
  std::string log_file_name;
  std::optional<bool> rosout_logs;
  std::optional<bool> stdout_logs;
  std::optional<bool> external_lib_logs;
  std::string enclave;

  std::vector<std::string> unknown;  ///< between --ros-args and --, meaning nothing
  std::vector<std::string> others;   ///< not ours; the program's name included
};

/// Reads a whole command line. Files are opened only when one is named.
/// Fails at the first argument that is ours and cannot be read, naming the
/// argument, its value and what to write instead. Unknown ones do not fail.
/// Contract: any thread; may read files.
Result<Arguments> parse_arguments(std::span<const std::string> arguments);

/// The arguments without every --ros-args block.
std::vector<std::string> without_ros_arguments(std::span<const std::string> arguments);

/// Whether the pattern of an override means the node: "*" stands for one part
/// of the name, "**" for any number, a pattern without '/' for a node of the
/// root namespace.
bool matches_node(std::string_view pattern, std::string_view full_node_name);

/// Reads a parameter file. Fails naming file, line and what is wrong there.
Result<std::vector<ParameterOverride>> read_parameter_file(const std::string& path);
/// The same for text; `origin` is its name in messages.
Result<std::vector<ParameterOverride>> parse_parameter_yaml(std::string_view text,
                                                            const std::string& origin);
/// The same for a text that launch gives to a component: one that names no node has the
/// parameters of `node`, and whole numbers among decimals become decimals.
Result<std::vector<ParameterOverride>> parse_component_yaml(std::string_view text,
                                                            const std::string& origin,
                                                            const std::string& node);
/// Reads one value as of `-p name:=value`.
Result<ParameterValue> parse_parameter_value(std::string_view yaml);

}  // namespace ranvier
