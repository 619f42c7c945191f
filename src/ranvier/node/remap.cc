// Remapping rules: reading them and applying them.
#include "ranvier/node/names.h"

#include <utility>

namespace ranvier {
namespace {

Error bad_rule(std::string_view rule, const std::string& why) {
  return {Code::kInvalidArgument, "remap rule '" + std::string(rule) + "' " + why +
                                      ". Write [node:]from:=to, __node:=name or __ns:=/space."};
}

// Takes `prefix` off the front.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// Takes "node:" off the front; a scheme ("rostopic://") is no node.
std::string take_node(std::string_view& from) {
  const auto colon = from.find(':');
  if (colon == from.npos || from.substr(colon).starts_with("://")) return {};
  const std::string node(from.substr(0, colon));
  from.remove_prefix(colon + 1);
  return node;
}

RemapRule::What take_what(std::string_view& from) {
  if (from == "__node" || from == "__name") return RemapRule::What::kNodeName;
  if (from == "__ns") return RemapRule::What::kNamespace;
  if (take(from, "rostopic://")) return RemapRule::What::kTopic;
  if (take(from, "rosservice://")) return RemapRule::What::kService;
  return RemapRule::What::kTopicOrService;
}

// What is wrong with the right-hand side, empty if nothing.
std::string fault_of_target(RemapRule::What what, std::string_view to) {
  const auto explain = [&](NameKind kind, std::optional<BadName> broken) {
    return broken
               ? "has the target '" + std::string(to) + "', but a " + rule_of(kind, broken->fault)
               : std::string();
  };
  switch (what) {
    case RemapRule::What::kNodeName: return explain(NameKind::kNode, check_node_name(to));
    case RemapRule::What::kNamespace: return explain(NameKind::kNamespace, check_namespace(to));
    default: return explain(NameKind::kTopic, check_name(to));
  }
}

bool fits(RemapRule::What what, NameKind kind) {
  return what == RemapRule::What::kTopicOrService ||
         what == (kind == NameKind::kTopic ? RemapRule::What::kTopic : RemapRule::What::kService);
}

// The first rule that `wanted` accepts, the node's own before the process's.
template <class Wanted>
const RemapRule* first(const RemapRules& rules, std::string_view node, const Wanted& wanted) {
  for (const auto& list : {rules.own, rules.global}) {
    for (const auto& rule : list) {
      if ((rule.node.empty() || rule.node == node) && wanted(rule)) return &rule;
    }
  }
  return nullptr;
}

}  // namespace

Result<RemapRule> parse_remap_rule(std::string_view rule) {
  const auto assign = rule.find(":=");
  if (assign == rule.npos) return bad_rule(rule, "has no ':='");
  std::string_view from = rule.substr(0, assign);
  const std::string_view to = rule.substr(assign + 2);
  RemapRule parsed;
  if (from.starts_with(':')) return bad_rule(rule, "has no node's name before its ':'");
  parsed.node = take_node(from);
  if (!parsed.node.empty() && check_node_name(parsed.node)) {
    return bad_rule(rule, "is for the node '" + parsed.node + "', which cannot be a node's name");
  }
  parsed.what = take_what(from);
  const bool for_topics = parsed.what >= RemapRule::What::kTopic;
  if (const auto broken = for_topics ? check_name(from) : std::nullopt) {
    return bad_rule(rule, "matches '" + std::string(from) + "', but a " +
                              rule_of(NameKind::kTopic, broken->fault));
  }
  if (const auto fault = fault_of_target(parsed.what, to); !fault.empty()) {
    return bad_rule(rule, fault);
  }
  if (for_topics) parsed.from = from;
  parsed.to = to;
  return parsed;
}

std::string remap_node_name(const RemapRules& rules, std::string_view node) {
  const auto* rule = first(rules, node, [](const RemapRule& candidate) {
    return candidate.what == RemapRule::What::kNodeName;
  });
  return rule ? rule->to : std::string(node);
}

std::string remap_namespace(const RemapRules& rules, std::string_view node,
                            std::string_view space) {
  const auto* rule = first(rules, node, [](const RemapRule& candidate) {
    return candidate.what == RemapRule::What::kNamespace;
  });
  return rule ? rule->to : std::string(space);
}

Result<std::string> resolve_name(NameKind kind, std::string_view name, std::string_view node,
                                 std::string_view space, const RemapRules& rules) {
  auto expanded = expand_name(kind, name, node, space);
  if (!expanded) return expanded;
  const auto* rule = first(rules, node, [&](const RemapRule& candidate) {
    if (!fits(candidate.what, kind)) return false;
    const auto match = expand_name(kind, candidate.from, node, space);
    return match && *match == *expanded;
  });
  return rule ? expand_name(kind, rule->to, node, space) : std::move(expanded);
}

}  // namespace ranvier
