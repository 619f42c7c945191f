// permissions.xml: what an enclave may publish and subscribe to, in DDS's words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "security/keystore/domains.h"
#include "security/keystore/validity.h"

namespace ranvier::security {

enum class Direction { kPublish, kSubscribe };

/// Names of DDS topics, with * and ? (fnmatch(3), which a slash does not stop).
using TopicPatterns = std::set<std::string>;

struct Rule {
  bool allows = true;
  std::vector<DomainRange> domains;
  TopicPatterns publish, subscribe;
};

/// What one subject may. Rules are tried in order; the first that names the topic decides.
struct Grant {
  std::string name;     ///< the enclave, by what SROS 2 writes
  std::string subject;  ///< "CN=/talker": of the certificate that it belongs to
  Validity validity;
  std::vector<Rule> rules;
  bool allowed_otherwise = false;  ///< <default>ALLOW</default>
};

using Permissions = std::vector<Grant>;

std::string permissions_text(const Permissions& permissions);

/// @param name  what errors call it, with the line: its path.
/// Contract: any thread; the bytes may be anybody's.
Result<Permissions> read_permissions(std::string_view text, const std::string& name);

/// The grant of a certificate's subject; null if there is none. Blanks beside "," and "=" do not
/// count, nor does the order of parts.
const Grant* grant_of(const Permissions& permissions, std::string_view subject);

/// What a grant says of one topic, and where.
struct Decision {
  static constexpr std::size_t kByDefault = static_cast<std::size_t>(-1);
  bool allowed = false;
  std::size_t rule = kByDefault;  ///< its place in Grant::rules
  std::string pattern;            ///< the name in it that matched
};

/// @param topic  its name in DDS: "rt/chatter".
/// Dates are not looked at. Contract: any thread.
Decision decide(const Grant& grant, std::uint32_t domain, Direction direction,
                std::string_view topic);

/// The element of a policy that would allow it: `<topics publish="ALLOW"><topic>/chatter</topic>
/// </topics>` for publishing "rt/chatter"; of requests and replies, and of the parts of an action,
/// that of the service or the action. Empty for topics that no policy names.
std::string policy_line(Direction direction, std::string_view topic);

}  // namespace ranvier::security
