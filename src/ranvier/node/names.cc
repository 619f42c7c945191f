#include "ranvier/node/names.h"

#include "ranvier/base/ascii.h"

namespace ranvier {
namespace {

bool is_word(char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

std::optional<BadName> bad(NameFault fault, std::size_t index) { return BadName{fault, index}; }

// The first character that is neither a word's nor one of `others`.
std::size_t find_forbidden(std::string_view name, std::string_view others) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (!is_word(name[i]) && others.find(name[i]) == others.npos) return i;
  }
  return name.npos;
}

// Rules about what may follow a slash.
std::optional<BadName> check_after_slashes(std::string_view name) {
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (name[i] != '/') continue;
    if (name[i + 1] == '/') return bad(NameFault::kRepeatedSlash, i + 1);
    if (is_ascii_digit(name[i + 1])) return bad(NameFault::kStartsWithDigit, i + 1);
  }
  return std::nullopt;
}

std::optional<BadName> check_absolute(std::string_view name, std::size_t longest) {
  if (name.empty()) return bad(NameFault::kEmpty, 0);
  if (name[0] != '/') return bad(NameFault::kNotAbsolute, 0);
  if (name.size() > 1 && name.back() == '/') return bad(NameFault::kEndsWithSlash, name.size() - 1);
  if (const auto at = find_forbidden(name, "/"); at != name.npos) {
    return bad(NameFault::kForbiddenCharacter, at);
  }
  if (const auto broken = check_after_slashes(name)) return broken;
  if (name.size() > longest) return bad(NameFault::kTooLong, longest - 1);
  return std::nullopt;
}

std::optional<BadName> check_braces(std::string_view name) {
  std::size_t open = name.npos;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '{') {
      if (open != name.npos) return bad(NameFault::kForbiddenInBraces, i);
      open = i;
    } else if (name[i] == '}') {
      if (open == name.npos) return bad(NameFault::kUnmatchedBrace, i);
      open = name.npos;
    } else if (open != name.npos) {
      if (!is_word(name[i])) return bad(NameFault::kForbiddenInBraces, i);
      if (i == open + 1 && is_ascii_digit(name[i])) return bad(NameFault::kForbiddenInBraces, i);
    }
  }
  if (open != name.npos) return bad(NameFault::kUnmatchedBrace, open);
  return std::nullopt;
}

std::optional<BadName> check_tilde(std::string_view name) {
  const auto at = name.rfind('~');
  if (at == name.npos) return std::nullopt;
  if (at > 0) return bad(NameFault::kTildeNotFirst, at);
  if (name.size() > 1 && name[1] != '/') return bad(NameFault::kTildeWithoutSlash, 1);
  return std::nullopt;
}

}  // namespace

const char* kind_name(NameKind kind) noexcept {
  switch (kind) {
    case NameKind::kNode: return "node name";
    case NameKind::kNamespace: return "namespace";
    case NameKind::kTopic: return "topic name";
    default: return "service name";
  }
}

std::optional<BadName> check_node_name(std::string_view name) noexcept {
  if (name.empty()) return bad(NameFault::kEmpty, 0);
  if (const auto at = find_forbidden(name, ""); at != name.npos) {
    return bad(NameFault::kForbiddenCharacter, at);
  }
  if (is_ascii_digit(name[0])) return bad(NameFault::kStartsWithDigit, 0);
  if (name.size() > kMaxNodeName) return bad(NameFault::kTooLong, kMaxNodeName - 1);
  return std::nullopt;
}

std::optional<BadName> check_namespace(std::string_view name) noexcept {
  return check_absolute(name, kMaxNamespace);
}

std::optional<BadName> check_full_name(std::string_view name) noexcept {
  if (name == "/") return bad(NameFault::kEndsWithSlash, 0);
  return check_absolute(name, kMaxTopicName);
}

