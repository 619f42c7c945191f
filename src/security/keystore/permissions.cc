#include "security/keystore/permissions.h"

#include <fnmatch.h>

#include <algorithm>
#include <optional>

#include "ranvier/base/ascii.h"
#include "security/keystore/documents.h"
#include "security/keystore/xml.h"

namespace ranvier::security {
namespace {

constexpr const char* kSchema =
    "http://www.omg.org/spec/DDS-SECURITY/20170901/omg_shared_ca_permissions.xsd";

std::string element(std::string_view name, std::string_view text) {
  return "<" + std::string(name) + ">" + escaped(text) + "</" + std::string(name) + ">\n";
}

std::string domains_text(const std::vector<DomainRange>& domains) {
  std::string text = "        <domains>\n";
  for (const auto& [least, most] : domains) {
    text += "          ";
    text += least == most ? element("id", std::to_string(least))
                          : "<id_range><min>" + std::to_string(least) + "</min><max>" +
                                std::to_string(most) + "</max></id_range>\n";
  }
  return text + "        </domains>\n";
}

std::string topics_text(std::string_view direction, const TopicPatterns& topics) {
  if (topics.empty()) return {};
  const std::string name(direction);
  std::string text = "        <" + name + ">\n          <topics>\n";
  for (const std::string& topic : topics) text += "            " + element("topic", topic);
  return text + "          </topics>\n        </" + name + ">\n";
}

std::string rule_text(const Rule& rule) {
  const std::string name = rule.allows ? "allow_rule" : "deny_rule";
  return "      <" + name + ">\n" + domains_text(rule.domains) +
         topics_text("publish", rule.publish) + topics_text("subscribe", rule.subscribe) +
         "      </" + name + ">\n";
}

std::string grant_text(const Grant& grant) {
  std::string text = "    <grant name=\"" + escaped(grant.name) + "\">\n      " +
                     element("subject_name", grant.subject) + "      <validity>\n        " +
                     element("not_before", time_text(grant.validity.not_before)) + "        " +
                     element("not_after", time_text(grant.validity.not_after)) +
                     "      </validity>\n";
  for (const Rule& rule : grant.rules) text += rule_text(rule);
  return text + "      " + element("default", grant.allowed_otherwise ? "ALLOW" : "DENY") +
         "    </grant>\n";
}

Result<Time> read_date(const xmlNode& validity, std::string_view name) {
  const auto child = needed_child(validity, name);
  if (!child) return child.error();
  const auto time = read_time(text_of(**child));
  if (!time) {
    return fault_at(**child, "'" + text_of(**child) + "' is no date as 2026-11-29T05:20:47.");
  }
  return *time;
}

// All names of topics within <publish> or <subscribe>. Partitions and data tags are DDS's to heed.
TopicPatterns read_topics(const xmlNode& rule, std::string_view direction) {
  TopicPatterns found;
  for (const xmlNode* side : children_of(rule, direction)) {
    for (const xmlNode* topics : children_of(*side, "topics")) {
      for (const xmlNode* topic : children_of(*topics, "topic")) found.insert(text_of(*topic));
    }
  }
  return found;
}

Result<Rule> read_rule(const xmlNode& element) {
  const auto domains = needed_child(element, "domains");
  if (!domains) return domains.error();
  const auto ranges = read_domains(**domains);
  if (!ranges) return ranges.error();
  return Rule{name_of(element) == "allow_rule", *ranges, read_topics(element, "publish"),
              read_topics(element, "subscribe")};
}

Result<Validity> read_validity(const xmlNode& grant) {
  const auto validity = needed_child(grant, "validity");
  if (!validity) return validity.error();
  const auto begin = read_date(**validity, "not_before");
  if (!begin) return begin.error();
  const auto end = read_date(**validity, "not_after");
  if (!end) return end.error();
  return Validity{*begin, *end};
}

Result<Grant> read_grant(const xmlNode& element) {
  const auto subject = needed_child(element, "subject_name");
  if (!subject) return subject.error();
  const auto validity = read_validity(element);
  if (!validity) return validity.error();
  Grant grant{attribute_of(element, "name").value_or(""),
              text_of(**subject),
              *validity,
              {},
              text_of(element, "default") == "ALLOW"};
  for (const xmlNode* child : children_of(element)) {
    if (name_of(*child) != "allow_rule" && name_of(*child) != "deny_rule") continue;
    auto rule = read_rule(*child);
    if (!rule) return rule.error();
    grant.rules.push_back(*std::move(rule));
  }
  return grant;
}

// "CN=a, O = b" as {"CN=a", "O=b"}.
std::set<std::string> parts_of(std::string_view subject) {
  std::set<std::string> parts;
  std::string part;
  bool escaped_letter = false;
  const auto end_part = [&] {
    while (!part.empty() && is_ascii_space(part.back())) part.pop_back();
    if (!part.empty()) parts.insert(part);
    part.clear();
  };
  for (const char letter : subject) {
    if (letter == ',' && !escaped_letter) {
      end_part();
      continue;
    }
    const bool beside = part.empty() || part.back() == '=';
    escaped_letter = letter == '\\' && !escaped_letter;
    if (letter == '=') {
      while (!part.empty() && is_ascii_space(part.back())) part.pop_back();
    }
    if (!beside || !is_ascii_space(letter)) part += letter;
  }
  end_part();
  return parts;
}

const std::string* match_of(const TopicPatterns& patterns, const std::string& topic) {
  const auto found = std::find_if(patterns.begin(), patterns.end(), [&](const std::string& one) {
    return ::fnmatch(one.c_str(), topic.c_str(), 0) == 0;
  });
  return found != patterns.end() ? &*found : nullptr;
}

// Without `prefix` and `suffix`; nothing if it has not both.
std::optional<std::string_view> between(std::string_view text, std::string_view prefix,
                                        std::string_view suffix) {
  if (text.size() < prefix.size() + suffix.size() || !text.starts_with(prefix) ||
      !text.ends_with(suffix)) {
    return std::nullopt;
  }
  return text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
}

std::string line_of(std::string_view kind, std::string_view access, std::string_view name) {
  const std::string one(kind);
  return "<" + one + "s " + std::string(access) + "=\"ALLOW\"><" + one + ">" + escaped(name) +
         "</" + one + "></" + one + "s>";
}

// Of a request or a reply, of a service or of an action.
std::string call_line(std::string_view name, bool calls) {
  for (const std::string_view part : {"cancel_goal", "get_result", "send_goal"}) {
    if (const auto action = between(name, "", "/_action/" + std::string(part))) {
      return line_of("action", calls ? "call" : "execute", *action);
    }
  }
  return line_of("service", calls ? "request" : "reply", name);
}

}  // namespace

std::string permissions_text(const Permissions& permissions) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<dds xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
      "  xsi:noNamespaceSchemaLocation=\"" +
      std::string(kSchema) + "\">\n  <permissions>\n";
  for (const Grant& grant : permissions) text += grant_text(grant);
  return text + "  </permissions>\n</dds>\n";
}

