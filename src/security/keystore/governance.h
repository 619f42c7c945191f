// governance.xml: what is protected in a domain, and how.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "security/keystore/domains.h"

namespace ranvier::security {

/// What governs topics whose name matches.
struct TopicRule {
  std::string expression;
  bool reads_are_checked = false;   ///< against the permissions of who subscribes
  bool writes_are_checked = false;  ///< against the permissions of who publishes
  std::string metadata;             ///< NONE, SIGN, ENCRYPT, or with _WITH_ORIGIN_AUTHENTICATION
  std::string data;                 ///< NONE, SIGN or ENCRYPT
};

struct DomainRule {
  std::vector<DomainRange> domains;
  bool lets_strangers_in = false;  ///< participants without keys
  bool joining_is_checked = false;
  std::string rtps;  ///< as TopicRule::metadata, of whole packets
  std::vector<TopicRule> topics;
};

using Governance = std::vector<DomainRule>;

/// What SROS 2 writes: everything is checked and encrypted, packets are signed.
std::string governance_text(std::uint32_t domain);

/// @param name  what errors call it, with the line: its path.
/// Contract: any thread; the bytes may be anybody's.
Result<Governance> read_governance(std::string_view text, const std::string& name);

/// The first rule that has the domain; null if none has: no participant is made then.
const DomainRule* rule_of(const Governance& governance, std::uint32_t domain);

}  // namespace ranvier::security
