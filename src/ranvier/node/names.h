// Names of nodes, namespaces, topics and services: what is valid, what a short
// form stands for, and what remapping makes of it (ROS 2 design, "Topic and
// Service name mapping", "Static Remapping").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier {

enum class NameKind : std::uint8_t { kNode, kNamespace, kTopic, kService };

/// "topic name" for kTopic; for messages.
const char* kind_name(NameKind kind) noexcept;

enum class NameFault : std::uint8_t {
  kEmpty,
  kNotAbsolute,
  kEndsWithSlash,
  kForbiddenCharacter,
  kRepeatedSlash,
  kStartsWithDigit,  ///< the name, or a part of it between slashes
  kTooLong,
  kTildeNotFirst,
  kTildeWithoutSlash,
  kUnmatchedBrace,
  kForbiddenInBraces,
  kUnknownSubstitution,
};

/// What is wrong with a name, and at which of its characters (from 0).
struct BadName {
  NameFault fault;
  std::size_t index;
};

/// The longest names that still fit on the wire.
inline constexpr std::size_t kMaxNodeName = 255;
inline constexpr std::size_t kMaxNamespace = 245;
inline constexpr std::size_t kMaxTopicName = 247;

/// Whether a name is valid: nothing if it is.
/// Contract of these three: any thread, no allocation.
std::optional<BadName> check_node_name(std::string_view name) noexcept;
std::optional<BadName> check_namespace(std::string_view name) noexcept;
/// A topic or service name in full, "/a/b".
std::optional<BadName> check_full_name(std::string_view name) noexcept;
/// A topic or service name as users write it: also "b", "~/b", "{node}/b".
std::optional<BadName> check_name(std::string_view name) noexcept;

/// "must not contain …": the rule that a name of this kind breaks.
std::string rule_of(NameKind kind, NameFault fault);

/// The whole message: kind, name, rule, and a mark under the character.
Error name_error(NameKind kind, std::string_view name, BadName bad);

/// A name that breaks a rule, for who words the error himself.
struct InvalidName {
  std::string name;  ///< as it was found broken: the given one, or what it stands for
  BadName bad;
};

/// "/ns/node" of "/ns" and "node".
std::string full_node_name(std::string_view space, std::string_view node);

/// What a user's topic or service name stands for in a node: the full name.
/// Fails with a name_error() if it is invalid, and says so in `invalid` too.
Result<std::string> expand_name(NameKind kind, std::string_view name, std::string_view node,
                                std::string_view space,
                                std::optional<InvalidName>* invalid = nullptr);

/// One `-r` argument.
struct RemapRule {
  enum class What : std::uint8_t { kNodeName, kNamespace, kTopic, kService, kTopicOrService };
  What what;
  std::string node;  ///< only for the node of this name; empty: for all
  std::string from;  ///< not for kNodeName and kNamespace
  std::string to;
};

/// Reads `[node:][rostopic://|rosservice://]from:=to`, `__node:=n`, `__ns:=/n`.
/// Fails naming the rule and what is wrong with it.
Result<RemapRule> parse_remap_rule(std::string_view rule);

/// Rules in force for a node: its own first, then those of the process; the
/// first that fits wins.
struct RemapRules {
  std::span<const RemapRule> own;
  std::span<const RemapRule> global;
};

/// The name, the namespace after remapping; the same if no rule fits.
std::string remap_node_name(const RemapRules& rules, std::string_view node);
std::string remap_namespace(const RemapRules& rules, std::string_view node, std::string_view space);

/// expand_name(), then the first rule that fits.
Result<std::string> resolve_name(NameKind kind, std::string_view name, std::string_view node,
                                 std::string_view space, const RemapRules& rules);

}  // namespace ranvier
