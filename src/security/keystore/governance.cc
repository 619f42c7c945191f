#include "security/keystore/governance.h"

#include <algorithm>

#include "security/keystore/documents.h"
#include "security/keystore/xml.h"

namespace ranvier::security {
namespace {

Result<TopicRule> read_topic_rule(const xmlNode& element) {
  const auto reads = read_flag(element, "enable_read_access_control");
  if (!reads) return reads.error();
  const auto writes = read_flag(element, "enable_write_access_control");
  if (!writes) return writes.error();
  return TopicRule{text_of(element, "topic_expression"), *reads, *writes,
                   text_of(element, "metadata_protection_kind"),
                   text_of(element, "data_protection_kind")};
}

Result<DomainRule> read_domain_rule(const xmlNode& element) {
  const auto domains = needed_child(element, "domains");
  if (!domains) return domains.error();
  const auto ranges = read_domains(**domains);
  if (!ranges) return ranges.error();
  const auto strangers = read_flag(element, "allow_unauthenticated_participants");
  if (!strangers) return strangers.error();
  const auto joining = read_flag(element, "enable_join_access_control");
  if (!joining) return joining.error();
  DomainRule rule{*ranges, *strangers, *joining, text_of(element, "rtps_protection_kind"), {}};
  const auto topics = needed_child(element, "topic_access_rules");
  if (!topics) return topics.error();
  for (const xmlNode* child : children_of(**topics, "topic_rule")) {
    auto topic = read_topic_rule(*child);
    if (!topic) return topic.error();
    rule.topics.push_back(*std::move(topic));
  }
  return rule;
}

}  // namespace

std::string governance_text(std::uint32_t domain) {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<dds xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:noNamespaceSchemaLocation="http://www.omg.org/spec/DDS-SECURITY/20170901/omg_shared_ca_governance.xsd">
  <domain_access_rules>
    <domain_rule>
      <domains>
        <id>)" +
         std::to_string(domain) +
         R"(</id>
      </domains>
      <allow_unauthenticated_participants>false</allow_unauthenticated_participants>
      <enable_join_access_control>true</enable_join_access_control>
      <discovery_protection_kind>ENCRYPT</discovery_protection_kind>
      <liveliness_protection_kind>ENCRYPT</liveliness_protection_kind>
      <rtps_protection_kind>SIGN</rtps_protection_kind>
      <topic_access_rules>
        <topic_rule>
          <topic_expression>*</topic_expression>
          <enable_discovery_protection>true</enable_discovery_protection>
          <enable_liveliness_protection>true</enable_liveliness_protection>
          <enable_read_access_control>true</enable_read_access_control>
          <enable_write_access_control>true</enable_write_access_control>
          <metadata_protection_kind>ENCRYPT</metadata_protection_kind>
          <data_protection_kind>ENCRYPT</data_protection_kind>
        </topic_rule>
      </topic_access_rules>
    </domain_rule>
  </domain_access_rules>
</dds>
)";
}

Result<Governance> read_governance(std::string_view text, const std::string& name) {
  const auto document = parse_xml(text, name);
  if (!document) return document.error();
  const auto rules = needed_child(*root_of(*document), "domain_access_rules");
  if (!rules) return rules.error();
  Governance governance;
  for (const xmlNode* child : children_of(**rules, "domain_rule")) {
    auto rule = read_domain_rule(*child);
    if (!rule) return rule.error();
    governance.push_back(*std::move(rule));
  }
  return governance;
}

const DomainRule* rule_of(const Governance& governance, std::uint32_t domain) {
  const auto found =
      std::find_if(governance.begin(), governance.end(),
                   [&](const DomainRule& rule) { return has_domain(rule.domains, domain); });
  return found != governance.end() ? &*found : nullptr;
}

}  // namespace ranvier::security
