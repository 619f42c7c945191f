// policy.xml: what nodes may do, in the words of ROS 2.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ranvier/base/result.h"
#include "security/keystore/permissions.h"

namespace ranvier::security {

enum class Access { kReply, kRequest, kPublish, kSubscribe, kCall, kExecute };

/// What one node may, or may not.
struct Profile {
  std::string ns;    ///< "/", "/robot"
  std::string node;  ///< its name alone
  /// Names as the policy has them, by what is done to them and whether it is allowed.
  std::map<std::pair<Access, bool>, std::set<std::string>> names;
};

struct PolicyEnclave {
  std::string path;
  std::vector<Profile> profiles;
};

using Policy = std::vector<PolicyEnclave>;

/// Reads a file, with what it includes (XInclude, XPointer).
/// @return an error with file, line and remedy for an element, an attribute or a value that no
///         policy has: what is not understood would else be denied, or allowed, without a word.
/// Contract: any thread, reads the disk.
Result<Policy> read_policy(const std::filesystem::path& path);
/// The same of a text. @param name  its file, from whose folder includes are looked for.
Result<Policy> read_policy_text(std::string_view text, const std::filesystem::path& name);

/// Version 0.2.0; enclaves, profiles and names sorted.
std::string policy_text(const Policy& policy);

/// Everything: what an enclave has until it gets a policy.
PolicyEnclave open_policy(const std::string& path);

/// Adds what `from` has; profiles of one node become one.
void add_policy(Policy& to, const Policy& from);

/// All profiles of some enclaves (of all, if none is named) as those of one: for a container,
/// whose components share its enclave.
/// @return an error that names an enclave that the policy does not have.
Result<PolicyEnclave> gather(const Policy& policy, const std::set<std::string>& paths,
                             const std::string& into);

/// What the profiles of an enclave say, as DDS has it: at most one rule that denies, then at most
/// one that allows, then what every node needs to be seen (ros_discovery_info).
std::vector<Rule> rules_of(const PolicyEnclave& enclave, std::uint32_t domain);

/// "/a" as it is; "~/a" or "~a" below the node; "a" below the namespace.
std::string expanded(std::string_view name, const Profile& profile);

}  // namespace ranvier::security