Result<Permissions> read_permissions(std::string_view text, const std::string& name) {
  const auto document = parse_xml(text, name);
  if (!document) return document.error();
  const auto grants = needed_child(*root_of(*document), "permissions");
  if (!grants) return grants.error();
  Permissions permissions;
  for (const xmlNode* child : children_of(**grants, "grant")) {
    auto grant = read_grant(*child);
    if (!grant) return grant.error();
    permissions.push_back(*std::move(grant));
  }
  return permissions;
}

const Grant* grant_of(const Permissions& permissions, std::string_view subject) {
  const auto wanted = parts_of(subject);
  const auto found = std::find_if(permissions.begin(), permissions.end(), [&](const Grant& grant) {
    return parts_of(grant.subject) == wanted;
  });
  return found != permissions.end() ? &*found : nullptr;
}

Decision decide(const Grant& grant, std::uint32_t domain, Direction direction,
                std::string_view topic) {
  const std::string name(topic);
  for (std::size_t i = 0; i < grant.rules.size(); ++i) {
    const Rule& rule = grant.rules[i];
    if (!has_domain(rule.domains, domain)) continue;
    const auto* pattern =
        match_of(direction == Direction::kPublish ? rule.publish : rule.subscribe, name);
    if (pattern != nullptr) return {rule.allows, i, *pattern};
  }
  return {grant.allowed_otherwise, Decision::kByDefault, {}};
}

std::string policy_line(Direction direction, std::string_view topic) {
  const bool publishes = direction == Direction::kPublish;
  if (const auto name = between(topic, "rq", "Request")) return call_line(*name, publishes);
  if (const auto name = between(topic, "rr", "Reply")) return call_line(*name, !publishes);
  const auto name = between(topic, "rt", "");
  if (!name || !name->starts_with('/')) return {};
  for (const std::string_view part : {"feedback", "status"}) {
    if (const auto action = between(*name, "", "/_action/" + std::string(part))) {
      return line_of("action", publishes ? "execute" : "call", *action);
    }
  }
  return line_of("topic", publishes ? "publish" : "subscribe", *name);
}

}  // namespace ranvier::security
