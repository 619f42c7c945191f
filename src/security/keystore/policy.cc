#include "security/keystore/policy.h"

#include <algorithm>
#include <array>

#include "security/keystore/xml.h"

namespace ranvier::security {
namespace {

constexpr std::array<std::string_view, 3> kActionCalls = {"cancel_goal", "get_result", "send_goal"};

std::string joined(std::string_view folder, std::string_view name) {
  std::string whole(folder);
  if (!whole.ends_with('/')) whole += '/';
  return whole + std::string(name);
}

void add_request(Rule& rule, bool asks, const std::string& name) {
  (asks ? rule.publish : rule.subscribe).insert("rq" + name + "Request");
  (asks ? rule.subscribe : rule.publish).insert("rr" + name + "Reply");
}

void add_action(Rule& rule, bool calls, const std::string& name) {
  for (const std::string_view part : kActionCalls) {
    add_request(rule, calls, name + "/_action/" + std::string(part));
  }
  auto& topics = calls ? rule.subscribe : rule.publish;
  topics.insert("rt" + name + "/_action/feedback");
  topics.insert("rt" + name + "/_action/status");
}

void add_name(Rule& rule, Access access, const std::string& name) {
  switch (access) {
    case Access::kPublish: rule.publish.insert("rt" + name); break;
    case Access::kSubscribe: rule.subscribe.insert("rt" + name); break;
    case Access::kRequest: add_request(rule, true, name); break;
    case Access::kReply: add_request(rule, false, name); break;
    case Access::kCall: add_action(rule, true, name); break;
    case Access::kExecute: add_action(rule, false, name); break;
  }
}

Rule rule_of_profiles(const PolicyEnclave& enclave, std::uint32_t domain, bool allows) {
  Rule rule{allows, {{domain, domain}}, {}, {}};
  for (const Profile& profile : enclave.profiles) {
    for (const auto& [what, names] : profile.names) {
      if (what.second != allows) continue;
      for (const std::string& name : names) add_name(rule, what.first, expanded(name, profile));
    }
  }
  return rule;
}

Profile& profile_of(PolicyEnclave& enclave, const std::string& ns, const std::string& node) {
  auto& profiles = enclave.profiles;
  const auto found = std::find_if(profiles.begin(), profiles.end(), [&](const Profile& one) {
    return one.ns == ns && one.node == node;
  });
  return found != profiles.end() ? *found : profiles.emplace_back(Profile{ns, node, {}});
}

PolicyEnclave& enclave_of(Policy& policy, const std::string& path) {
  const auto found = std::find_if(policy.begin(), policy.end(),
                                  [&](const PolicyEnclave& one) { return one.path == path; });
  return found != policy.end() ? *found : policy.emplace_back(PolicyEnclave{path, {}});
}

void add_profiles(PolicyEnclave& to, const PolicyEnclave& from) {
  for (const Profile& profile : from.profiles) {
    Profile& own = profile_of(to, profile.ns, profile.node);
    for (const auto& [what, names] : profile.names) {
      own.names[what].insert(names.begin(), names.end());
    }
  }
}

}  // namespace

PolicyEnclave open_policy(const std::string& path) {
  Profile all{"/", "all", {}};
  for (const Access access : {Access::kReply, Access::kRequest, Access::kPublish,
                              Access::kSubscribe, Access::kCall, Access::kExecute}) {
    all.names[{access, true}] = {"/*"};
  }
  return {path, {all}};
}

void add_policy(Policy& to, const Policy& from) {
  for (const PolicyEnclave& enclave : from) add_profiles(enclave_of(to, enclave.path), enclave);
}

Result<PolicyEnclave> gather(const Policy& policy, const std::set<std::string>& paths,
                             const std::string& into) {
  PolicyEnclave gathered{into, {}};
  std::set<std::string> missing = paths;
  for (const PolicyEnclave& enclave : policy) {
    if (!paths.empty() && !paths.contains(enclave.path)) continue;
    add_profiles(gathered, enclave);
    missing.erase(enclave.path);
  }
  if (!missing.empty()) {
    return Error{Code::kNotFound, "No policy that was given has an enclave '" + *missing.begin() +
                                      "'. Name one that it has, or leave --from away."};
  }
  return gathered;
}

std::vector<Rule> rules_of(const PolicyEnclave& enclave, std::uint32_t domain) {
  std::vector<Rule> rules;
  for (const bool allows : {false, true}) {
    Rule rule = rule_of_profiles(enclave, domain, allows);
    if (!rule.publish.empty() || !rule.subscribe.empty()) rules.push_back(std::move(rule));
  }
  const TopicPatterns graph = {"ros_discovery_info"};
  rules.push_back({true, {{domain, domain}}, graph, graph});
  return rules;
}

std::string expanded(std::string_view name, const Profile& profile) {
  if (name.starts_with('/')) return std::string(name);
  if (!name.starts_with('~')) return joined(profile.ns, name);
  const std::string node = joined(profile.ns, profile.node);
  name.remove_prefix(1);
  if (name.starts_with('/')) name.remove_prefix(1);
  return name.empty() ? node : joined(node, name);
}

}  // namespace ranvier::security