std::optional<BadName> check_name(std::string_view name) noexcept {
  if (name.empty()) return bad(NameFault::kEmpty, 0);
  if (is_ascii_digit(name[0])) return bad(NameFault::kStartsWithDigit, 0);
  if (name.back() == '/') return bad(NameFault::kEndsWithSlash, name.size() - 1);
  if (const auto broken = check_braces(name)) return broken;
  if (const auto at = find_forbidden(name, "/~{}"); at != name.npos) {
    return bad(NameFault::kForbiddenCharacter, at);
  }
  if (const auto broken = check_tilde(name)) return broken;
  return check_after_slashes(name);
}

std::string rule_of(NameKind kind, NameFault fault) {
  const std::string name = kind_name(kind);
  const bool node = kind == NameKind::kNode;
  switch (fault) {
    case NameFault::kEmpty: return name + " must not be empty";
    case NameFault::kNotAbsolute: return name + " must be absolute, it must lead with a '/'";
    case NameFault::kEndsWithSlash: return name + " must not end with '/'";
    case NameFault::kForbiddenCharacter:
      return name + " must not contain characters other than alphanumerics" +
             (node                           ? " or '_'"
              : kind == NameKind::kNamespace ? ", '_', or '/'"
                                             : ", '_', '~', '{', or '}'");
    case NameFault::kRepeatedSlash: return name + " must not contain repeated '/'";
    case NameFault::kStartsWithDigit:
      return name + (node ? " must not start with a number"
                          : " must not have a token that starts with a number");
    case NameFault::kTooLong: return name + " is too long for the wire";
    case NameFault::kTildeNotFirst: return name + " may have '~' only as its first character";
    case NameFault::kTildeWithoutSlash: return name + " must have a '/' after '~'";
    case NameFault::kUnmatchedBrace: return name + " must not have unbalanced curly braces";
    case NameFault::kForbiddenInBraces:
      return "a substitution in a " + name +
             " must be a word of alphanumerics or '_' that does not start with a number";
    default: return name + " has a substitution that nobody knows: use {node}, {ns} or {namespace}";
  }
}

Error name_error(NameKind kind, std::string_view name, BadName bad) {
  return {Code::kInvalidName, std::string("Invalid ") + kind_name(kind) + ": " +
                                  rule_of(kind, bad.fault) + ":\n  '" + std::string(name) +
                                  "'\n   " + std::string(bad.index, ' ') + "^\n"};
}

std::string full_node_name(std::string_view space, std::string_view node) {
  std::string full(space);
  if (full.empty() || full.back() != '/') full += '/';
  return full += node;
}

namespace {

// What `{word}` stands for; null if nothing.
std::optional<std::string_view> substitution(std::string_view word, std::string_view node,
                                             std::string_view space) {
  if (word == "node") return node;
  if (word == "ns" || word == "namespace") return space;
  return std::nullopt;
}

Error invalid_name(NameKind kind, std::string_view name, BadName bad,
                   std::optional<InvalidName>* invalid) {
  if (invalid) *invalid = InvalidName{std::string(name), bad};
  return name_error(kind, name, bad);
}

Result<std::string> substitute(NameKind kind, std::string_view name, std::string_view node,
                               std::string_view space, std::optional<InvalidName>* invalid) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '{') {
      out += name[i];
      continue;
    }
    const auto end = name.find('}', i);
    const auto value = substitution(name.substr(i + 1, end - i - 1), node, space);
    if (!value) return invalid_name(kind, name, {NameFault::kUnknownSubstitution, i}, invalid);
    out += *value;
    i = end;
  }
  return out;
}

}  // namespace

Result<std::string> expand_name(NameKind kind, std::string_view name, std::string_view node,
                                std::string_view space, std::optional<InvalidName>* invalid) {
  if (const auto broken = check_name(name)) return invalid_name(kind, name, *broken, invalid);
  std::string private_name;
  if (name[0] == '~') {
    private_name = full_node_name(space, node).append(name.substr(1));
    name = private_name;
  }
  auto expanded = substitute(kind, name, node, space, invalid);
  if (!expanded) return expanded;
  if ((*expanded)[0] != '/') *expanded = full_node_name(space, *expanded);
  if (const auto broken = check_full_name(*expanded)) {
    return invalid_name(kind, *expanded, *broken, invalid);
  }
  return expanded;
}

}  // namespace ranvier
